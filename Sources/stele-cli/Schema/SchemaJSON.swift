internal import Stele
import SteleInspection

/// A writer of a class table for machines, key by key: the content of the text notation, and the numbers of objects.
struct SchemaJSON {
  let table: SchemaTable
  let sink: (Line) throws -> Void

  /// Writes the document in one line.
  ///
  /// - Throws: The error of the sink.
  func write() throws {
    try write([
      JSON.format(Schema.self), ("stele", .string(Head.versionText)),
      ("documentType", .string(table.head.documentType)),
      ("writer", .string(table.head.writer)), ("objects", .number(table.objectCount)),
    ])
    try writeList("classes", table.classes.entries) { index, entry in
      try write(entry, number: index + 1)
    }
    try sink("}\n")
  }

  /// Writes the beginning of an object, with its first members.
  private func write(_ members: [(String, JSON)]) throws {
    let texts: [Line] = members.map { "\(JSON.string($0.0).line): \($0.1.line)" }
    try sink("{" + texts.joined(separator: ", "))
  }

  /// Writes a further member, whose value is a list.
  private func writeList<Element>(
    _ name: String, _ elements: [Element], _ body: (Int, Element) throws -> Void
  ) throws {
    try sink(", \(JSON.string(name).line): [")
    for (index, element) in elements.enumerated() {
      if index > 0 { try sink(", ") }
      try body(index, element)
    }
    try sink("]")
  }

  private func write(_ entry: ArchiveClassEntry, number: Int) throws {
    var members: [(String, JSON)] = [
      ("number", .number(number)), ("name", .string(entry.name)),
      ("version", .number(entry.version)), ("kind", .string(entry.kind.name)),
    ]
    if entry.kind == .class {
      members += [
        ("super", .number(entry.superclass ?? 0)), ("objects", .number(table.objectCounts[number])),
      ]
    }
    try write(members)
    if entry.kind == .enum {
      try writeList("cases", entry.cases) { _, entryCase in try write(entryCase) }
    } else {
      try writeList("keys", entry.keys) { index, key in
        try write(key, retirement: table.reusedNames.retirement(ofKey: index, inEntry: number))
      }
    }
    try sink("}")
  }

  private func write(_ entryCase: ArchiveCase) throws {
    try write([
      ("name", .string(entryCase.name)), ("since", .number(entryCase.since)),
      ("retired", .bool(entryCase.isRetired)),
    ])
    try writeList("keys", entryCase.keys) { _, key in try write(key) }
    try sink("}")
  }

  private func write(_ key: ArchiveKey, retirement: ReusedNames.Retirement? = nil) throws {
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
    try sink(JSON.object(members).line)
  }
}
