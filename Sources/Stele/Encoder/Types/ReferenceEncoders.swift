/// Encodes references to the objects of a class.
///
/// Spec §5.3.
final class ReferenceEncoder<T: Encodable>: TypeEncoder<T> {
  private let type: Int

  /// Makes an encoder of a type, which is a class.
  init(_ graph: GraphEncoder) throws {
    let name = try graph.declaration(of: T.self).archiveClass.name
    type = try graph.number(of: .reference(to: name))
    super.init(exact: type)
  }

  override func encode(_ value: T, in spot: Spot) throws -> Encoded {
    // Safe: the type is a class, and a value of such a type is a reference; it is alive.
    try unsafe spot.cell.write(reference: unsafeBitCast(value, to: Unmanaged<AnyObject>.self))
    return Encoded(type: type)
  }
}

/// Encodes references to the objects of a class, or nil.
///
/// Spec §5.3.
final class OptionalReferenceEncoder<T>: TypeEncoder<T?> {
  private let type: Int

  /// Makes an encoder of a type, which is a class.
  init(type: Int) {
    self.type = type
    super.init(exact: type)
  }

  override func encode(_ value: T?, in spot: Spot) throws -> Encoded {
    // Safe: the type is a class, and an optional value of such a type is a reference or nil; it is alive.
    if let object = unsafe unsafeBitCast(value, to: Unmanaged<AnyObject>?.self) {
      try unsafe spot.cell.write(reference: object)
    } else {
      spot.buffer.write(byte: 0)
    }
    return Encoded(type: type)
  }
}

extension ValueCell {
  /// Writes a strong reference.
  @inline(__always)
  func write(reference object: AnyObject) throws {
    // Safe: the object is alive.
    try unsafe write(reference: .passUnretained(object))
  }

  /// Writes a strong reference.
  // Safe: the object is alive.
  @unsafe
  @inline(__always)
  func write(reference object: Unmanaged<AnyObject>) throws {
    // Safe: see above.
    let (number, isNew) = unsafe state.objects.insert(object)
    if unsafe isNew && !state.objects.noteClassAgain(of: object) {
      try unsafe noteClass(of: object, number)
    }
    write(number)
  }

  // Safe: the object is alive.
  @unsafe
  @inline(never)
  private func noteClass(of object: Unmanaged<AnyObject>, _ number: Int) throws {
    let encoder = encoder
    try unsafe encoder.graph.noteClass(of: object.takeUnretainedValue(), in: encoder)
    // The first value inside of a record is not counted, as the first collection is not.
    try encoder.graph.writeNow(number, nesting: state.nesting - 1)
  }

  /// Writes the number of an object.
  @inline(__always)
  private func write(_ number: Int) {
    if state.objects.notesEdges { state.objects.noteEdge(to: number) }
    buffer.write(varint: UInt(bitPattern: number))
  }

  /// Writes a strong reference to an object that has a number, or nil, for the expected key, or returns false if it has none.
  ///
  /// The address is 0 for nil; the object is not accessed.
  @inline(__always)
  func put(referenceTo address: UInt) -> Bool {
    let number = address == 0 ? 0 : state.objects.number(ofObjectAt: address)
    guard number > 0 || address == 0, !state.objects.notesEdges, buffer.hasRoom,
      state.keys.passExpected(start: buffer.count)
    else { return false }
    buffer.write(varint: UInt(bitPattern: number))
    return true
  }

  /// Writes a strong reference, or nil, for the expected key.
  @inline(__always)
  func put(reference object: AnyObject?) throws {
    let key = state.keys.expected
    let start = buffer.count
    if let object {
      // The class of the first object is asked for its declaration, which may do anything.
      state.current = key.place
      try write(reference: object)
    } else {
      buffer.write(byte: 0)
    }
    if !state.keys.pass(place: key.place, type: key.type, start: start) {
      encoder.note(key.place, type: key.type, start: start)
    }
  }
}
