// MARK: Encoding

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

// MARK: Decoding

extension PackedStruct {
  static func makePackedDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    try validatePackedKeys()
    return try PackedDecoder<Self>(session)
  }

  static func makePackedListDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    try PackedListDecoder<Self>(session)
  }
}

/// Finds out whether values of the archive can be copied, once for each entry.
private final class PackedFit {
  private let layout: PackedLayout?
  /// The last entry and the last node of a list header, with the result for them.
  private var entry = -1
  private var node = -1
  private var lastFits = false

  init(_ layout: PackedLayout?) { self.layout = layout }

  /// Returns whether elements of a uniform list can be copied.
  @inline(__always)
  func fits(_ element: ArchivedType, _ session: DecodingSession) throws -> Bool {
    guard let layout, element.form == .uniform, element.code == .struct else { return false }
    if entry == element.entry, node == element.node { return lastFits }
    lastFits = try layout.fits(element, session)
    (entry, node) = (element.entry, element.node)
    return lastFits
  }
}

final class PackedDecoder<Value: PackedStruct>: StructDecoder<Value> {
  private let fit = PackedFit(Value.packedLayout)

  // Which values can be copied depends on the headers of lists, too.
  override func reset(for session: DecodingSession) -> Bool { false }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> Value {
    guard try fit.fits(type, session), input.remaining >= MemoryLayout<Value>.size else {
      return try super.decode(type, &input, session)
    }
    // Safe: as many bytes as a value has are read; in the layout all of them belong to numbers, for which any bits are
    // a value.
    return unsafe input.readBytes(MemoryLayout<Value>.size) {
      unsafe $0.loadUnaligned(as: Value.self)
    }
  }
}

final class PackedListDecoder<Element: PackedStruct>: TypeDecoder<[Element]> {
  private let fit = PackedFit(Element.packedLayout)
  private let element: TypeDecoder<Element>

  init(_ session: DecodingSession) throws {
    element = try session.typeDecoder(of: Element.self)
  }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> [Element] {
    if type.isReference { return try session.decodeSingle(self, type, &input) }
    let list = try session.openList(type, &input, as: [Element].self)
    let byteCount = MemoryLayout<Element>.stride
    guard list.count > 0, try fit.fits(list.element, session),
      list.count <= input.remaining / byteCount
    else { return try element.decodeElements(list, &input, session) }
    // Safe: there are as many bytes as `count` elements take, which is the size of the new buffer; in the layout
    // all of them belong to numbers, for which any bits are a value.
    return unsafe input.readBytes(list.count * byteCount) { bytes in
      unsafe [Element](unsafeUninitializedCapacity: list.count) { elements, initializedCount in
        unsafe UnsafeMutableRawBufferPointer(elements).copyMemory(from: bytes)
        initializedCount = list.count
      }
    }
  }
}

extension PackedLayout {
  /// Returns whether structs of the archive have the same bytes as values in memory, and need no migration.
  fileprivate func fits(_ element: ArchivedType, _ session: DecodingSession) throws -> Bool {
    let declared = try session.classes.declaration(of: type).archiveClass
    let types = session.types
    let schema = types.schema
    let version = schema[element.entry].map { Int($0.version) } ?? 0
    guard version >= declared.version || !declared.changesValues else { return false }
    guard has(element.entry, schema), let body = schema.body(ofEntry: element.entry) else {
      return false
    }
    var nestedCount = 0
    for (key, slot) in zip(schema.keys[body.keys], slots) {
      guard let nested = slot.nested else { continue }
      let type = types.nested(
        ArchivedType(key.type, index: Int(key.typeIndex)), ordinal: nestedCount, in: element.node)
      nestedCount += 1
      guard try nested.fits(type, session) else { return false }
    }
    return true
  }
}
