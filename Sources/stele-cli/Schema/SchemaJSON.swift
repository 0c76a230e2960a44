internal import Stele

/// A class table for machines: what the text notation has, and the numbers of objects.
struct SchemaJSON {
  let document: JSON

  init(_ head: Head, _ classes: ClassTable, _ objectCounts: [Int]) {
    let entries = classes.entries.enumerated().map { index, entry in
      Self.entry(entry, number: index + 1, objectCount: objectCounts[index + 1])
    }
    document = .object([
      ("stele", .string("1.\(head.minorVersion)")), ("writer", .string(head.writer)),
      ("objects", .number(objectCounts.reduce(0, +))), ("classes", .array(entries)),
    ])
  }

  private static func entry(_ entry: ClassEntry, number: Int, objectCount: Int) -> JSON {
    var members: [(String, JSON)] = [
      ("number", .number(number)), ("name", .string(entry.name)),
      ("version", .number(entry.version)), ("kind", .string(entry.kind.name)),
    ]
    switch entry.kind {
    case .class:
      members += [
        ("super", .number(entry.superclass ?? 0)), ("objects", .number(objectCount)),
        ("keys", .array(entry.keys.map(key))),
      ]
    case .structure:
      members.append(("keys", .array(entry.keys.map(key))))
    case .enumeration:
      members.append(("cases", .array(entry.cases.map(entryCase))))
    }
    return .object(members)
  }

  private static func entryCase(_ entryCase: Case) -> JSON {
    .object([
      ("name", .string(entryCase.name)), ("since", .number(entryCase.since)),
      ("retired", .bool(entryCase.isRetired)), ("keys", .array(entryCase.keys.map(key))),
    ])
  }

  private static func key(_ key: Key) -> JSON {
    .object([
      ("name", .string(key.name)), ("type", .text(key.type.notation())),
      ("since", .number(key.since)), ("flags", .string(String(describing: key.presence))),
    ])
  }
}
