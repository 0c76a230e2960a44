package import Stele

/// A drawing of the classes of an archive and of the references between them.
package struct ClassDrawing {
  package private(set) var drawing: Drawing
  private let classes: ArchiveClassTable
  /// The entries with boxes that fit into the picture.
  private var shown: Set<Int> = []

  /// Reads and validates an archive, and draws its classes.
  ///
  /// - Parameters:
  ///   - check: The archive; its values have not been read yet.
  ///   - limit: The largest number of boxes of classes; classes with the most objects are shown.
  /// - Throws: The broken rule.
  package init(_ check: ArchiveCheck, limit: Int = Drawing.boxLimit) throws(ArchiveError) {
    classes = check.tables.context.classes
    drawing = Drawing(
      title: "Stele \(Head.versionText), \(classes.count.counted("class", plural: "classes")), "
        + check.tables.context.objectCount.counted("object"))
    let tally = try LinkTally(check)
    chooseEntries(tally.valueCounts, limit: limit)
    addRoots(tally.roots)
    addBoxes(tally.valueCounts)
    addArrows(tally.counts)
  }

  /// Chooses the entries with the most objects or values.
  private mutating func chooseEntries(_ counts: [Int], limit: Int) {
    let order = (1..<(classes.count + 1)).sorted { left, right in
      (counts[left - 1], right) > (counts[right - 1], left)
    }
    shown = Set(order.prefix(max(0, limit)))
  }

  private mutating func addRoots(_ roots: [Drawing.Row]) {
    guard !roots.isEmpty else { return }
    let rows = Drawing.Row.fitting(roots, limit: Drawing.rootLimit) { $0.counted("more root") }
    drawing.boxes.append(
      Drawing.Box(id: "roots", kind: .roots, title: "roots", subtitle: "", rows: rows))
  }

  private mutating func addBoxes(_ counts: [Int]) {
    let superclasses = Set(classes.entries.compactMap(\.superclass))
    for (index, entry) in classes.entries.enumerated() where shown.contains(index + 1) {
      let count = counts[index]
      let (kind, noun): (Drawing.Kind, String) =
        switch entry.kind {
        case .class: (.class, "object")
        case .struct: (.struct, "value")
        case .enum: (.enum, "value")
        }
      drawing.boxes.append(
        Drawing.Box(
          id: "c\(index + 1)", kind: kind, title: entry.name.drawn,
          subtitle:
            "\(kind.rawValue) \(index + 1), version \(entry.version), \(count.counted(noun))",
          rows: rows(of: entry), isDimmed: count == 0 && !superclasses.contains(index + 1)))
    }
    if shown.count < classes.count {
      let count = (classes.count - shown.count).counted("more class", plural: "more classes")
      drawing.boxes.append(
        Drawing.Box(id: "more", kind: .more, title: "… \(count)", subtitle: ""))
    }
  }

  private func rows(of entry: ArchiveClassEntry) -> [Drawing.Row] {
    let cases = entry.cases.flatMap { entryCase in
      [
        Drawing.Row(
          name: entryCase.name.drawn, text: entryCase.isRetired ? "retired" : "",
          isDimmed: entryCase.isRetired)
      ] + entryCase.keys.map { Self.row(of: $0, prefix: "  ") }
    }
    return Drawing.Row.fitting(entry.keys.map { Self.row(of: $0) } + cases)
  }

  private static func row(of key: ArchiveKey, prefix: String = "") -> Drawing.Row {
    let note =
      switch key.presence {
      case .required: ""
      case .optional: ", may be absent"
      case .retired: ", retired"
      }
    return Drawing.Row(
      name: prefix + key.name.drawn, text: key.type.drawn + note, isDimmed: key.presence == .retired
    )
  }

  /// Adds the arrows to superclasses, and those for counts between entries, of which 0 stands for the roots.
  private mutating func addArrows(_ counts: [Drawing.Ends: Int]) {
    for (index, entry) in classes.entries.enumerated() where shown.contains(index + 1) {
      guard let superclass = entry.superclass, shown.contains(superclass) else { continue }
      drawing.arrows.append(
        Drawing.Arrow(from: "c\(index + 1)", to: "c\(superclass)", link: .superclass))
    }
    // Entries that do not fit into the picture share one box.
    var arrows: [Drawing.Ends: Int] = [:]
    for (ends, count) in counts where ends.source == 0 || shown.contains(ends.source) {
      let target = shown.contains(ends.target) ? ends.target : 0
      let arrow = Drawing.Ends(
        source: ends.source, row: ends.row, target: target, link: ends.link)
      arrows[arrow, default: 0] += count
    }
    drawing.add(
      arrows, from: { $0 == 0 ? "roots" : "c\($0)" }, to: { $0 == 0 ? "more" : "c\($0)" })
  }
}

extension ArchiveTypeDescriptor {
  /// The type in words, shortened for a picture.
  var drawn: String { words(nameByteCount: 32).shortened(to: 64) }
}

extension String {
  /// The name for a picture, shortened so that a long name does not enlarge each of its boxes.
  var drawn: String { shortened(to: 256) }
}
