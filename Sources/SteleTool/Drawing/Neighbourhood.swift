package import Stele
package import SteleModel

/// A drawing of an object and its neighbours, up to a number of steps away: the objects that it refers to, and the objects that
/// refer to it.
package struct Neighbourhood {
  /// The content in the middle of the picture.
  package enum Center {
    case object(Int)
    /// A value, with the name of a root or a key path.
    case value(ArchiveNamedValue, isRoot: Bool)
  }

  package private(set) var drawing = Drawing(title: "")
  private let archive: ArchiveReader
  private let check: ArchiveCheck
  private let limit: Int
  /// Visits the references in a value.
  private var walk: ValueWalk
  /// The objects in the order in which they were found, and the same objects as a set.
  private var objects: [Int] = []
  private var included: Set<Int> = []
  /// The references from and to objects that do not fit into the picture.
  private var omitted: [Drawing.Ends: Int] = [:]
  /// The number, above those of all objects, that stands for what does not fit.
  private static let rest = Int.max
  /// The arrows between objects; a source is the position of an object in the order, counted from 1, or 0 for the root.
  private var arrows: [Drawing.Ends: Int] = [:]

  /// Draws a neighbourhood.
  ///
  /// - Parameters:
  ///   - center: The content in the middle, which is part of the archive.
  ///   - archive: The validated archive.
  ///   - check: The same archive, for searches; its values have not been read yet.
  ///   - depth: The largest distance of an object, in steps.
  ///   - limit: The largest number of boxes of objects.
  /// - Throws: The broken rule.
  package init(
    _ center: Center, of archive: ArchiveReader, _ check: ArchiveCheck, depth: Int,
    limit: Int = Drawing.boxLimit
  ) throws(ArchiveError) {
    self.archive = archive
    self.check = check
    self.limit = max(1, limit)
    walk = ValueWalk(archive.classes, skipsScalars: true)
    var frontier: [Int] = []
    var depth = depth
    switch center {
    case .object(let number):
      drawing.title = "object \(number.withSeparators)"
      include(number, from: 0, in: &frontier)
    case .value(let root, let isRoot):
      drawing.title = (isRoot ? "root " : "") + root.name.shortened()
      if depth > 0 {
        walk.begin(root.value, root.type)
        while let (target, _) = walk.nextReference() { include(target, from: 0, in: &frontier) }
      }
      depth -= 1
    }
    try search(from: frontier, depth: depth)
    drawing.title +=
      ", \(objects.count.counted("object")) of \(archive.objectCount.withSeparators)"
    if case .value(let root, let isRoot) = center { addRoot(root, isRoot ? "root" : "value") }
    for (index, number) in objects.enumerated() {
      let isCenter = index == 0 && drawing.boxes.first?.kind != .roots
      try addBox(number, source: index + 1, isCenter: isCenter)
    }
    let order = objects
    drawing.add(
      arrows, least: 2, from: { $0 == 0 ? "roots" : "o\(order[$0 - 1])" }, to: { "o\($0)" })
    addOmitted()
  }

  /// Includes an object if it fits into the picture, and otherwise counts the reference.
  private mutating func include(
    _ number: Int, from source: Int, isReferrer: Bool = false, in next: inout [Int]
  ) {
    guard !included.contains(number) else { return }
    guard objects.count < limit else {
      isReferrer ? omit(from: Self.rest, to: source) : omit(from: source, to: Self.rest)
      return
    }
    objects.append(number)
    included.insert(number)
    next.append(number)
  }

  private mutating func omit(_ count: Int = 1, from source: Int, to target: Int) {
    let ends = Drawing.Ends(source: source, row: nil, target: target, link: .more)
    omitted[ends, default: 0] += count
  }

  private mutating func search(from frontier: [Int], depth: Int) throws(ArchiveError) {
    var frontier = frontier
    var depth = depth
    while depth > 0, !frontier.isEmpty {
      var next: [Int] = []
      for number in frontier {
        guard let object = try archive.object(number) else { continue }
        walk.begin(object)
        while let (target, _) = walk.nextReference() { include(target, from: number, in: &next) }
      }
      let found = try check.referrers(to: Set(frontier), limit: limit)
      for number in frontier {
        for source in found.referrers[number] ?? [] {
          include(source, from: number, isReferrer: true, in: &next)
        }
        if let count = found.omittedCounts[number] { omit(count, from: Self.rest, to: number) }
      }
      frontier = next
      depth -= 1
    }
  }

  private mutating func addRoot(_ root: ArchiveNamedValue, _ kind: String) {
    drawing.boxes.append(
      Drawing.Box(
        id: "roots", kind: .roots, title: root.name.drawn, subtitle: kind,
        rows: [Drawing.Row(name: root.type.drawn, text: root.value.drawn(archive.classes))]))
    addArrows(from: 0, row: 0, root.value, root.type)
  }

  /// Counts the references in a value to objects of the picture.
  private mutating func addArrows(
    from source: Int, row: Int, _ value: ArchiveValue, _ type: ArchiveTypeDescriptor
  ) {
    walk.begin(value, type)
    while let (target, isWeak) = walk.nextReference() {
      guard included.contains(target) else { continue }
      let link: Drawing.Link = isWeak ? .weak : .strong
      arrows[Drawing.Ends(source: source, row: row, target: target, link: link), default: 0] += 1
    }
  }

  private mutating func addBox(
    _ number: Int, source: Int, isCenter: Bool
  ) throws(ArchiveError) {
    guard let object = try archive.object(number) else { return }
    let entry = archive.classes[object.entry]
    var box = Drawing.Box(
      id: "o\(number)", kind: isCenter ? .center : .object, title: entry?.name.drawn ?? "",
      subtitle: "object \(number.withSeparators)")
    let keys = archive.classes.storedKeys(of: object.entry)
    let content = zip(keys, object.values).compactMap { key, value in value.map { (key, $0) } }
    box.rows = Drawing.Row.fitting(content) { key, value in
      let isNil = if case .nil = value { true } else { false }
      return Drawing.Row(
        name: key.name.drawn, text: value.drawn(archive.classes), isDimmed: isNil)
    }
    for (row, (key, value)) in content.enumerated() {
      addArrows(from: source, row: min(row, Drawing.rowLimit), value, key.type)
    }
    drawing.boxes.append(box)
  }

  /// Adds one box for all contents that do not fit into the picture.
  private mutating func addOmitted() {
    guard !omitted.isEmpty else { return }
    drawing.boxes.append(
      Drawing.Box(
        id: "more", kind: .more, title: "… more", subtitle: "beyond \(limit.counted("object"))"))
    let name = { $0 == 0 ? "roots" : $0 == Self.rest ? "more" : "o\($0)" }
    drawing.add(omitted, from: name, to: name)
  }
}

extension ValueWalk {
  /// Returns the object of the next reference, and whether the reference is weak; nil after the last one.
  fileprivate mutating func nextReference() -> (target: Int, isWeak: Bool)? {
    while let event = next() {
      guard case .value(.reference(let number), let type, _) = event else { continue }
      return (number, type?.code == .weak)
    }
    return nil
  }
}
