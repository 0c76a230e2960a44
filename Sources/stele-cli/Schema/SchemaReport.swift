internal import Stele
import SteleInspection

/// The output of `stele schema`: the class table of an archive, with the numbers of objects and the reused names.
struct SchemaReport {
  let head: Head
  let classes: ArchiveClassTable
  let reusedNames: [Int: [Int: Retirement]]
  /// The number of objects of each entry, entry 1 first.
  private(set) var objectCounts: [Int]
  let sink: (Line) throws -> Void

  init(_ head: Head, _ context: ReadingContext, to sink: @escaping (Line) throws -> Void) {
    (self.head, self.sink) = (head, sink)
    classes = context.classes
    reusedNames = classes.reusedNames()
    objectCounts = Array(repeating: 0, count: classes.count + 1)
    for entry in context.objectEntries ?? [] where objectCounts.indices.contains(Int(entry)) {
      objectCounts[Int(entry)] += 1
    }
  }

  var objectCount: Int { objectCounts.reduce(0, +) }
}

extension SchemaReport {
  /// Writes the class table for people, key by key.
  func writeText() throws {
    let writer = head.writer.isEmpty ? "" : " written by \(head.writer)"
    try say(
      "Stele \(Head.versionText)\(writer), "
        + "\(classes.count.of("class", plural: "classes")), "
        + "\(objectCount.of("object"))")
    for (index, entry) in classes.entries.enumerated() {
      try say("")
      var title: Line =
        "\(index + 1)  \(entry.kind.name) \(entry.name), version \(entry.version)"
      if let superclass = entry.superclass, let above = classes[superclass] {
        title += ", superclass \(above.name) (\(superclass))"
      }
      if entry.kind == .class { title += ", \(objectCounts[index + 1].of("object"))" }
      try say(title)
      try write(entry.keys, ofEntry: index + 1, indent: "   ")
      for entryCase in entry.cases {
        try say("   case \(entryCase.name)\(notes(entryCase))")
        try write(entryCase.keys, indent: "     ")
      }
    }
  }

  private func say(_ line: Line) throws { try sink(line + "\n") }

  private func write(_ keys: [ArchiveKey], ofEntry entry: Int? = nil, indent: String) throws {
    let width = keys.map { ("\($0.name)" as Line).text.count }.max() ?? 0
    for (index, key) in keys.enumerated() {
      let name = ("\(key.name)" as Line).padded(to: width)
      let retirement = entry.flatMap { reusedNames[$0]?[index] }
      try say("\(indent)\(name)  \(key.type.words)\(notes(key, retirement))")
    }
  }

  private func notes(_ key: ArchiveKey, _ retirement: Retirement?) -> String {
    var notes = ""
    if key.since > 1 { notes += ", since \(key.since)" }
    switch key.presence {
    case .required: break
    case .optional: notes += ", may be absent"
    case .retired: notes += ", retired"
    }
    if let retirement {
      notes += ", name retired by version \(retirement.version) as \(retirement.type.words)"
    }
    return notes
  }

  private func notes(_ entryCase: ArchiveCase) -> String {
    (entryCase.since > 1 ? ", since \(entryCase.since)" : "")
      + (entryCase.isRetired ? ", retired" : "")
  }

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
