/// The translation of valid values into another archive, where objects and entries have other numbers.
///
/// Types stay, so that a value has the same parts there; ``translate(_:_:)`` replaces what depends on the archive.
package protocol ValueTranslation {
  associatedtype Failure: Error

  /// The class table of the archive that the values come from.
  var classes: ArchiveClassTable { get }
  /// Returns the value of the other archive for a reference to an object of this one.
  func reference(_ number: Int, _ type: ArchiveTypeDescriptor) throws(Failure) -> ArchiveValue
  /// Returns the type of an `any` value for the other archive.
  func type(_ type: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor
  /// Returns the number of an entry in the other archive.
  func entry(_ number: Int) throws(Failure) -> Int
  /// Returns a translated value of a stored key of a struct or case for the type that the key has there: by default, its own.
  func stored(
    _ value: consuming ArchiveValue, entry: Int, caseIndex: Int, position: Int
  ) -> ArchiveValue
}

extension ValueTranslation {
  package func stored(
    _ value: consuming ArchiveValue, entry: Int, caseIndex: Int, position: Int
  ) -> ArchiveValue { value }

  /// Returns the value for the other archive, made part by part, without recursion.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the value; a value that cannot change is shared.
  package func translate(
    _ value: ArchiveValue, _ type: ArchiveTypeDescriptor
  ) throws(Failure) -> ArchiveValue {
    var frames: [(container: DismantledValue, types: [ArchiveTypeDescriptor])] = []
    var part = (value: value, type: type)
    while true {
      if let frame = try open(&part.value, part.type) {
        frames.append(frame)
      } else {
        if case .reference(let number) = part.value {
          part.value = try reference(number, part.type)
        }
        guard let last = frames.indices.last else { return part.value }
        put(part.value, in: &frames[last].container)
      }
      while let last = frames.indices.last {
        if let next = frames[last].container.takePart() {
          // Keys and values of pairs take turns; the one type of other containers is that of all parts.
          let types = frames[last].types
          part = (next, types[frames[last].container.position % types.count])
          break
        }
        let whole = frames.removeLast().container.value()
        guard last > 0 else { return whole }
        put(whole, in: &frames[last - 1].container)
      }
    }
  }

  private func put(_ value: consuming ArchiveValue, in container: inout DismantledValue) {
    switch container.kind {
    case .struct(let entry):
      value = stored(value, entry: entry, caseIndex: 0, position: container.position)
    case .enum(let entry, let index):
      value = stored(value, entry: entry, caseIndex: index, position: container.position)
    case .some, .any, .list, .set, .map: break
    }
    container.put(value)
  }

  /// Opens a container whose parts may change, and returns it with the types of all parts, of key and value of a pair, or of the keys
  /// of a struct or enum; returns nil for other values.
  private func open(
    _ value: inout ArchiveValue, _ type: ArchiveTypeDescriptor
  ) throws(Failure) -> (container: DismantledValue, types: [ArchiveTypeDescriptor])? {
    let types: [ArchiveTypeDescriptor]? =
      switch (type, value) {
      case (.optional(let part), .some), (.set(let part), .set): [part]
      case (.list(let part), .list) where part.mayHoldMoreThanScalars: [part]
      case (.map(let key, let part), .map): [key, part]
      case (.any, .any(let part, _)): [part]
      case (_, .struct(let body)): classes.ownKeys(of: body.entry)?.map(\.type)
      case (_, .enum(let body)):
        classes.ownKeys(of: body.entry, caseIndex: body.caseIndex)?.map(\.type)
      default: nil
      }
    guard let types, var container = DismantledValue(&value) else { return nil }
    switch container.kind {
    case .any(let part): container.kind = .any(self.type(part))
    case .struct(let number):
      container.kind = .struct(entry: try entry(number))
      container.setSlotCount(types.count)
    case .enum(let number, let index):
      container.kind = .enum(entry: try entry(number), caseIndex: index)
      container.setSlotCount(types.count)
    case .some, .list, .set, .map: break
    }
    return (container, types)
  }
}
