/// The route of references to the objects of a class.
///
/// Spec §5.3.
final class ClassRoute: AnyRoute {
  private let type: Int

  init(_ core: EncodingCore, of object: Any.Type) throws {
    let name = try core.declaration(of: object).archiveClass.name
    type = try core.assembler.values.tables.types.plan(of: .reference(to: name)).number
    super.init(core, exact: type)
  }

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    // Safe: a value of a class type is a reference.
    try unsafe spot.run.write(
      reference: value.assumingMemoryBound(to: Unmanaged<AnyObject>.self).pointee)
    return Encoded(type: type)
  }
}

/// The route of references to the objects of a class, or nil.
///
/// Spec §5.3.
final class OptionalClassRoute: AnyRoute {
  private let type: Int

  init(_ core: EncodingCore, type: Int) {
    self.type = type
    super.init(core, exact: type)
  }

  @unsafe
  override func encode(at value: UnsafeRawPointer, in spot: Spot) throws -> Encoded {
    // Safe: a value of an optional class type is a reference or nil.
    if let object = unsafe value.assumingMemoryBound(to: Unmanaged<AnyObject>?.self).pointee {
      try unsafe spot.run.write(reference: object)
    } else {
      spot.run.buffer.write(byte: 0)
    }
    return Encoded(type: type)
  }
}

extension KeyRun {
  /// Writes a strong reference.
  // Safe: the object is alive.
  @unsafe
  @inline(__always)
  func write(reference object: Unmanaged<AnyObject>) throws {
    let table = state.table
    // Safe, here and below: see above.
    let (number, isNew) = unsafe table.insert(object)
    if unsafe isNew && !table.noteClassAgain(of: object) { try unsafe noteClass(of: object) }
    write(number)
  }

  /// Writes the number of an object.
  @inline(__always)
  private func write(_ number: Int) {
    if state.table.notesEdges { frame.core.objects.edges.note(to: number) }
    buffer.write(varint: UInt(bitPattern: number))
  }

  /// Writes a strong reference to an object that has a number, or nil, for the next slot, or tells with false that this takes
  /// more than that.
  ///
  /// The address is 0 for nil; the object is not looked at.
  @inline(__always)
  func put(referenceTo address: UInt) -> Bool {
    let number = address == 0 ? 0 : state.table.number(ofObjectAt: address)
    guard number > 0 || address == 0, !state.table.notesEdges, buffer.hasRoom else { return false }
    let start = buffer.count
    buffer.write(varint: UInt(bitPattern: number))
    advance(from: start)
    return true
  }

  /// Writes a strong reference, or nil, for the next slot.
  // Safe: the object is alive; the next slot has a place in the layout.
  @unsafe
  @inline(__always)
  func put(reference object: Unmanaged<AnyObject>?) throws {
    let start = buffer.count
    guard let object = unsafe object else {
      buffer.write(byte: 0)
      return advance(from: start)
    }
    // Safe, here and below: see above.
    let (number, isNew) = unsafe state.table.insert(object)
    if unsafe isNew && !state.table.noteClassAgain(of: object) {
      return try unsafe putFirst(object, number)
    }
    write(number)
    advance(from: start)
  }

  /// Writes a strong reference to the first object of its class for the next slot.
  // Safe: as above.
  @unsafe
  @inline(never)
  private func putFirst(_ object: Unmanaged<AnyObject>, _ number: Int) throws {
    // Safe: see `FrameState.expected`. Declarations are asked for, which may do anything.
    let (place, type) = unsafe (state.expected.pointee.place, state.expected.pointee.type)
    state.current = place
    try unsafe noteClass(of: object)
    let start = buffer.count
    write(number)
    frame.note(place, type: type, start: start)
  }

  // Safe: the object is alive.
  @unsafe
  @inline(never)
  private func noteClass(of object: Unmanaged<AnyObject>) throws {
    let frame = frame
    try unsafe frame.core.noteClass(of: object.takeUnretainedValue(), in: frame)
  }
}
