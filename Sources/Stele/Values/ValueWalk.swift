/// A walk over a value and everything in it, in the order of the file, without recursion.
///
///     var walk = ValueWalk(classes)
///     walk.begin(value, type)
///     while let event = walk.next() { ... }
///
/// With types, values that do not match them are visited without their parts. Without types, all parts are visited, and a list or
/// set is known by its first element.
///
/// Spec chapter 3.
package struct ValueWalk {
  /// A step of the walk.
  package enum Event {
    /// A value, before its parts; its type, if the walk has types; and its position in the container.
    ///
    /// Keys and values of pairs are counted in turn. Absent keys are counted and not visited.
    case value(ArchiveValue, ArchiveTypeDescriptor?, position: Int)
    /// The end of a value with parts.
    case end

    /// The number of the object, if the event is a strong reference in a walk with types.
    package var strongReference: Int? {
      guard case .value(.reference(let number), let type, _) = self else { return nil }
      switch type {
      case .reference?, .optional(.reference)?: return number
      default: return nil
      }
    }
  }

  private enum Parts {
    case one(ArchiveValue, ArchiveTypeDescriptor?)
    case values([ArchiveValue], ArchiveTypeDescriptor?)
    case pairs([ArchiveMapPair], key: ArchiveTypeDescriptor?, value: ArchiveTypeDescriptor?)
    case slots([ArchiveValue?], [ArchiveKey]?)

    /// Returns the part at a position, whose value is nil for an absent key; nil after the last part.
    func part(at position: Int) -> (value: ArchiveValue?, type: ArchiveTypeDescriptor?)? {
      switch self {
      case .one(let value, let type): return position == 0 ? (value, type) : nil
      case .values(let values, let type):
        return position < values.count ? (values[position], type) : nil
      case .pairs(let pairs, let key, let value):
        guard position < 2 * pairs.count else { return nil }
        let pair = pairs[position / 2]
        return position % 2 == 0 ? (pair.key, key) : (pair.value, value)
      case .slots(let values, let keys):
        guard position < min(values.count, keys?.count ?? .max) else { return nil }
        return (values[position], keys?[position].type)
      }
    }
  }

  /// The class table, if the walk has types.
  private let classes: ArchiveClassTable?
  /// Whether values are skipped that contain neither a reference nor a struct, an enum or an `any` value.
  private let skipsScalars: Bool
  /// The parts of the open containers, and the position of the next part of each.
  private var frames: [(parts: Parts, next: Int)] = []
  /// The parts of the last value, which are visited next.
  private var opened: Parts?

  package init(_ classes: ArchiveClassTable, skipsScalars: Bool = false) {
    self.classes = classes
    self.skipsScalars = skipsScalars
  }

  /// Makes a walk without types.
  package init(skipsScalars: Bool = false) {
    (classes, self.skipsScalars) = (nil, skipsScalars)
  }

  package mutating func begin(_ value: ArchiveValue, _ type: ArchiveTypeDescriptor? = nil) {
    begin(.one(value, type))
  }

  package mutating func begin(_ object: ArchiveObject) {
    begin(.slots(object.values, classes?.storedKeys(of: object.entry)))
  }

  private mutating func begin(_ parts: Parts) {
    frames.removeAll(keepingCapacity: true)
    frames.append((parts, 0))
    opened = nil
  }

  /// Returns the next event, or nil at the end of the walk.
  package mutating func next() -> Event? {
    if let parts = opened {
      frames.append((parts, 0))
      opened = nil
    }
    while let last = frames.indices.last {
      let position = frames[last].next
      frames[last].next += 1
      guard let part = frames[last].parts.part(at: position) else {
        frames.removeLast()
        return frames.isEmpty ? nil : .end
      }
      guard let value = part.value, !skipsScalars || mayHoldMore(value, part.type) else { continue }
      opened = parts(of: value, part.type)
      return .value(value, part.type, position: position)
    }
    return nil
  }

  /// Skips the parts of the value of the last event, which then has no end.
  package mutating func skipParts() { opened = nil }

  private func mayHoldMore(_ value: ArchiveValue, _ type: ArchiveTypeDescriptor?) -> Bool {
    switch value {
    case .reference, .any, .struct, .enum: true
    case .list(let values) where type == nil, .set(let values) where type == nil:
      // A nil does not tell what the other elements are.
      values.first.map { $0 == .nil || parts(of: $0, nil) != nil || mayHoldMore($0, nil) } ?? false
    case .some, .list, .set, .map: type?.mayHoldMoreThanScalars ?? true
    default: false
    }
  }

  /// Returns the parts of a value, or nil if it has none or does not match its type.
  private func parts(of value: ArchiveValue, _ type: ArchiveTypeDescriptor?) -> Parts? {
    switch (value, type) {
    case (.some(let part), .optional(let type)?): .one(part, type)
    case (.any(let type, let part), .any?): .one(part, type)
    case (.list(let values), .list(let type)?), (.set(let values), .set(let type)?):
      .values(values, type)
    case (.map(let pairs), .map(let key, let value)?): .pairs(pairs, key: key, value: value)
    case (.struct(let body), .struct?): slots(body.values, classes?.ownKeys(of: body.entry))
    case (.enum(let body), .enum?):
      slots(body.values, classes?.ownKeys(of: body.entry, caseIndex: body.caseIndex))
    case (_, .some): nil
    case (.some(let part), nil), (.any(_, let part), nil): .one(part, nil)
    case (.list(let values), nil), (.set(let values), nil): .values(values, nil)
    case (.map(let pairs), nil): .pairs(pairs, key: nil, value: nil)
    case (.struct(let body), nil): .slots(body.values, nil)
    case (.enum(let body), nil): .slots(body.values, nil)
    default: nil
    }
  }

  private func slots(_ values: [ArchiveValue?], _ keys: [ArchiveKey]?) -> Parts? {
    keys.map { .slots(values, $0) }
  }
}
