// Values of which something stands elsewhere, such as the entry number in front of a list

extension ValueInterpreter {
  /// Validates an element of a uniform list of structs or enums.
  ///
  /// - Parameters:
  ///   - numbers: The entry numbers in front of the list, which have been validated.
  ///   - input: The element.
  /// - Throws: The rule that is broken.
  mutating func walkElement(
    _ numbers: [Int], _ input: inout ByteCursor
  ) throws(ArchiveError) {
    var frame = OpenValue(.elements, depth: 2)
    frame.entry = Int32(truncatingIfNeeded: numbers.first ?? 0)
    frame.count = 1
    frame.typeCount = Int32(truncatingIfNeeded: ownTypeCount)
    frame.isAlone = true
    do throws(ArchiveError) {
      if numbers.count > 1 { frame.list = openList(numbers) }
      try openElement(in: &frame, &input)
      try run(&frame, &input)
    } catch {
      throw located(error, in: frame)
    }
  }

  /// Walks over the payload of a case, after its number.
  ///
  /// - Throws: The rule that is broken.
  mutating func walkPayload(
    ofEntry entry: Int, caseIndex: Int, _ input: inout ByteCursor
  ) throws(ArchiveError) {
    guard let own = schema[entry], own.bodies.count > caseIndex else { return }
    var frame = OpenValue(.body, depth: 2)
    frame.entry = Int32(truncatingIfNeeded: entry)
    frame.body = own.firstBody + Int32(truncatingIfNeeded: caseIndex)
    frame.typeCount = Int32(truncatingIfNeeded: ownTypeCount)
    try openBody(in: &frame, &input)
    try run(&frame, &input)
  }

  /// Walks over the values of some keys of a body.
  ///
  /// - Parameters:
  ///   - keys: The indices of the keys.
  ///   - presence: The offset of the presence bytes.
  ///   - firstBit: The number of the first bit of the body in them.
  ///   - nested: The entry numbers that a list around the body has said, from that of the first nested key among `keys` on;
  ///     none if there is no such list.
  ///   - input: The value of the first of the keys.
  /// - Throws: The rule that is broken.
  mutating func walkKeys(
    _ keys: Range<Int>, presence: Int, firstBit: Int, nested: [Int] = [],
    _ input: inout ByteCursor
  ) throws(ArchiveError) {
    var frame = OpenValue(.body, depth: 2)
    frame.next = keys.lowerBound
    frame.end = keys.upperBound
    frame.presence = presence - input.origin
    frame.firstBit = Int32(truncatingIfNeeded: firstBit)
    frame.typeCount = Int32(truncatingIfNeeded: ownTypeCount)
    if !nested.isEmpty { frame.list = openList(nested) }
    try run(&frame, &input)
    if !nested.isEmpty { forgetList() }
  }

  /// Reads a descriptor whose type outlasts the values.
  ///
  /// - Returns: The index of the type.
  /// - Throws: The rule that is broken.
  mutating func addType(_ input: inout ByteCursor) throws(ArchiveError) -> Int {
    let type = try readType(&input)
    ownTypeCount = schema.typeCount
    return type
  }

  /// Compiles a descriptor whose type outlasts the values.
  ///
  /// - Returns: The index of the type.
  mutating func addType(
    _ descriptor: ArchiveTypeDescriptor, _ numberOfName: (String) -> Int
  ) -> Int {
    schema.removeTypes(from: ownTypeCount)
    let type = schema.compile(descriptor, numberOfName)
    ownTypeCount = schema.typeCount
    return type
  }
}
