import Stele

extension RandomGraph {
  /// Makes a value for each stored key that is required, and for some of the others.
  mutating func values(of keys: [ArchiveKey], nesting: Int) -> [ArchiveValue?] {
    keys.filter(\.isStored).map { key in
      if key.presence == .optional, nesting <= 0 || !canMake(key.type) || random.isOne(in: 2) {
        return nil
      }
      return value(of: key.type, nesting: nesting, isPlain: false)
    }
  }

  /// Makes a value of a type of which there are values.
  mutating func value(of type: ArchiveTypeDescriptor, nesting: Int, isPlain: Bool) -> ArchiveValue {
    switch type {
    case .any:
      let inner = anyType(nesting: nesting, isPlain: isPlain)
      return .any(inner, value(of: inner, nesting: nesting - 1, isPlain: isPlain))
    case .optional(let part):
      guard nesting > 0, canMake(part), !random.isOne(in: 3) else { return .nil }
      let inner = value(of: part, nesting: nesting - 1, isPlain: isPlain)
      if case .reference = part { return inner }
      return .some(inner)
    case .list(let part): return .list(elements(of: part, nesting: nesting, isPlain: isPlain))
    case .set(let part):
      return .set(distinctElements(of: part, nesting: nesting, isPlain: isPlain))
    case .map(let key, let part):
      guard canMake(part) else { return .map([]) }
      let keys = distinctElements(of: key, nesting: nesting, isPlain: isPlain)
      return .map(
        keys.map { key in
          ArchiveMapPair(key: key, value: value(of: part, nesting: nesting - 1, isPlain: isPlain))
        })
    case .reference(let name): return .reference(random.pick(targets(of: name), or: 1))
    case .weakReference(let name):
      guard let number = targets(of: name).randomElement(using: &random), !random.isOne(in: 3)
      else { return .nil }
      return .reference(number)
    case .struct(let name):
      let number = random.pick(entryNumbers(of: name).filter { canMake(entry: $0) }, or: 1)
      return .struct(
        ArchiveStructValue(
          entry: number, values: values(of: entries[number - 1].keys, nesting: nesting - 1)))
    case .enum(let name):
      let number = random.pick(entryNumbers(of: name).filter { canMake(entry: $0) }, or: 1)
      let cases = entries[number - 1].cases
      let index = random.pick(cases.indices.filter { canMake(cases[$0]) }, or: 0)
      return .enum(
        ArchiveEnumValue(
          entry: number, caseIndex: index,
          values: values(of: cases[index].keys, nesting: nesting - 1)))
    default: return scalar(of: type)
    }
  }

  private mutating func anyType(nesting: Int, isPlain: Bool) -> ArchiveTypeDescriptor {
    let place = nesting > 0 ? valueNames.count : 0
    let inner = type(nesting: Swift.min(2, nesting), isPlain: isPlain, below: place)
    return inner == .any || !canMake(inner) ? .optional(.never) : inner
  }

  private mutating func elements(
    of type: ArchiveTypeDescriptor, nesting: Int, isPlain: Bool
  ) -> [ArchiveValue] {
    guard nesting > 0, canMake(type) else { return [] }
    let count = random.count(upTo: options.elementCount)
    return (0..<count).map { _ in value(of: type, nesting: nesting - 1, isPlain: isPlain) }
  }

  /// Makes values with different bytes, which values of one type have that are not equal.
  private mutating func distinctElements(
    of type: ArchiveTypeDescriptor, nesting: Int, isPlain: Bool
  ) -> [ArchiveValue] {
    var seen: Set<ArchiveValue> = []
    let isPlain = isPlain || !options.hasReferencesInKeys
    keyDepth += 1
    defer { keyDepth -= 1 }
    return elements(of: type, nesting: nesting, isPlain: isPlain).filter {
      seen.insert($0).inserted
    }
  }

  private func targets(of name: String?) -> [Int] {
    guard let name else { return Array(1..<(objectEntries.count + 1)) }
    return members[name] ?? []
  }

  private func entryNumbers(of name: String) -> [Int] {
    entries.indices.filter { entries[$0].name == name }.map { $0 + 1 }
  }

  /// Whether there are values of a type: a reference needs an object to point at, and a weak one stands in no key.
  private func canMake(_ type: ArchiveTypeDescriptor) -> Bool {
    switch type {
    case .never: false
    case .reference(let name): !targets(of: name).isEmpty
    case .weakReference: keyDepth == 0
    case .struct(let name), .enum(let name):
      entryNumbers(of: name).contains { canMake(entry: $0) }
    default: true
    }
  }

  /// Whether there are values of a struct or enum; required keys have only types that are made before.
  private func canMake(entry number: Int) -> Bool {
    guard keyDepth > 0 else { return true }
    let entry = entries[number - 1]
    return entry.kind == .enum ? entry.cases.contains { canMake($0) } : canMake(entry.keys)
  }

  private func canMake(_ item: ArchiveCase) -> Bool {
    !item.isRetired && (keyDepth == 0 || canMake(item.keys))
  }

  private func canMake(_ keys: [ArchiveKey]) -> Bool {
    keys.allSatisfy { $0.presence != .required || canMake($0.type) }
  }

  private mutating func scalar(of type: ArchiveTypeDescriptor) -> ArchiveValue {
    switch type {
    case .bool: .bool(Bool.random(using: &random))
    case .int8: .integer(signed(width: 8))
    case .int16: .integer(signed(width: 16))
    case .int32: .integer(signed(width: 32))
    case .int64: .integer(signed(width: 64))
    case .int128: .integer(signed(width: 128))
    case .uint8: .unsigned(unsigned(width: 8))
    case .uint16: .unsigned(unsigned(width: 16))
    case .uint32: .unsigned(unsigned(width: 32))
    case .uint64: .unsigned(unsigned(width: 64))
    case .uint128: .unsigned(unsigned(width: 128))
    case .float16: .float16(bitPattern: UInt16(truncatingIfNeeded: random.next()))
    case .float32: .float32(float())
    case .float64: .float64(double())
    case .string: .string(text())
    case .bytes: .bytes(bytes())
    case .date: .date(double())
    case .uuid: .uuid(bits())
    default: .decimal(decimal())
    }
  }

  private mutating func bits() -> UInt128 {
    UInt128(random.next()) << 64 | UInt128(random.next())
  }

  /// An integer of a width, of which all sizes are as likely, or the largest one.
  private mutating func unsigned(width: Int) -> UInt128 {
    let most = UInt128.max >> (128 - width)
    if random.isOne(in: 8) { return most }
    return (bits() & most) >> Int.random(in: 0..<width, using: &random)
  }

  private mutating func signed(width: Int) -> Int128 {
    let magnitude = Int128(unsigned(width: width - 1))
    return Bool.random(using: &random) ? magnitude : -1 - magnitude
  }

  private mutating func double() -> Double {
    let usual: [Double] = [
      0, -0.0, 1, -1, 0.1, 1e30, .leastNonzeroMagnitude, 1e16, 123_456_789, .infinity, -.infinity,
      .nan, Double(bitPattern: 0xFFF0_0000_0000_0001), .greatestFiniteMagnitude,
    ]
    return random.isOne(in: 2) ? random.pick(usual, or: 0) : Double(bitPattern: random.next())
  }

  private mutating func float() -> Float {
    let usual: [Float] = [
      0, -0.0, 1, 0.1, 1e30, .leastNonzeroMagnitude, .infinity, -.infinity, .nan,
      Float(bitPattern: 0xFF80_0001), .greatestFiniteMagnitude,
    ]
    return random.isOne(in: 2)
      ? random.pick(usual, or: 0) : Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
  }

  private mutating func decimal() -> ArchiveDecimal {
    if random.isOne(in: 8) { return .notANumber }
    let mantissa = unsigned(width: 128)
    return .number(
      isNegative: mantissa != 0 && Bool.random(using: &random), mantissa: mantissa,
      exponent: Int32(truncatingIfNeeded: random.next()) >> Int32.random(in: 0..<32, using: &random)
    )
  }

  /// Makes a string with scalars of all lengths in UTF-8.
  mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "b", "Z", "0", " ", "\"", "\\", "/", "\u{0}", "\u{1F}", "\n", "\u{7F}", "\u{E9}",
      "e\u{301}".unicodeScalars.last ?? "e", "\u{FEFF}", "\u{2028}", "\u{D7FF}", "\u{E000}",
      "\u{FFFF}", "\u{1F3FA}", "\u{10FFFF}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<random.count(upTo: 12) { text.append(random.pick(scalars, or: "a")) }
    return String(text)
  }

  mutating func bytes() -> [UInt8] {
    (0..<random.count(upTo: 20)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }
}
