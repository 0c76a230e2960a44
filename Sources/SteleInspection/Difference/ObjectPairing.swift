import Stele

/// The pairs of corresponding objects of two archives.
///
/// Roots with equal names are pairs, and so are the targets of references that a pair has at equal keys. If several objects are
/// candidates, the most similar ones are paired first. Objects are compared by
///
/// * their content and the content of objects up to a number of references away (colours, in several depths),
/// * their content without references,
/// * their class.
///
/// Objects that no pair refers to are paired by their content, wherever they are.
///
/// - Complexity: O(*n* log *n*), where *n* is the number of objects and references.
///
/// The pairing is an object, so that its users do not copy the tables of partners.
final class ObjectPairing {
  /// The depths, in references, of the colours that are always computed; `colorSteps` limits the work for a larger depth.
  private static let colorDepths = [4, 1]
  private static let colorSteps = 1 << 26
  /// The largest number of pairs of entries for which the relation is computed.
  private static let relationLimit = 1024

  fileprivate let archives: BothSides<ComparedArchive>
  /// For each node, its partner in the other archive, or 0.
  private var partners: BothSides<[UInt32]>
  /// The colours of the nodes, the deepest first.
  fileprivate private(set) var colors: [BothSides<[UInt64]>] = []
  /// The pairs with references to follow, by the level on which objects must be equal.
  private var queues: [ArraySlice<(old: UInt32, new: UInt32)>]
  private var comparison: ValueComparison
  /// Whether objects of two entries may correspond, for the pairs of entries requested so far.
  private var relations: [UInt64: Bool] = [:]

  /// The levels after the colours: content without references, class, any related class.
  private var contentLevel: Int { colors.count }
  private var classLevel: Int { colors.count + 1 }
  private var relatedLevel: Int { colors.count + 2 }

  init(_ archives: BothSides<ComparedArchive>) throws(ArchiveDifference.Failure) {
    self.archives = archives
    let (old, new) = (archives.old, archives.new)
    partners = BothSides(
      old: Array(repeating: 0, count: old.nodeCount + 1),
      new: Array(repeating: 0, count: new.nodeCount + 1))
    comparison = ValueComparison(archives: archives, findsReferencesOnly: true)
    let size = max(
      1,
      old.outline.targets.count + old.order.count + new.outline.targets.count + new.order.count)
    let depth = min(256, Self.colorSteps / size)
    let depths = (depth > Self.colorDepths[0] ? [depth] : []) + Self.colorDepths
    let (oldColors, newColors) = (Self.colors(of: old, depths), Self.colors(of: new, depths))
    colors = zip(oldColors, newColors).map { BothSides(old: $0, new: $1) }
    queues = Array(repeating: [], count: colors.count + 3)
    pairRoots()
    try follow(upTo: contentLevel)
    pairByContent()
    try follow(upTo: relatedLevel)
    colors = []
  }

  private var old: ComparedArchive { archives.old }
  private var new: ComparedArchive { archives.new }

  // Colours

  private static func colors(of archive: ComparedArchive, _ depths: [Int]) -> [[UInt64]] {
    let (shapes, starts, targets) = (
      archive.outline.shapes, archive.outline.starts, archive.outline.targets
    )
    let parents = archive.parents
    let first = zip(archive.outline.scalars, shapes).map { OutlineDigest.mix($0.a ^ $0.b, $1) }
    var colors = first
    var next = first
    var found: [[UInt64]] = []
    var round = 0
    for depth in depths.reversed() {
      while round < depth {
        for node in 1..<(archive.nodeCount + 1) {
          let hasOrder = shapes[node] & 1 == 0
          var color = first[node]
          for index in starts[node]..<starts[node + 1] {
            let target = targets[index]
            let number = target.number
            // A weak reference to an unreachable object is nil.
            let part =
              target.isList
              ? UInt64(number)
              : number == 0 || (target.isWeak && parents[number] == 0) ? 1 : colors[number]
            // The elements of sets are in arbitrary order.
            color =
              hasOrder ? OutlineDigest.mix(color, part) : color &+ OutlineDigest.mix(part, 7)
          }
          next[node] = color
        }
        swap(&colors, &next)
        round += 1
      }
      found.append(colors)
    }
    return found.reversed()
  }

  // Pairs

  private func pairRoots() {
    let (left, right) = (old.outline, new.outline)
    for isMetadata in [false, true] {
      let pairs = SequenceAlignment.pairs(
        left.items.indices.filter { left.items[$0].isMetadata == isMetadata },
        right.items.indices.filter { right.items[$0].isMetadata == isMetadata },
        { ExactString(left.items[$0].name) }, { ExactString(right.items[$0].name) })
      for match in pairs {
        pair(left.objectCount + match.old + 1, right.objectCount + match.new + 1)
      }
    }
  }

  private func pair(_ left: Int, _ right: Int) {
    partners.old[left] = UInt32(truncatingIfNeeded: right)
    partners.new[right] = UInt32(truncatingIfNeeded: left)
    queues[0].append((UInt32(truncatingIfNeeded: left), UInt32(truncatingIfNeeded: right)))
  }

  /// Follows the references of pairs, in the order of levels.
  private func follow(upTo last: Int) throws(ArchiveDifference.Failure) {
    while let level = (0...last).first(where: { !queues[$0].isEmpty }),
      let pair = queues[level].popFirst()
    {
      try follow(Int(pair.old), Int(pair.new), level)
      if level < relatedLevel, hasOpenTarget(Int(pair.old), .old),
        hasOpenTarget(Int(pair.new), .new)
      {
        queues[level + 1].append(pair)
      }
    }
  }

  /// Returns whether a node refers to an object without a partner.
  private func hasOpenTarget(_ node: Int, _ side: ArchiveDifference.Side) -> Bool {
    let archive = archives[side]
    let outline = archive.outline
    for index in outline.starts[node]..<outline.starts[node + 1] {
      let target = outline.targets[index]
      guard !target.isList else { continue }
      let number = archive.object(of: target)
      if number > 0, partner(of: number, side) == nil { return true }
    }
    return false
  }

  private func follow(
    _ left: Int, _ right: Int, _ level: Int
  ) throws(ArchiveDifference.Failure) {
    let (a, b) = (old.outline, new.outline)
    guard a.shapes[left] == b.shapes[right], a.shapes[left] & 1 == 0,
      a.starts[left + 1] - a.starts[left] == b.starts[right + 1] - b.starts[right]
    else { return try followByValues(left, right, level) }
    var (i, j) = (a.starts[left], b.starts[right])
    let (end, otherEnd) = (a.starts[left + 1], b.starts[right + 1])
    while i < end, j < otherEnd {
      let (target, other) = (a.targets[i], b.targets[j])
      (i, j) = (i + 1, j + 1)
      if target.isList, other.isList, target.number <= end - i, other.number <= otherEnd - j {
        followList(i..<(i + target.number), j..<(j + other.number), level)
        (i, j) = (i + target.number, j + other.number)
      } else if !target.isList, !other.isList {
        propose(old.object(of: target), new.object(of: other), level)
      }
    }
  }

  private func followList(_ left: Range<Int>, _ right: Range<Int>, _ level: Int) {
    func object(_ index: Int, _ side: ArchiveDifference.Side) -> Int {
      let start = (side == .old ? left : right).lowerBound
      return archives[side].object(of: archives[side].outline.targets[start + index])
    }
    let keys = keys(for: level)
    var partners = Partners(left.count, right.count)
    partners.align(
      levelCount: keys.levelCount,
      key: { keys.key(object($0, $1), $1, level: $2) },
      isPlain: { keys.isPlain(object($0, $1), $1, level: $2) })
    if level >= classLevel {
      partners.alignGaps { index, side in
        keys.looseKey(object(index, side), side)
          ?? OutlineDigest.mix(UInt64(truncatingIfNeeded: index), side == .old ? 6 : 7)
      }
    }
    for index in 0..<left.count {
      guard let partner = partners.new(of: index) else { continue }
      // The elements are equal on a level up to this one, or have the same class.
      propose(object(index, .old), object(partner, .new), min(level, classLevel), isAligned: true)
    }
  }

  private func followByValues(
    _ left: Int, _ right: Int, _ level: Int
  ) throws(ArchiveDifference.Failure) {
    var found: [(Int, Int)] = []
    let (a, b) = (try old.content(of: left), try new.content(of: right))
    comparison.compare(a, b, keys(for: level)) { event in
      if case .references(let old, let new, _) = event { found.append((old, new)) }
    }
    for (old, new) in found { propose(old, new, level) }
  }

  /// Pairs two objects if neither has a partner and both are equal on a level.
  private func propose(_ left: Int, _ right: Int, _ level: Int, isAligned: Bool = false) {
    guard left > 0, right > 0, partners.old[left] == 0, partners.new[right] == 0 else { return }
    let keys = keys(for: level)
    let isAlike =
      isAligned
      || (0..<keys.levelCount).contains {
        keys.key(left, .old, level: $0) == keys.key(right, .new, level: $0)
      }
      || (level >= classLevel && old.classHash(of: left) == new.classHash(of: right))
      || (level >= relatedLevel && areRelated(old.entry(of: left), new.entry(of: right)))
    if isAlike { pair(left, right) }
  }

  /// Returns whether objects of two entries may correspond; `false` beyond the limit of pairs of entries.
  private func areRelated(_ entry: Int, _ other: Int) -> Bool {
    let key = UInt64(entry) << 32 | UInt64(other)
    if let known = relations[key] { return known }
    guard relations.count < Self.relationLimit else { return false }
    let areRelated = ComparedSchema.areRelated(old.schema, entry, new.schema, other)
    relations[key] = areRelated
    return areRelated
  }

  /// Pairs the remaining objects with equal content, wherever they are.
  private func pairByContent() {
    for level in 0...contentLevel {
      let keys = keys(for: level)
      let pairs = SequenceAlignment.pairs(
        rest(.old).filter { !keys.isPlain($0, .old, level: level) },
        rest(.new).filter { !keys.isPlain($0, .new, level: level) },
        { keys.key($0, .old, level: level) }, { keys.key($0, .new, level: level) })
      for match in pairs { pair(match.old, match.new) }
    }
  }

  /// Returns the objects without partners, in the order in which they are reached.
  private func rest(_ side: ArchiveDifference.Side) -> [Int] {
    archives[side].order.lazy.map { Int($0) }.filter { node in
      self.archives[side].isObject(node) && self.partner(of: node, side) == nil
    }
  }

  private func keys(for level: Int) -> ReferenceKeys {
    ReferenceKeys(
      pairing: self, levelCount: min(level, contentLevel) + 1, isLoose: level >= classLevel,
      isComplete: false)
  }

  func partner(of node: Int, _ side: ArchiveDifference.Side) -> Int? {
    let partner = partners[side][node]
    return partner == 0 ? nil : Int(partner)
  }
}

/// The keys by which references are compared.
struct ReferenceKeys {
  unowned let pairing: ObjectPairing
  /// The number of levels of keys; each level distinguishes fewer objects than the previous one.
  let levelCount: Int
  /// Whether an object may replace another one of the same class.
  let isLoose: Bool
  /// Whether all pairs are known: then an object equals only its partner.
  let isComplete: Bool

  /// Returns the key of an object on a level; objects are equal on a level if their keys are equal.
  func key(_ object: Int, _ side: ArchiveDifference.Side, level: Int) -> UInt64 {
    guard object > 0 else { return 1 }
    if let partner = pairing.partner(of: object, side) {
      return OutlineDigest.mix(UInt64(side == .old ? partner : object), 2)
    }
    if isComplete { return OutlineDigest.mix(UInt64(object), side == .old ? 8 : 9) }
    if level < pairing.colors.count { return pairing.colors[level][side][object] }
    let scalars = pairing.archives[side].outline.scalars[object]
    return scalars.a ^ scalars.b
  }

  /// Returns the key that an object shares with the objects that may replace it; `nil` if no other object may replace it.
  func looseKey(_ object: Int, _ side: ArchiveDifference.Side) -> UInt64? {
    guard isLoose, object > 0, pairing.partner(of: object, side) == nil else { return nil }
    return pairing.archives[side].classHash(of: object)
  }

  /// Returns whether an object has too little content to be identified by its key of a level.
  func isPlain(_ object: Int, _ side: ArchiveDifference.Side, level: Int) -> Bool {
    if isComplete { return false }
    guard object > 0, level >= pairing.colors.count else { return object == 0 }
    let archive = pairing.archives[side]
    return archive.outline.scalars[object]
      == OutlineDigest(tag: OutlineDigest.Tag.object).followed(
        by: archive.schema.nameDigest(ofEntry: archive.entry(of: object)))
  }
}
