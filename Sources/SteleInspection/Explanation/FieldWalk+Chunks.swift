import Stele

/// The frames of chapter 2, and the chunks of chapters 5 and 6.
extension FieldWalk {
  mutating func walk(_ frame: ExplainedFrame) throws {
    position = frame.range.lowerBound
    end = frame.range.upperBound
    switch frame.kind {
    case .opening, .closing: try walkSignature(frame)
    case .gap:
      try begin("bytes that are no chunk", byteCount: frame.range.count)
      try takeRaw("no chunk with a right header check begins here", section: "2.2")
      endPart()
    case .chunk:
      try walkChunk(frame)
    }
  }

  private mutating func walkSignature(_ frame: ExplainedFrame) throws {
    let isRight = window.bytes(in: frame.range) == Signature.bytes
    let isOpening = frame.kind == .opening
    try take(
      frame.range.count, isOpening ? "signature" : "closing",
      isOpening ? "signature" : "closing signature", "2.1",
      !isRight
        ? "not the signature"
        : isOpening ? "S with its high bit set, STL, CR LF, control-Z, LF" : "")
  }

  private mutating func walkChunk(_ frame: ExplainedFrame) throws {
    let type = ArchiveChunkType(code: frame.type)
    let title = type.firstWrongByte == nil ? type.description : "????"
    path.append(.chunk(frame.ordinal, title))
    try begin(
      "chunk \(frame.ordinal): \(title), payload of \(Self.bytes(frame.payload.count))",
      byteCount: frame.range.count)
    defer {
      endPart()
      path.cut(to: 0)
    }
    try walkHeader(frame, type)
    end = frame.payload.upperBound
    if detail.showsFramesOnly, !frame.payload.isEmpty {
      chunk = (frame.ordinal, frame.payload.lowerBound)
      try take(frame.payload.count, "payload", "payload", "2.2", Self.bytes(frame.payload.count))
    } else if isCollecting || frame.payload.overlaps(wanted) {
      chunk = (frame.ordinal, frame.payload.lowerBound)
      do {
        try walkPayload(type, frame)
        try takeSurplus()
      } catch let error as Unreadable {
        leaveValues(toStep: 1)
        while headings.count > 1 { headings.removeLast() }
        end = frame.payload.upperBound
        try takeRaw(error.reason)
      }
    }
    position = frame.payload.upperBound
    chunk = nil
    end = frame.range.upperBound
    try take(end - position, "padding", "padding", "2.2")
  }

  private mutating func walkHeader(_ frame: ExplainedFrame, _ type: ArchiveChunkType) throws {
    guard !isCollecting else {
      position = frame.payload.lowerBound
      return
    }
    let start = position
    let header = window.bytes(in: start..<(start + Chunk.headerByteCount))
    var reader = ByteReader(header)
    let isRight = (try? Chunk(parsing: &reader, validatesType: false)) != nil
    try take(4, "type", "chunk type", "2.3", Self.describe(type))
    try take(4, "headerCheck", "header check", "2.2", isRight ? "right" : "wrong")
    let length = window.integer(at: position, byteCount: 8) ?? 0
    try take(8, "length", "payload length", "2.2", "\(length)")
    try take(8, "payloadCheck", "payload check", "2.2", "XXH64")
  }

  private static func describe(_ type: ArchiveChunkType) -> String {
    guard type.firstWrongByte == nil else { return "no chunk type" }
    return type.isKnown
      ? type.description
      : "\(type), unknown and \(type.isCritical ? "critical" : "ancillary")"
  }

  private mutating func walkPayload(_ type: ArchiveChunkType, _ frame: ExplainedFrame) throws {
    switch type {
    case .head: if !isCollecting { try walkHead() }
    case .classes: try walkClasses(nameCount: frame.nameCount, entryCount: frame.entryCount)
    case .objects: try walkObjects()
    case .roots: if !isCollecting { try walkNamedValues(isMetadata: false) }
    case .metadata: if !isCollecting { try walkNamedValues(isMetadata: true) }
    case .weakSlots: try walkSlots()
    case .index: if !isCollecting { try walkIndex() }
    default:
      let byteCount = end - position
      try take(
        byteCount, "payload", "payload", "2.3", Self.bytes(byteCount) + " of an unknown chunk")
    }
    if isCollecting { position = end }
  }

  private mutating func walkHead() throws {
    try number("major", "major version", "2.4")
    try number("minor", "minor version", "2.4")
    try string("type", "document type", "2.4")
    try string("writer", "writer", "2.4")
  }

  private mutating func walkObjects() throws {
    let payload = position
    let first = try number("first", "first object", "5.1")
    let count = try number("count", "record count", "5.1")
    if isCollecting { objects.beginBlock(first: first, payload: payload) }
    var index = 0
    while index < count, position < end {
      let (object, overflow) = first.addingReportingOverflow(index)
      guard !overflow else { throw Unreadable("the number of an object is too large") }
      try walkRecord(object)
      index += 1
    }
  }

  private mutating func walkRecord(_ object: Int) throws {
    let start = position
    let (length, size) = try peekNumber()
    guard length <= end - start - size else {
      throw Unreadable("the record of object \(object) does not end in its chunk")
    }
    let recordEnd = start + size + length
    if isCollecting { objects.addRecord(at: start) }
    guard wants(start..<recordEnd) else {
      position = recordEnd
      return
    }
    let payloadEnd = end
    end = recordEnd
    let entry = window.varint(at: start + size, before: end).flatMap { Int(exactly: $0.value) } ?? 0
    path.append(.object(object, classes.className(ofEntry: entry)))
    try begin(
      "object \(object): \(title(ofEntry: entry)), \(Self.bytes(recordEnd - start))",
      byteCount: recordEnd - start)
    end = payloadEnd
    try number("length", "record length", "5.2")
    end = recordEnd
    do {
      try walkRecordBody()
      try takeSurplus()
    } catch let error as Unreadable {
      leaveValues(toStep: 2)
      end = recordEnd
      try takeRaw(error.reason)
    }
    leaveValues(toStep: 1)
    endPart()
    end = payloadEnd
  }

  private mutating func walkRecordBody() throws {
    let entry = try entryNumber("5.2")
    var chain: [Int] = []
    var next = entry
    while let link = classes.entry(next) {
      guard link.kind == .class || link.kind == .struct else {
        throw Unreadable("entry \(next) is not that of a class")
      }
      guard chain.count < ExplainedClasses.chainCount else {
        throw Unreadable("the chain of superclasses is too long")
      }
      chain.append(next)
      next = link.superclass
    }
    guard !chain.isEmpty, next == 0 else { throw Unreadable("entry \(next) is not defined") }
    try openBody(ofChain: chain.reversed(), isUniform: false)
    try walkOpenValues()
  }

  private mutating func walkNamedValues(isMetadata: Bool) throws {
    let section = isMetadata ? "6.2" : "6.1"
    let count = try count("count", isMetadata ? "item count" : "root count", section)
    for index in 0..<count {
      let name = peekString()
      path.append(isMetadata ? .item(index, name) : .root(index, name))
      let title = name.shortened(to: detail.textByteCount).escaped
      try begin("\(isMetadata ? "item" : "root") \"\(title)\"", byteCount: nil)
      try string("name", isMetadata ? "item key" : "root name", section)
      let type = try walkType("type")
      path.append(.value)
      try startValue(type)
      try walkOpenValues()
      leaveValues(toStep: 1)
      endPart()
    }
  }

  private mutating func walkSlots() throws {
    let count = try count("count", "slot count", "5.5")
    guard !isCollecting else {
      objects.addSlots(count, from: position, to: end, &window)
      return
    }
    for index in 0..<count {
      let (object, size) = try peekNumber()
      try takeReference(size, "slot[\(index)]", "slot \(index)", "5.5", to: object)
    }
  }

  private mutating func walkIndex() throws {
    var index = 0
    while end - position >= ArchiveIndex.entryByteCount + 8 {
      path.append(.indexEntry(index))
      let code = window.integer(at: position, byteCount: 4) ?? 0
      let type = ArchiveChunkType(code: UInt32(truncatingIfNeeded: code))
      try take(
        4, "type", "indexed chunk", "6.3", type.firstWrongByte == nil ? "\(type)" : "no chunk type")
      let count = window.integer(at: position, byteCount: 4) ?? 0
      try take(4, "count", "its count", "6.3", "\(count)")
      let length = window.integer(at: position, byteCount: 8) ?? 0
      try take(8, "length", "its length", "6.3", "\(length)")
      try take(8, "payloadCheck", "its payload check", "6.3", "XXH64")
      path.removeLast()
      index += 1
    }
    let own = window.integer(at: position, byteCount: 8) ?? 0
    try take(8, "own", "index offset", "6.3", "\(own)")
  }

  /// Discards the values that are being read, and all steps except the first ones.
  mutating func leaveValues(toStep count: Int) {
    open.removeAll(keepingCapacity: true)
    nested.removeAll(keepingCapacity: true)
    path.cut(to: count)
  }

  /// Returns a number of bytes with its noun.
  static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : String(count) + " bytes" }
}
