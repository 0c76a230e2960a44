internal import Stele
import SteleInspection

extension SchemaReport {
  /// Writes the class table for machines in one line, key by key: the content of the text notation, and the numbers of objects.
  ///
  /// - Throws: The error of the sink.
  func writeJSON() throws {
    let members: JSON = [
      "format": JSON.format(Schema.self), "stele": Head.versionText,
      "documentType": head.documentType, "writer": head.writer, "objects": objectCount,
    ]
    try write(members, "classes", classes.entries) {
      try write($1, number: $0 + 1)
    }
    try sink("\n")
  }

  /// Writes an object with a list as its last member.
  private func write<Element>(
    _ members: JSON, _ name: String, _ elements: [Element], _ body: (Int, Element) throws -> Void
  ) throws {
    try sink("{\(members.memberLine)")
    try sink(", \(name.line): [")
    for (index, element) in elements.enumerated() {
      if index > 0 { try sink(", ") }
      try body(index, element)
    }
    try sink("]}")
  }

  private func write(_ entry: ArchiveClassEntry, number: Int) throws {
    var members: JSON = [
      "number": number, "name": entry.name, "version": entry.version, "kind": entry.kind.name,
    ]
    if entry.kind == .class {
      members += ["super": entry.superclass ?? 0, "objects": objectCounts[number]]
    }
    if entry.kind == .enum {
      try write(members, "cases", entry.cases) { try write($1) }
    } else {
      try write(members, "keys", entry.keys) { index, key in
        try write(key, retirement: reusedNames[number]?[index])
      }
    }
  }

  private func write(_ entryCase: ArchiveCase) throws {
    let members: JSON = [
      "name": entryCase.name, "since": entryCase.since, "retired": entryCase.isRetired,
    ]
    try write(members, "keys", entryCase.keys) { try write($1) }
  }

  private func write(_ key: ArchiveKey, retirement: Retirement? = nil) throws {
    var members: JSON = [
      "name": key.name, "type": key.type, "since": key.since,
      "flags": String(describing: key.presence),
    ]
    if let retirement {
      members += [
        "nameRetired": ["version": retirement.version, "type": retirement.type] as JSON
      ]
    }
    try sink(members.line)
  }
}

extension ArchiveTypeDescriptor: JSONWritable {
  // The notation is JSON already.
  func write(to writer: inout JSONWriter) { writer.word(notation()) }
}
