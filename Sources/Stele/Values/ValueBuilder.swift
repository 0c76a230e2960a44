/// Makes the values that an interpreter visits, and pays for their memory.
///
/// Spec chapter 3, and rule L4 (§8.3).
struct ValueBuilder: ValueVisitor, Sendable {
  /// A container that is not complete.
  private struct Part {
    let container: VisitedContainer
    /// The budget before the payment for the values of a record, struct or enum.
    var before = MemoryBudget(byteCount: 0)
    /// The type in an `any` value.
    var type = ArchiveTypeDescriptor.any
    var values: [ArchiveValue] = []
    var pairs: [ArchiveMapPair] = []
    var slots: [ArchiveValue?] = []
    /// The key of a pair whose value is not complete.
    var key: ArchiveValue?
  }

  /// The rest of the caller's memory.
  var budget: MemoryBudget
  /// The bytes of the key values of incomplete containers, now and at most for this value.
  private var slotByteCount = 0
  private(set) var largestSlotByteCount = 0
  private var parts: [Part] = []
  /// The complete value or object, which the caller takes.
  var value: ArchiveValue?
  var object: ArchiveObject?
  /// The type of the last `any` value, whose boxes the next value shares if it has the same type.
  private var lastType = ArchiveTypeDescriptor.any

  init(budget: MemoryBudget) {
    self.budget = budget
  }

  /// Begins a value or a record, and discards what a refused one has left.
  mutating func begin() {
    parts.removeAll(keepingCapacity: true)
    (slotByteCount, largestSlotByteCount) = (0, 0)
    (value, object) = (nil, nil)
  }

  mutating func leaf(
    _ type: CompiledType, _ bytes: inout ByteCursor
  ) throws(ArchiveError) {
    if type.operation == .packedList {
      accept(try readPackedList(of: type, &bytes))
    } else {
      accept(try readScalar(type.code, &bytes))
    }
  }

  mutating func reference(
    _ number: Int, _ type: CompiledType, at index: Int, offset: Int, isHashed: Bool
  ) {
    accept(number > 0 ? .reference(number) : .nil)
  }

  mutating func none() { accept(.nil) }

  mutating func absentKey() {
    parts[parts.count - 1].slots.append(nil)
  }

  mutating func open(
    _ container: VisitedContainer, count: Int, at offset: Int,
    _ schema: borrowing CompiledSchema
  ) throws(ArchiveError) {
    var part = Part(container: container)
    switch container {
    case .record:
      try budget.pay(MemoryLayout<ArchiveObject>.stride, at: offset)
      fallthrough
    case .struct, .enum:
      part.before = budget
      let byteCount = MemoryBudget.array(of: ArchiveValue?.self, count: count)
      try budget.pay(byteCount, at: offset)
      slotByteCount += byteCount
      largestSlotByteCount = max(largestSlotByteCount, slotByteCount)
      part.slots.reserveCapacity(count)
    case .list, .set:
      try budget.pay(MemoryBudget.array(of: ArchiveValue.self, count: count), at: offset)
      part.values.reserveCapacity(count)
    case .map:
      try budget.pay(MemoryBudget.array(of: ArchiveMapPair.self, count: count), at: offset)
      part.pairs.reserveCapacity(count)
    case .some:
      try budget.pay(MemoryBudget.box(of: ArchiveValue.self), at: offset)
    case .any(let type, let byteCount):
      // Each byte of a descriptor is a code, which has its own box if there are several.
      let boxes = byteCount > 1 ? byteCount * ArchiveTypeDescriptor.largestByteCount : 0
      try budget.pay(
        boxes + MemoryBudget.box(of: (ArchiveTypeDescriptor, ArchiveValue).self), at: offset)
      part.type = schema.descriptor(type)
      if boxes > 0 {
        if part.type == lastType { budget.giveBack(boxes) } else { lastType = part.type }
        part.type = lastType
      }
    }
    parts.append(part)
  }

  mutating func close() {
    // The list around an element that is visited alone has not been opened.
    guard let part = parts.popLast() else { return }
    slotByteCount -= MemoryBudget.array(of: ArchiveValue?.self, count: part.slots.count)
    switch part.container {
    case .record(let entry):
      let new = ArchiveObject(entry: entry, values: part.slots)
      new.stored.refund(&budget, before: part.before)
      object = new
    case .struct(let entry):
      let new = ArchiveStructValue(entry: entry, values: part.slots)
      new.stored.refund(&budget, before: part.before)
      accept(.struct(new))
    case .enum(let entry, let caseIndex):
      let new = ArchiveEnumValue(entry: entry, caseIndex: caseIndex, values: part.slots)
      new.stored.refund(&budget, before: part.before)
      accept(.enum(new))
    case .list: accept(.list(part.values))
    case .set: accept(.set(part.values))
    case .map: accept(.map(part.pairs))
    case .some, .any: break
    }
  }

  /// Adds a value to the container that was opened last; completes optional and `any` values with it.
  private mutating func accept(_ part: ArchiveValue) {
    var part = part
    while let last = parts.indices.last {
      switch parts[last].container {
      case .some:
        part = .some(part)
        parts.removeLast()
      case .any:
        part = .any(parts[last].type, part)
        parts.removeLast()
      case .list, .set:
        return parts[last].values.append(part)
      case .map:
        if let key = parts[last].key.take() {
          parts[last].pairs.append(ArchiveMapPair(key: key, value: part))
        } else {
          parts[last].key = part
        }
        return
      case .record, .struct, .enum:
        return parts[last].slots.append(part)
      }
    }
    value = part
  }
}

// Values without parts

extension ValueBuilder {
  private mutating func readScalar(
    _ code: TypeCode, _ bytes: inout ByteCursor
  ) throws(ArchiveError) -> ArchiveValue {
    let offset = bytes.offset
    switch code {
    case .string:
      let string = try bytes.readString()
      try budget.pay(MemoryBudget.string(byteCount: string.utf8.count), at: offset)
      return .string(string)
    case .bytes:
      let count = try bytes.readCount()
      try budget.pay(MemoryBudget.array(of: UInt8.self, count: count), at: offset)
      return .bytes(try bytes.readBytes(count))
    case .decimal:
      let sign = try bytes.readByte()
      guard sign < 2 else { return Self.notANumber }
      try budget.pay(MemoryBudget.box(of: ArchiveDecimal.self), at: offset)
      let exponent = Int32(zigzag: try bytes.readShortVarint(width: 32))
      let mantissa = try bytes.readVarint(width: 128)
      return .decimal(.number(isNegative: sign == 1, mantissa: mantissa, exponent: exponent))
    default: break
    }
    switch code.scalarLayout {
    case .signed(let width) where width > 8:
      return .integer(Int128(zigzag: try bytes.readVarint(width: width)))
    case .unsigned(let width) where width > 8:
      return .unsigned(try bytes.readVarint(width: width))
    case .some(let layout):
      return try readElement(code, layout, width: layout.byteCount, &bytes)
    case nil:
      return .nil
    }
  }

  /// The decimal that is not a number, whose box all values share.
  private static let notANumber = ArchiveValue.decimal(.notANumber)

  /// Reads an element of a packed list of elements of a size.
  private func readElement(
    _ code: TypeCode, _ layout: ScalarLayout, width: Int, _ bytes: inout ByteCursor
  ) throws(ArchiveError) -> ArchiveValue {
    switch layout {
    case .bool: .bool(try bytes.readByte() == 1)
    case .signed: .integer(try bytes.readInteger(Int128.self, byteCount: width))
    case .unsigned: .unsigned(try bytes.readInteger(UInt128.self, byteCount: width))
    case .float(byteCount: 2): .float16(bitPattern: try bytes.readInteger())
    case .float(byteCount: 4): .float32(Float(bitPattern: try bytes.readInteger()))
    case .float where code == .date: .date(Double(bitPattern: try bytes.readInteger()))
    case .float: .float64(Double(bitPattern: try bytes.readInteger()))
    case .uuid: .uuid(try bytes.readInteger(UInt128.self, byteCount: 16).byteSwapped)
    }
  }

  /// Reads a packed list.
  ///
  /// Spec §3.5.
  private mutating func readPackedList(
    of type: CompiledType, _ bytes: inout ByteCursor
  ) throws(ArchiveError) -> ArchiveValue {
    let offset = bytes.offset
    let count = try bytes.readCount()
    guard count > 0, let code = TypeCode(rawValue: UInt8(truncatingIfNeeded: type.operand)),
      let layout = code.scalarLayout
    else { return .list([]) }
    let width = layout.hasPackedWidth ? Int(try bytes.readByte()) : layout.byteCount
    try budget.pay(MemoryBudget.array(of: ArchiveValue.self, count: count), at: offset)
    var elements: [ArchiveValue] = []
    elements.reserveCapacity(count)
    for _ in 0..<count {
      elements.append(try readElement(code, layout, width: width, &bytes))
    }
    return .list(elements)
  }
}
