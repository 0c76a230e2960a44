internal import Stele
import SteleInspection

/// A class table for machines: what the text notation has, and the numbers of objects.
struct SchemaJSON {
  let document: JSON

  init(_ head: Head, _ classes: ArchiveClassTable, _ objectCounts: [Int]) {
    let reusedNames = ReusedNames(classes)
    let entries = classes.entries.enumerated().map { index, entry in
      Self.entry(entry, number: index + 1, objectCount: objectCounts[index + 1], reusedNames)
    }
    document = .object([
      ("stele", .string("1.\(head.minorVersion)")), ("writer", .string(head.writer)),
      ("objects", .number(objectCounts.reduce(0, +))), ("classes", .array(entries)),
    ])
  }

  private static func entry(
    _ entry: ArchiveClassEntry, number: Int, objectCount: Int, _ reusedNames: ReusedNames
  ) -> JSON {
    let keys = JSON.array(
      entry.keys.map { key($0, retirement: reusedNames.retirement(of: $0, in: entry)) })
    var members: [(String, JSON)] = [
      ("number", .number(number)), ("name", .string(entry.name)),
      ("version", .number(entry.version)), ("kind", .string(entry.kind.name)),
    ]
    switch entry.kind {
    case .class:
      members += [
        ("super", .number(entry.superclass ?? 0)), ("objects", .number(objectCount)),
        ("keys", keys),
      ]
    case .structure:
      members.append(("keys", keys))
    case .enumeration:
      members.append(("cases", .array(entry.cases.map(entryCase))))
    }
    return .object(members)
  }

  private static func entryCase(_ entryCase: ArchiveCase) -> JSON {
    .object([
      ("name", .string(entryCase.name)), ("since", .number(entryCase.since)),
      ("retired", .bool(entryCase.isRetired)), ("keys", .array(entryCase.keys.map { key($0) })),
    ])
  }

  private static func key(_ key: ArchiveKey, retirement: ReusedNames.Retirement? = nil) -> JSON {
    var members: [(String, JSON)] = [
      ("name", .string(key.name)), ("type", .text(key.type.notation())),
      ("since", .number(key.since)), ("flags", .string(String(describing: key.presence))),
    ]
    if let retirement {
      members.append(
        (
          "nameRetired",
          .object([
            ("version", .number(retirement.version)), ("type", .text(retirement.type.notation())),
          ])
        ))
    }
    return .object(members)
  }
}
