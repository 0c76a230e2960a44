internal import Stele
import SteleInspection

/// A class table as people read it.
struct SchemaText {
  private(set) var lines: [Line] = []
  private let reusedNames: ReusedNames

  init(_ head: Head, _ classes: ArchiveClassTable, _ objectCounts: [Int]) {
    reusedNames = ReusedNames(classes)
    let writer = head.writer.isEmpty ? "" : " written by \(head.writer)"
    let objectCount = objectCounts.reduce(0, +)
    lines.append(
      "Stele 1.\(head.minorVersion)\(writer), "
        + "\(classes.count.of("class", plural: "classes")), \(objectCount.of("object"))")
    for (index, entry) in classes.entries.enumerated() {
      lines.append("")
      var title: Line =
        "\(index + 1)  \(entry.kind.name) \(entry.name), version \(entry.version)"
      if let superclass = entry.superclass, let above = classes[superclass] {
        title += ", superclass \(above.name) (\(superclass))"
      }
      if entry.kind == .class { title += ", \(objectCounts[index + 1].of("object"))" }
      lines.append(title)
      add(entry.keys, of: entry, indent: "   ")
      for entryCase in entry.cases {
        lines.append("   case \(entryCase.name)\(notes(entryCase))")
        add(entryCase.keys, indent: "     ")
      }
    }
  }

  private mutating func add(
    _ keys: [ArchiveKey], of entry: ArchiveClassEntry? = nil, indent: String
  ) {
    let names = keys.map { "\($0.name)" as Line }
    let width = names.map(\.text.count).max() ?? 0
    for (key, name) in zip(keys, names) {
      let space = String(repeating: " ", count: width - name.text.count + 2)
      lines.append("\(indent)\(name)\(space)\(key.type.words)\(notes(key, of: entry))")
    }
  }

  private func notes(_ key: ArchiveKey, of entry: ArchiveClassEntry?) -> String {
    var notes = ""
    if key.since > 1 { notes += ", since \(key.since)" }
    switch key.presence {
    case .required: break
    case .optional: notes += ", may be absent"
    case .retired: notes += ", retired"
    }
    if let entry, let retirement = reusedNames.retirement(of: key, in: entry) {
      notes += ", name retired by version \(retirement.version) as \(retirement.type.words)"
    }
    return notes
  }

  private func notes(_ entryCase: ArchiveCase) -> String {
    (entryCase.since > 1 ? ", since \(entryCase.since)" : "")
      + (entryCase.isRetired ? ", retired" : "")
  }
}

extension ArchiveClassEntry.Kind {
  /// The name of the kind in text.
  var name: String {
    switch self {
    case .class: "class"
    case .structure: "struct"
    case .enumeration: "enum"
    }
  }
}
