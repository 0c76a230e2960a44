internal import Stele
import SteleInspection

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
}
