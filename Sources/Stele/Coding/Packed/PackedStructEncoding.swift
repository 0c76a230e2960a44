/// The encoder of packed structs, which are copied as they are once their entry is known to have the layout of memory.
private final class PackedStructEncoder<T: PackedStruct>: FieldsEncoder<T> {
  private let packed: PackedLayout?
  /// The layout of the last entry with the layout of memory.
  private var same: RecordLayout?

  override init(_ session: EncodingSession) throws {
    // Values with structs in them have entry numbers among their bytes.
    packed = T.packedLayout.flatMap { $0.slots.allSatisfy { $0.nested == nil } ? $0 : nil }
    try super.init(session)
  }

  override func encode(_ value: T, in context: ValueContext) throws -> Encoded {
    guard let frame = packedFrame(context.cell) else { return try super.encode(value, in: context) }
    context.buffer.write(entry: frame.entry, in: context.list)
    context.buffer.write(packed: value)
    return Encoded(type: frame.type, entry: frame.entry)
  }

  override func reset() {
    super.reset()
    same = nil
  }

  /// The frame of the last layout, if the bytes of values are the same in archives as in memory.
  @inline(__always)
  private func packedFrame(_ cell: ValueCell) -> RecordLayout.Frame? {
    if let same, ObjectIdentifier(same) == observed.structure?.layoutIdentifier {
      return same.frame
    }
    return findPackedFrame(cell)
  }

  @inline(never)
  private func findPackedFrame(_ cell: ValueCell) -> RecordLayout.Frame? {
    guard let packed, let layout = observed.structure?.layout,
      packed.has(layout.entry, cell.session.schema)
    else { return nil }
    same = layout
    return layout.frame
  }
}

/// The encoder of arrays of packed structs.
///
/// Spec §3.5.
private final class PackedArrayEncoder<Element: PackedStruct>: ArrayEncoder<Element> {
  private let layout = PackedLayout(of: Element.self)

  override func encode(_ list: [Element], in context: ValueContext) throws -> Encoded {
    guard let layout, let first = list.first else { return try super.encode(list, in: context) }
    let (session, buffer) = (context.session, context.buffer)
    let start = buffer.count
    // The first element determines the entry of all of them, and the entries of the structs in them.
    let inner = try context.cell.open(observed, in: context)
    inner.beginElements(.list)
    let type: Int
    do {
      try inner.putElement(first, encoder)
      type = inner.state.elements.type(at: 0)
    } catch {
      inner.cancel()
      throw error
    }
    let numbers = inner.state.elements.numbers.map(\.entry)
    inner.end()
    buffer.truncate(to: start)
    var rest = numbers[...]
    guard layout.matches(&rest, session.schema), rest.isEmpty else {
      return try super.encode(list, in: context)
    }
    buffer.write(number: list.count)
    for number in numbers { buffer.write(number: number) }
    // By the layout, all bytes of the elements belong to their properties.
    buffer.write(packed: list, isDeferrable: context.cell.isDeferrable)
    return Encoded(type: try session.list(of: type))
  }
}

extension PackedStruct {
  /// Makes the encoder of the type.
  static func makePackedEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    do {
      try validatePackedKeys()
    } catch {
      throw error.encodingError(Self.self)
    }
    return try PackedStructEncoder<Self>(session)
  }

  /// Makes the encoder of lists of the type.
  static func makePackedListEncoder(_ session: EncodingSession) throws -> AnyTypeEncoder {
    try PackedArrayEncoder<Self>(session)
  }
}

extension PackedLayout {
  /// Returns whether the entries of a value and of the structs in it have the keys of the layout, each of its type, and all of
  /// them always; the entry numbers of the value are removed from `numbers`.
  fileprivate func matches(
    _ numbers: inout ArraySlice<Int>, _ schema: CompiledSchema
  ) -> Bool {
    guard let entry = numbers.popFirst(), has(entry, schema) else { return false }
    for slot in slots {
      // Layouts nest no deeper than the types of the program.
      if let nested = slot.nested, !nested.matches(&numbers, schema) { return false }
    }
    return true
  }
}
