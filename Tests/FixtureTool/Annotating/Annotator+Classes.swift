import Stele

extension Annotator {
  /// The payload of a `CLAS` chunk.
  mutating func walkClasses() {
    let nameCount = number("names") { "names: \($0)" }
    let entryCount = number("entries") { "entries: \($0)" }
    for _ in 0..<nameCount {
      let index = names.count + 1
      names.append(string("name[\(index)]") { "name \(index): \"\($0)\"" })
    }
    for _ in 0..<entryCount {
      path.append("entry[\(entries.count + 1)]")
      entries.append(walkEntry())
      path.removeLast()
    }
  }

  private mutating func walkEntry() -> ArchiveClassEntry {
    let label = "entry \(entries.count + 1)"
    let name = names[number("name") { "\(label): name \($0)" } - 1]
    let version = number("version") { "class version \($0)" }
    let kind = take(1, "kind", "kind: \(["class", "struct", "enum"][Int(peek(1))])").first ?? 0
    let superclass = number("superclass") { $0 == 0 ? "no superclass" : "superclass: entry \($0)" }
    let count = number("count") { "\(kind == 2 ? "cases" : "keys"): \($0)" }
    switch kind {
    case 0:
      return .class(
        name, version: version, superclass: superclass == 0 ? nil : superclass,
        keys: (0..<count).map { walkKey($0) })
    case 1: return .structure(name, version: version, keys: (0..<count).map { walkKey($0) })
    default: return .enumeration(name, version: version, cases: (0..<count).map { walkCase($0) })
    }
  }

  private mutating func walkKey(_ index: Int) -> ArchiveKey {
    path.append("key[\(index)]")
    defer { path.removeLast() }
    let name = string("name") { "key \"\($0)\"" }
    let type = walkType("type", of: "key \"\(name)\"")
    let since = number("since") { "since version \($0)" }
    let flags = take(1, "flags", ["required", "optional", "retired"][Int(peek(1))]).first ?? 0
    return ArchiveKey(
      name, type, since: since, presence: ArchiveKey.Presence(rawValue: flags) ?? .required)
  }

  private mutating func walkCase(_ index: Int) -> ArchiveCase {
    path.append("case[\(index)]")
    defer { path.removeLast() }
    let name = string("name") { "case \"\($0)\"" }
    let since = number("since") { "since version \($0)" }
    let flags = take(1, "flags", peek(1) == 2 ? "retired" : "not retired").first ?? 0
    let count = number("keys") { "keys: \($0)" }
    return ArchiveCase(
      name, since: since, isRetired: flags == 2, keys: (0..<count).map { walkKey($0) })
  }

  /// A type descriptor: one field for each code and each name number.
  mutating func walkType(_ name: String, of owner: String) -> ArchiveTypeDescriptor {
    let code = TypeCode(rawValue: bytes[position]) ?? .any
    take(1, name, "type: \(code)")
    switch code {
    case .optional: return .optional(walkType(name + "'", of: owner))
    case .list: return .list(walkType(name + "'", of: owner))
    case .set: return .set(walkType(name + "'", of: owner))
    case .map:
      let key = walkType(name + "'", of: owner)
      return .map(key: key, value: walkType(name + "\"", of: owner))
    case .ref, .weak, .struct, .enum:
      let index = number(name + ".name") { $0 == 0 ? "any object" : "name \($0)" }
      let target = index == 0 ? nil : names[index - 1]
      switch code {
      case .ref: return .reference(to: target)
      case .weak: return .weakReference(to: target)
      case .struct: return .structure(target ?? "")
      default: return .enumeration(target ?? "")
      }
    default: return ArchiveTypeDescriptor.simpleTypes[code] ?? .any
    }
  }
}
