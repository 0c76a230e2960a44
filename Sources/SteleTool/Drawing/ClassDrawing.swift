package import Stele

/// A drawing of the classes of an archive and of the references between them.
package struct ClassDrawing {
  package private(set) var drawing: Drawing
  private let classes: ArchiveClassTable
  /// The entries with boxes that fit into the picture.
  private var shown: Set<Int> = []
  /// The row of each key of the compiled schema, and the entry to which the key belongs.
  private var places: [(entry: Int, row: Int)] = []
  /// The arrows between entries; a source of 0 stands for the roots, and a target of 0 for the entries that do not fit.
  private var arrows: [Drawing.Ends: Int] = [:]

  /// Reads and validates an archive, and draws its classes.
  ///
  /// - Parameters:
  ///   - check: The archive; its values have not been read yet.
  ///   - limit: The largest number of boxes of classes; classes with the most objects are shown.
  /// - Throws: The broken rule.
  package init(_ check: ArchiveCheck, limit: Int = Drawing.boxLimit) throws(ArchiveError) {
    classes = check.tables.context.classes
    drawing = Drawing(title: "")
    var roots: [(row: Drawing.Row, links: [ReferenceLink: Int])] = []
    var omittedRoots: [ReferenceLink: Int] = [:]
    var rootCount = 0
    let tally = try check.tallyReferences { name, type, links in
      rootCount += 1
      if roots.count < Drawing.rootLimit {
        roots.append((Drawing.Row(name: name.drawn, text: type.drawn), links))
      } else {
        omittedRoots.merge(links, uniquingKeysWith: +)
      }
    }
    var counts = tally.valueCounts
    for entry in check.tables.context.objectEntries ?? []
    where counts.indices.contains(Int(entry) - 1) {
      counts[Int(entry) - 1] += 1
    }
    let objectCount = check.tables.context.objectCount
    drawing.title =
      "Stele \(Head.versionText), \(classes.count.counted("class", plural: "classes")), "
      + objectCount.counted("object")
    chooseEntries(counts, limit: limit)
    findPlaces(check.tables.context.schema)
    if rootCount > 0 {
      var rows = roots.map(\.row)
      if rootCount > rows.count {
        rows.append(.more((rootCount - rows.count).counted("more root")))
      }
      drawing.boxes.append(
        Drawing.Box(id: "roots", kind: .roots, title: "roots", subtitle: "", rows: rows))
      for (row, root) in roots.enumerated() { add(root.links, from: (0, row)) }
      add(omittedRoots, from: (0, roots.count))
    }
    addBoxes(counts)
    add(tally.counts, from: nil)
    addArrows()
  }

  /// Chooses the entries with the most objects or values.
  private mutating func chooseEntries(_ counts: [Int], limit: Int) {
    let order = (1..<(classes.count + 1)).sorted { left, right in
      (counts[left - 1], right) > (counts[right - 1], left)
    }
    shown = Set(order.prefix(max(0, limit)))
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
    return Drawing.Row.fitting(entry.keys.map { Self.row(of: $0) } + cases) { $0 }
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

  /// Finds the rows of the keys of the compiled schema, which has no retired keys.
  private mutating func findPlaces(_ schema: CompiledSchema) {
    places = Array(repeating: (0, 0), count: schema.keys.count)
    for (index, entry) in classes.entries.enumerated() {
      guard let bodies = schema[index + 1]?.bodies else { continue }
      var row = 0
      func place(_ keys: [ArchiveKey], _ body: Int) {
        guard schema.bodies.indices.contains(body) else { return }
        var next = schema.bodies[body].keys.lowerBound
        for key in keys {
          if key.isStored, places.indices.contains(next) {
            places[next] = (index + 1, min(row, Drawing.rowLimit))
            next += 1
          }
          row += 1
        }
      }
      if entry.kind == .enum {
        for (offset, entryCase) in entry.cases.enumerated() {
          row += 1
          place(entryCase.keys, bodies.lowerBound + offset)
        }
      } else {
        place(entry.keys, bodies.lowerBound)
      }
    }
  }

  /// Adds links of keys, and links without a key, which begin at a place, if there is one.
  private mutating func add(
    _ links: [ReferenceLink: Int], from start: (entry: Int, row: Int)?
  ) {
    for (link, count) in links {
      // Structs in the value of a root have their own keys.
      guard let place = places.indices.contains(link.key) ? places[link.key] : start,
        shown.contains(place.entry) || place.entry == 0
      else { continue }
      let kind: Drawing.Link =
        if classes[link.target]?.kind != .class { .value } else if link.isWeak { .weak } else {
          .strong
        }
      let target = shown.contains(link.target) ? link.target : 0
      let arrow = Drawing.Ends(
        source: place.entry, row: place.row, target: target, link: kind)
      arrows[arrow, default: 0] += count
    }
  }

  private mutating func addArrows() {
    for (index, entry) in classes.entries.enumerated() where shown.contains(index + 1) {
      guard let superclass = entry.superclass, shown.contains(superclass) else { continue }
      drawing.arrows.append(
        Drawing.Arrow(from: "c\(index + 1)", to: "c\(superclass)", link: .superclass))
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
