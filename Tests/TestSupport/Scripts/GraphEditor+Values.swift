import Stele
import SteleModel

extension GraphEditor {
  private static let integers: [Int128] = [
    0, 1, -1, 2, 127, 128, 255, 256, -128, -129, 32_767, 65_536, 1 << 31, 1 << 32, 1 << 62,
    (1 << 63) - 1, 1 << 63, -(1 << 63), -(1 << 63) - 1, (1 << 64) - 1, 1 << 64, .max, .min,
  ]
  private static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.1, 65_504, 65_520, 1e30, 1e300, .infinity, -.infinity, .nan, .signalingNaN,
    .leastNonzeroMagnitude, Double(bitPattern: 0x7FF8_0000_0000_0001), .greatestFiniteMagnitude,
  ]
  private static let texts = [
    "", "a", "red", "green", "\u{E9}", "e\u{301}", "12", "0", "\u{0}", "\u{1F469}\u{200D}\u{1F692}",
    String(repeating: "x", count: 300),
  ]

  /// A scalar of a type that is like another.
  func scalar(_ value: ArchiveValue?, _ type: ArchiveTypeDescriptor) -> ArchiveValue {
    let number = value.flatMap(Self.integer)
    let real = value.flatMap(Self.double)
    switch type {
    case .bool:
      if case .bool? = value { return value ?? .nil }
      return .bool(number != 0)
    case .int8: return .integer(Int128(Int8(clamping: number ?? 0)))
    case .int16: return .integer(Int128(Int16(clamping: number ?? 0)))
    case .int32: return .integer(Int128(Int32(clamping: number ?? 0)))
    case .int64: return .integer(Int128(Int64(clamping: number ?? 0)))
    case .int128: return .integer(number ?? 0)
    case .uint8: return .unsigned(UInt128(UInt8(clamping: number ?? 0)))
    case .uint16: return .unsigned(UInt128(UInt16(clamping: number ?? 0)))
    case .uint32: return .unsigned(UInt128(UInt32(clamping: number ?? 0)))
    case .uint64: return .unsigned(UInt128(UInt64(clamping: number ?? 0)))
    case .uint128: return .unsigned(UInt128(clamping: number ?? 0))
    case .float16:
      if case .float16? = value { return value ?? .nil }
      return .float16(bitPattern: 0x3C00)
    case .float32: return .float32(Float(real ?? 0))
    case .float64: return .float64(real ?? 0)
    case .string:
      if case .string? = value { return value ?? .nil }
      return .string(number.map { "\($0)" } ?? "")
    case .bytes:
      if case .bytes? = value { return value ?? .nil }
      return .bytes([1, 2, 3])
    case .date: return .date(real ?? 0)
    case .uuid:
      if case .uuid? = value { return value ?? .nil }
      return .uuid(UInt128(clamping: number ?? 0))
    default:
      if case .decimal? = value { return value ?? .nil }
      return .decimal(
        .number(isNegative: false, mantissa: UInt128(clamping: number ?? 0), exponent: 0))
    }
  }

  private static func integer(_ value: ArchiveValue) -> Int128? {
    switch value {
    case .integer(let number): number
    case .unsigned(let number): Int128(clamping: number)
    default: nil
    }
  }

  private static func double(_ value: ArchiveValue) -> Double? {
    switch value {
    case .float32(let number): Double(number)
    case .float64(let number), .date(let number): number
    default: integer(value).map { Double($0) }
    }
  }

  /// Some value of a type.
  mutating func value(of type: ArchiveTypeDescriptor, nesting: Int = 4) throws -> ArchiveValue {
    guard nesting > 0 else { return try fitted(nil, of: nil, to: type) }
    switch type {
    case .any:
      let inner = self.type(nesting: 2)
      guard inner != .any else { return .any(.bool, .bool(true)) }
      return .any(inner, try value(of: inner, nesting: nesting - 1))
    case .optional(let part):
      guard script.below(3) > 0 else { return .nil }
      let inner = try value(of: part, nesting: nesting - 1)
      if case .reference = part { return inner }
      return .some(inner)
    case .never: throw Impossible()
    case .list(let part):
      return .list(try (0..<script.below(5)).map { _ in try value(of: part, nesting: nesting - 1) })
    case .set, .map:
      let parts = type.parts
      let keys = try (0..<script.below(5)).map { _ in
        try value(of: parts.first ?? .bool, nesting: nesting - 1)
      }
      return try fitted(.list(keys), of: .list(parts.first ?? .bool), to: type)
    case .reference(let name), .weakReference(let name):
      guard let number = script.pick(targets(of: name)) else {
        return try fitted(nil, of: nil, to: type)
      }
      return .reference(number)
    case .struct(let name):
      let numbers = entries(of: name, .struct)
      guard let number = script.pick(numbers), let keys = graph.classes[number]?.keys else {
        throw Impossible()
      }
      return .struct(
        ArchiveStructValue(entry: number, values: try values(of: keys, nesting: nesting)))
    case .enum(let name):
      guard let number = script.pick(entries(of: name, .enum)),
        let cases = graph.classes[number]?.cases,
        let position = script.pick(cases.indices.filter { !cases[$0].isRetired })
      else { throw Impossible() }
      let values = try values(of: cases[position].keys, nesting: nesting)
      return .enum(ArchiveEnumValue(entry: number, caseIndex: position, values: values))
    case .string: return .string(script.pick(Self.texts) ?? "")
    case .float16:
      return .float16(
        bitPattern: script.pick([0, 0x8000, 0x3C00, 0x7C00, 0x7E00, 0x7C01, 0xFFFF]) ?? 0)
    case .float32: return .float32(Float(script.pick(Self.doubles) ?? 0))
    case .float64: return .float64(script.pick(Self.doubles) ?? 0)
    case .date: return .date(script.pick(Self.doubles) ?? 0)
    case .bytes: return .bytes([UInt8](repeating: script.byte(), count: script.below(70)))
    case .decimal:
      if script.below(8) == 0 { return .decimal(.notANumber) }
      let mantissa = UInt128(clamping: script.pick(Self.integers) ?? 0)
      return .decimal(
        .number(
          isNegative: mantissa > 0 && script.below(3) == 0, mantissa: mantissa,
          exponent: script.below(3) == 0 ? Int32(Int8(bitPattern: script.byte())) : 0))
    default: return scalar(.integer(script.pick(Self.integers) ?? 0), type)
    }
  }

  private mutating func values(of keys: [ArchiveKey], nesting: Int) throws -> [ArchiveValue?] {
    try keys.filter(\.isStored).map { key in
      if key.presence == .optional, script.below(2) == 0 { return nil }
      return try value(of: key.type, nesting: nesting - 1)
    }
  }

  private func entries(of name: String, _ kind: ArchiveClassEntry.Kind) -> [Int] {
    graph.classes.entries.indices.filter {
      graph.classes.entries[$0].name == name && graph.classes.entries[$0].kind == kind
    }.map { $0 + 1 }
  }

  /// Lets a collection have an element twice, or nearly so.
  mutating func double(_ value: inout ArchiveValue) {
    switch value {
    case .list(var elements):
      guard let element = script.pick(elements) else { return }
      elements += Array(repeating: element, count: 1 + script.below(40))
      value = .list(elements)
    case .set(var elements):
      guard var element = script.pick(elements) else { return }
      twist(&element)
      if !elements.contains(element) { elements.append(element) }
      value = .set(elements)
    case .map(var pairs):
      guard var pair = script.pick(pairs) else { return }
      twist(&pair.key)
      if !pairs.contains(where: { $0.key == pair.key }) { pairs.append(pair) }
      value = .map(pairs)
    default: break
    }
  }

  /// Makes a value another one that a program may take for the same.
  private mutating func twist(_ value: inout ArchiveValue) {
    switch value {
    case .float64(let number): value = .float64(number.isZero ? -number : .nan)
    case .float32(let number): value = .float32(number.isZero ? -number : .nan)
    case .string(let text):
      value = .string(
        text.contains("\u{E9}") ? "e\u{301}" : text == "e\u{301}" ? "\u{E9}" : "\u{E9}")
    case .reference(let number):
      // A copy of an object is equal, and another object.
      guard graph.objects.indices.contains(number - 1) else { return }
      value = .reference(graph.add(graph.objects[number - 1]))
      renewMembers()
    case .struct(var item):
      guard let index = item.values.indices.first, var inner = item.values[index] else { return }
      twist(&inner)
      item.values[index] = inner
      value = .struct(item)
    case .integer(let number): value = .integer(number ^ 1)
    default: break
    }
  }

  /// Changes a value a little.
  mutating func nudge(_ value: inout ArchiveValue, _ type: ArchiveTypeDescriptor) {
    switch value {
    case .list(var elements) where !elements.isEmpty:
      elements.remove(at: script.below(elements.count))
      value = .list(elements)
    case .set(var elements) where !elements.isEmpty:
      elements.remove(at: script.below(elements.count))
      value = .set(elements)
    case .map(var pairs) where !pairs.isEmpty:
      pairs.remove(at: script.below(pairs.count))
      value = .map(pairs)
    case .string(let text): value = .string(text + (script.pick(Self.texts) ?? ""))
    case .integer(let number): value = scalar(.integer(number &+ 1), type)
    case .bool(let flag): value = .bool(!flag)
    case .some, .reference: if type.code == .optional { value = .nil }
    default: break
    }
  }
}
