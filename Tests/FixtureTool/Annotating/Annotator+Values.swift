import Stele

extension Annotator {
  /// An entry number in front of a uniform list, and those that belong to it.
  private struct Said {
    let entry: Int
    let inner: [Said]
  }

  /// The presence bytes and the values of a body or a record.
  ///
  /// A list may have said the entries of the required structs in it.
  private mutating func walkBody(_ keys: [ArchiveKey], _ said: [Said]) {
    let stored = keys.filter(\.isStored)
    let optionals = stored.filter { $0.presence == .optional }
    var bits: [Bool] = []
    if !optionals.isEmpty {
      let count = (optionals.count + 7) / 8
      bits = bytes[position..<position + count].flatMap { byte in
        (0..<8).map { byte >> UInt8($0) & 1 == 1 }
      }
      let present = zip(optionals, bits).filter { $0.1 }.map { "\"\($0.0.name)\"" }
      take(
        count, "presence",
        present.isEmpty ? "no optional key" : "present: " + present.joined(separator: ", "))
    }
    var index = 0
    var said = said[...]
    for (ordinal, key) in stored.enumerated() {
      if key.presence == .optional {
        index += 1
        guard bits[index - 1] else { continue }
      } else if case .structure = key.type, let first = said.popFirst() {
        path.append("key[\(ordinal)]")
        walkInline(first.entry, first.inner)
        path.removeLast()
        continue
      }
      walkValue(key.type, "key[\(ordinal)]", label: "\"\(key.name)\": ")
    }
  }

  /// The presence bytes and the values of a body or a record.
  mutating func walkBody(_ keys: [ArchiveKey]) { walkBody(keys, []) }

  /// A value.
  mutating func walkValue(_ type: ArchiveTypeDescriptor, _ name: String, label: String = "") {
    path.append(name)
    defer { path.removeLast() }
    switch type {
    case .optional(.reference), .reference:
      number("ref") { label + ($0 == 0 ? "nil" : "object \($0)") }
    case .weakReference:
      varint("weak") {
        label + ($0 == 0 ? "nil" : $0 % 2 == 0 ? "object \($0 / 2), weak" : "weak slot \($0 / 2)")
      }
    case .optional(let part):
      let flag = take(1, "flag", label + (peek(1) == 0 ? "nil" : "not nil")).first
      if flag == 1 { walkValue(part, "some") }
    case .list(let element): walkList(of: element, label)
    case .set(let element):
      let count = number("count") { label + "elements: \($0)" }
      for index in 0..<count { walkValue(element, "[\(index)]") }
    case .map(let key, let value):
      let count = number("count") { label + "pairs: \($0)" }
      for index in 0..<count {
        walkValue(key, "[\(index)]key")
        walkValue(value, "[\(index)]value")
      }
    case .structure, .enumeration:
      walkInline(number("entry") { label + "entry \($0)" })
    case .any:
      let inner = walkType("type", of: "any")
      walkValue(inner, "any", label: label)
    default: walkScalar(type, label)
    }
  }

  /// What follows the entry number of a struct or enum.
  private mutating func walkInline(_ number: Int, _ said: [Said] = []) {
    let entry = entries[number - 1]
    if entry.kind == .enumeration {
      let index = self.number("case") { "case \($0): \"\(entry.cases[$0].name)\"" }
      walkBody(entry.cases[index].keys)
    } else if entry.keys.allSatisfy({ !$0.isStored }) {
      take(1, "empty", "a struct without stored keys")
    } else {
      walkBody(entry.keys, said)
    }
  }

  /// The nested entry numbers below the one of an entry.
  private mutating func walkNestedEntries(below number: Int) -> [Said] {
    let entry = entries[number - 1]
    guard entry.kind == .structure else { return [] }
    return entry.keys.filter { $0.presence == .required && $0.type.code == .struct }.map { key in
      path.append("\"\(key.name)\"")
      defer { path.removeLast() }
      let entry = self.number("entry") { "\"\(key.name)\": all of entry \($0)" }
      return Said(entry: entry, inner: walkNestedEntries(below: entry))
    }
  }

  private mutating func walkList(of element: ArchiveTypeDescriptor, _ label: String) {
    let count = number("count") { label + "elements: \($0)" }
    guard count > 0 else { return }
    switch element {
    case .structure, .enumeration:
      let entry = number("entry") { $0 == 0 ? "mixed" : "all of entry \($0)" }
      let said = entry == 0 ? [] : walkNestedEntries(below: entry)
      for index in 0..<count {
        path.append("[\(index)]")
        walkInline(entry == 0 ? number("entry") { "entry \($0)" } : entry, said)
        path.removeLast()
      }
    default:
      guard let layout = element.code.scalarLayout else {
        for index in 0..<count { walkValue(element, "[\(index)]") }
        return
      }
      var width = layout.byteCount
      if layout.hasPackedWidth {
        width = Int(take(1, "width", "bytes each: \(peek(1))").first ?? 1)
      }
      for index in 0..<count { take(width, "[\(index)]", "packed element") }
    }
  }

  private mutating func walkScalar(_ type: ArchiveTypeDescriptor, _ label: String) {
    switch type {
    case .bool: take(1, "bool", label + (peek(1) == 0 ? "false" : "true"))
    case .int8: take(1, "int", label + "\(Int8(truncatingIfNeeded: peek(1)))")
    case .uint8: take(1, "int", label + "\(peek(1))")
    case .int16, .int32, .int64, .int128:
      varint("int") { label + "\(Int128(truncatingIfNeeded: $0 >> 1) ^ -Int128($0 & 1))" }
    case .uint16, .uint32, .uint64, .uint128: varint("int") { label + "\($0)" }
    case .string: string("string") { label + "\"\($0)\"" }
    case .bytes:
      let count = number("bytes.length") { label + "bytes, length: \($0)" }
      if count > 0 { take(count, "bytes.bytes", "bytes") }
    case .decimal:
      let sign = take(1, "sign", label + "decimal, sign").first ?? 0
      guard sign < 2 else { return }
      take(1, "exponent", "exponent \(Int8(truncatingIfNeeded: peek(1)))")
      varint("mantissa") { "mantissa \($0)" }
    default: take(type.code.scalarLayout?.byteCount ?? 0, "fixed", label + "\(type.code)")
    }
  }
}
