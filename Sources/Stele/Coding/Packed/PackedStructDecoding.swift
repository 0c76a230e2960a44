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
