import Stele

/// A comparison of two archives, which produces the changes one at a time.
///
/// Objects are compared by identity, regardless of their numbers: see ``ObjectPairing``. Unreachable objects are ignored.
package struct ArchiveComparison {
  /// A removed or added reference to an object that both archives have.
  private struct HeldReference {
    let object: Int
    let path: String
    /// Whether the object is first reached by this reference.
    let isFirst: Bool
    /// The path of the value in the other archive, if the value is nil there.
    let otherPath: String?
  }

  private let archives: BothSides<ComparedArchive>
  private let pairing: ObjectPairing
  private var paths: BothSides<NodePaths>
  /// For each object without a partner, the number of objects without partners that are first reached through it, directly or
  /// not.
  private let weights: BothSides<[UInt32]>
  /// The references that only one archive has.
  private var held = BothSides<[HeldReference]>(old: [], new: [])
  /// The numbers of changes; complete after all changes have been found.
  package private(set) var counts = ChangeCounts()

  /// Pairs the corresponding objects of two archives.
  ///
  /// - Throws: ``ArchiveDifference/Failure``.
  package init(_ old: ComparedArchive, _ new: ComparedArchive) throws(ArchiveDifference.Failure) {
    archives = BothSides(old: old, new: new)
    if old.conversion.joins == new.conversion.joins {
      old.schema.joins = old.conversion
      new.schema.joins = new.conversion
    }
    pairing = try ObjectPairing(archives)
    paths = BothSides(old: NodePaths(old), new: NodePaths(new))
    weights = BothSides(
      old: Self.weights(of: old, pairing), new: Self.weights(of: new, pairing))
  }

  private var old: ComparedArchive { archives.old }
  private var new: ComparedArchive { archives.new }

  private static func weights(of archive: ComparedArchive, _ pairing: ObjectPairing) -> [UInt32] {
    let side = archive.side
    guard archive.order.contains(where: { pairing.partner(of: Int($0), side) == nil }) else {
      return []
    }
    var weights = [UInt32](repeating: 0, count: archive.nodeCount + 1)
    for node in archive.order.reversed() {
      let node = Int(node)
      guard archive.isObject(node), pairing.partner(of: node, side) == nil else { continue }
      weights[Int(archive.parents[node])] &+= weights[node] &+ 1
    }
    return weights
  }

  /// Finds all changes, root by root, then object by object, and finally the removed and added references; if there are none,
  /// the changes of definitions.
  ///
  /// - Parameter body: Receives each change.
  /// - Throws: ``ArchiveDifference/Failure``, or the error of the closure.
  package mutating func forEachChange(_ body: (ArchiveDifference.Change) throws -> Void) throws {
    countObjects()
    let rootCount = old.nodeCount - old.outline.objectCount
    for node in old.order.prefix(rootCount) { try compare(Int(node), body) }
    for node in new.order.prefix(new.nodeCount - new.outline.objectCount)
    where pairing.partner(of: Int(node), .new) == nil {
      guard case .value(let item) = try new.content(of: Int(node)) else { continue }
      try emit(item.value, of: .new, paths.new.path(of: Int(node)), body)
    }
    for node in old.order.dropFirst(rootCount) { try compare(Int(node), body) }
    try emitHeld(body)
    guard counts.changeCount == 0 else { return }
    for change in DefinitionComparison(old, new).changes { try emit(change, body) }
  }

  private mutating func countObjects() {
    for (archive, kind) in [(old, ArchiveDifference.Change.Kind.removed), (new, .added)] {
      for node in archive.order.lazy.map({ Int($0) })
      where archive.isObject(node) && pairing.partner(of: node, archive.side) == nil {
        counts.count(kind, objectOf: archive.className(of: node))
      }
    }
  }

  private mutating func emit(
    _ change: ArchiveDifference.Change, _ body: (ArchiveDifference.Change) throws -> Void
  ) throws {
    counts.count(change.kind)
    try body(change)
  }

  private mutating func compare(_ node: Int, _ body: (ArchiveDifference.Change) throws -> Void)
    throws
  {
    guard let partner = pairing.partner(of: node, .old) else {
      guard !old.isObject(node), case .value(let item) = try old.content(of: node) else { return }
      return try emit(item.value, of: .old, paths.old.path(of: node), body)
    }
    guard !isUnchanged(node, partner) else { return }
    let before = (counts.changeCount, held.old.count, held.new.count)
    let (left, right) = (try old.content(of: node), try new.content(of: partner))
    if case .object(let a) = left, case .object(let b) = right,
      old.schema.identity(ofEntry: a.entry) != new.schema.identity(ofEntry: b.entry)
    {
      let bases = (try paths.old.path(of: node), try paths.new.path(of: partner))
      try emit(
        ArchiveDifference.Change(
          bases.0, old.schema.text(ofClass: a.entry), bases.1, new.schema.text(ofClass: b.entry)),
        body)
    }
    var events: [ValueComparison.Event] = []
    var comparison = ValueComparison(archives: archives, findsReferencesOnly: false)
    let keys = ReferenceKeys(pairing: pairing, levelCount: 1, isLoose: false, isComplete: true)
    comparison.compare(left, right, keys) { event in
      if case .references(let a, let b, _) = event, isSame(a, b) { return }
      events.append(event)
    }
    guard !events.isEmpty || counts.changeCount > before.0 else { return }
    let bases = (try paths.old.path(of: node), try paths.new.path(of: partner))
    for event in events { try take(event, bases, body) }
    if old.isObject(node), (counts.changeCount, held.old.count, held.new.count) != before {
      counts.count(.changed, objectOf: new.className(of: partner))
    }
  }

  private func isSame(_ left: Int, _ right: Int) -> Bool {
    left == 0 || right == 0 ? left == right : pairing.partner(of: left, .old) == right
  }

  /// Returns whether two nodes are known to have the same content without reading them.
  private func isUnchanged(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (old.outline, new.outline)
    guard a.scalars[left] == b.scalars[right], a.shapes[left] == b.shapes[right],
      a.shapes[left] & 1 == 0, !old.schema.hasLineages,
      !old.isObject(left)
        || old.schema.joins == nil
        || old.schema.identity(ofEntry: old.entry(of: left))
          == new.schema.identity(ofEntry: new.entry(of: right))
    else { return false }
    let (start, other) = (a.starts[left], b.starts[right])
    let count = a.starts[left + 1] - start
    guard count == b.starts[right + 1] - other else { return false }
    for index in 0..<count {
      let (target, partner) = (a.targets[start + index], b.targets[other + index])
      if target.isList || partner.isList {
        guard target.isList, partner.isList, target.number == partner.number else { return false }
      } else if !isSame(old.object(of: target), new.object(of: partner)) {
        return false
      }
    }
    return true
  }

  // Events

  private mutating func take(
    _ event: ValueComparison.Event, _ bases: (old: String, new: String),
    _ body: (ArchiveDifference.Change) throws -> Void
  ) throws {
    switch event {
    case .references(let left, let right, let place):
      let (path, newPath) = (bases.old + place.old, bases.new + place.new)
      if right == 0, pairing.partner(of: left, .old) != nil {
        try hold(left, .old, at: path, nilAt: newPath)
      } else if left == 0, pairing.partner(of: right, .new) != nil {
        try hold(right, .new, at: newPath, nilAt: path)
      } else {
        try emit(
          ArchiveDifference.Change(
            path, try text(of: left, .old, at: path), newPath,
            try text(of: right, .new, at: newPath)), body)
      }
    case .changed(let left, let right, let place):
      let (path, newPath) = (bases.old + place.old, bases.new + place.new)
      try emit(
        ArchiveDifference.Change(
          path, Self.typed(try text(of: left, .old, at: path), left, right), newPath,
          Self.typed(try text(of: right, .new, at: newPath), right, left)), body)
    case .removed(let value, let place):
      try emit(value, of: .old, bases.old + place.old, body)
    case .added(let value, let place):
      try emit(value, of: .new, bases.new + place.new, body)
    case .moved(let left, let right, let place):
      if let number = right.referenceNumber, new.isReached(number) {
        counts.count(.moved, objectOf: new.className(of: number))
      }
      let path = bases.old + place.old
      try emit(
        ArchiveDifference.Change(
          kind: .moved, oldPath: path, newPath: bases.new + place.new,
          old: try text(of: left, .old, at: path)), body)
    }
  }

  /// Returns the text of an `any` value, with its type if the other value has a different type.
  private static func typed(_ text: String, _ value: ArchiveValue, _ other: ArchiveValue) -> String
  {
    guard case .any(let type, _) = value, case .any(let otherType, _) = other, type != otherType
    else { return text }
    return "\(text) as \(type.shortWords)"
  }

  /// Reports a value that only one archive has, unless it is a reference to an object that both have.
  private mutating func emit(
    _ value: ArchiveValue, of side: ArchiveDifference.Side, _ path: String,
    _ body: (ArchiveDifference.Change) throws -> Void
  ) throws {
    if let number = value.referenceNumber, archives[side].isReached(number),
      pairing.partner(of: number, side) != nil
    {
      return try hold(number, side, at: path)
    }
    try emit(text(of: value, side, at: path), of: side, path, body)
  }

  /// Reports the text of a value that only one archive has, or that is nil at a path of the other archive.
  private mutating func emit(
    _ text: String, of side: ArchiveDifference.Side, _ path: String, nilAt other: String? = nil,
    _ body: (ArchiveDifference.Change) throws -> Void
  ) throws {
    let none = other.map { _ in "nil" }
    try emit(
      side == .old
        ? ArchiveDifference.Change(path, text, other, none)
        : ArchiveDifference.Change(other, none, path, text), body)
  }

  /// Keeps a reference that only one archive has, until all references of this kind are found.
  private mutating func hold(
    _ object: Int, _ side: ArchiveDifference.Side, at path: String, nilAt otherPath: String? = nil
  ) throws(ArchiveDifference.Failure) {
    let isFirst = try paths[side].isFirst(path, of: object)
    held[side].append(
      HeldReference(object: object, path: path, isFirst: isFirst, otherPath: otherPath))
  }

  /// Reports the changes of references to objects that both archives have.
  ///
  /// An object has moved if the reference by which it was first reached is removed, and the reference by which it is now first
  /// reached is added.
  private mutating func emitHeld(_ body: (ArchiveDifference.Change) throws -> Void) throws {
    let (lost, gained) = (held.old, held.new)
    let pairs = SequenceAlignment.pairs(
      lost.indices.filter { lost[$0].isFirst }, gained.indices.filter { gained[$0].isFirst },
      { UInt64(pairing.partner(of: lost[$0].object, .old) ?? 0) }, { UInt64(gained[$0].object) })
    var isMoved = [Bool](repeating: false, count: gained.count)
    var partners: [Int: Int] = [:]
    for pair in pairs {
      isMoved[pair.new] = true
      partners[pair.old] = pair.new
    }
    for (index, reference) in lost.enumerated() {
      let text = try text(of: reference.object, .old, at: reference.path)
      if let partner = partners[index] {
        counts.count(.moved, objectOf: old.className(of: reference.object))
        try emit(
          ArchiveDifference.Change(
            kind: .moved, oldPath: reference.path, newPath: gained[partner].path, old: text), body)
      } else {
        try emit(text, of: .old, reference.path, nilAt: reference.otherPath, body)
      }
    }
    for (reference, isMoved) in zip(gained, isMoved) where !isMoved {
      let text = try text(of: reference.object, .new, at: reference.path)
      try emit(text, of: .new, reference.path, nilAt: reference.otherPath, body)
    }
  }

  // Texts

  private mutating func text(
    of value: ArchiveValue, _ side: ArchiveDifference.Side, at path: String
  ) throws(ArchiveDifference.Failure) -> String {
    let archive = archives[side]
    if let number = value.referenceNumber {
      return try text(of: archive.isReached(number) ? number : 0, side, at: path)
    }
    return ValueText(value, in: archive).text
  }

  /// Returns a text of an object: its content if this reference is the first to reach it, and otherwise the path of that
  /// reference.
  private mutating func text(
    of object: Int, _ side: ArchiveDifference.Side, at path: String
  ) throws(ArchiveDifference.Failure) -> String {
    guard object > 0 else { return "nil" }
    let archive = archives[side]
    guard try paths[side].isFirst(path, of: object) else {
      let first = try paths[side].path(of: object)
      return "\(KeyPathText.name(archive.className(of: object))) at \(first)"
    }
    guard case .object(let content) = try archive.content(of: object) else { return "nil" }
    let weights = weights[side]
    let weight =
      pairing.partner(of: object, side) == nil && weights.indices.contains(object)
      ? Int(weights[object]) : 0
    let rest = weight == 0 ? "" : " and \(weight) object\(weight == 1 ? "" : "s") below"
    return ValueText(content, in: archive).text + rest
  }
}
