import SteleKeyedArchive
import TestSupport

/// Keyed archives that a seed decides, with everything that they can have.
struct RandomTree {
  var random: RandomSource
  private var objectCount = 0
  private let names = [
    "$class", "$classname", "$0", "$1", "", "name", "NS.objects", "NS.keys", "e\u{301}", "\u{E9}",
    "with a dot.and space", "nul\u{0}", "$null", "value", "$dictionary", "a", "b", "c", "d",
  ]

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  mutating func archive() -> Tree {
    let classCount = random.count(upTo: 6)
    let recordCount = classCount == 0 ? 0 : random.count(upTo: 30)
    let bareCount = random.count(upTo: 8)
    let hasNull = !random.isOne(in: 6)
    objectCount = classCount + recordCount + bareCount + (hasNull ? 1 : 0)
    var objects: [Tree] = hasNull ? ["$null"] : []
    for _ in 0..<classCount { objects.append(classRecord()) }
    for _ in 0..<recordCount {
      let number = Int.random(in: 0..<classCount, using: &random) + (hasNull ? 1 : 0)
      objects.append(record(ofClass: UInt64(number)))
    }
    for _ in 0..<bareCount { objects.append(bareValue()) }
    if !hasNull, case .leaf(.string("$null"))? = objects.first { objects[0] = 1 }
    var pairs: [(String, Tree)] = [
      ("$objects", .array(objects)), ("$top", .dictionary(pairs(upTo: 5) { $0.value(depth: 0) })),
    ]
    if !random.isOne(in: 8) { pairs.append(("$version", .leaf(.integer(Int128(integer()))))) }
    if !random.isOne(in: 8) { pairs.append(("$archiver", "Some.Archiver")) }
    for name in ["$keys", "$null", "$keys$", "more", ""] where random.isOne(in: 4) {
      pairs.append((name, metadataValue(depth: 0)))
    }
    pairs.shuffle(using: &random)
    return .dictionary(pairs)
  }

  private mutating func classRecord() -> Tree {
    let names: [Tree] = [
      "NSArray", "NSObject", "$class", "$string", "", "Module.Class", "a b", "Odd",
    ]
    let name = random.pick(names, or: "")
    var pairs: [(String, Tree)] = [("$classname", name)]
    if !random.isOne(in: 5) {
      var classes = (0..<random.count(upTo: 3)).map { _ in random.pick(names, or: "") }
      if !random.isOne(in: 4) { classes.insert(name, at: 0) }
      if random.isOne(in: 12) { classes.append(value(depth: 1)) }
      pairs.append(("$classes", .array(classes)))
    }
    if random.isOne(in: 4) { pairs.append(("$classhints", ["NSHint"])) }
    if random.isOne(in: 8) { pairs.append(("odd", value(depth: 0))) }
    pairs.shuffle(using: &random)
    return .dictionary(pairs)
  }

  private mutating func record(ofClass number: UInt64) -> Tree {
    var pairs = pairs(upTo: 7) { $0.value(depth: 0) }.filter { $0.0 != "$class" }
    pairs.insert(("$class", .uid(number)), at: Int.random(in: 0...pairs.count, using: &random))
    return .dictionary(pairs)
  }

  private mutating func pairs(
    upTo most: Int, _ make: (inout RandomTree) -> Tree
  ) -> [(String, Tree)] {
    var keys = names
    if random.isOne(in: 2) { keys.shuffle(using: &random) }
    return keys.filter { _ in random.isOne(in: 4) }.prefix(most).map { ($0, make(&self)) }
  }

  private mutating func bareValue() -> Tree {
    while true {
      let value = value(depth: 0)
      if case .dictionary = value { continue }
      return value
    }
  }

  private mutating func integer() -> Int { random.pick([0, 1, -1, 255, .max, .min], or: 0) }

  private mutating func leaf() -> Tree {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .leaf(.bool(random.isOne(in: 2)))
    case 1, 2: .leaf(.integer(Int128(integer())))
    case 3: .leaf(.integer(Int128(UInt64.max) + Int128(integer())))
    case 4: .leaf(.real32(random.pick([0, -0.0, 1.5, .nan, .infinity], or: 0)))
    case 5:
      .leaf(.real64(random.pick([0, -0.0, 0.1, .nan, Double(bitPattern: ~0), -.infinity], or: 0)))
    case 6: .leaf(.date(random.pick([0, -1.5, 700_000_000.25], or: 0)))
    case 7: .leaf(.data((0..<random.count(upTo: 20)).map { UInt8($0) }))
    case 8: .null
    default: .leaf(.string(random.pick(names, or: "")))
    }
  }

  private mutating func value(depth: Int) -> Tree {
    switch Int.random(in: 0..<14, using: &random) {
    case 0..<5 where objectCount > 0:
      .uid(UInt64.random(in: 0..<UInt64(objectCount), using: &random))
    case 5 where depth < 5: .array((0..<random.count(upTo: 5)).map { _ in value(depth: depth + 1) })
    case 6 where depth < 5:
      .array(Array(repeating: value(depth: depth + 1), count: random.count(upTo: 4)))
    case 7 where depth < 5:
      .set(
        [.leaf(.integer(Int128(depth))), .array([]), value(depth: 9), .dictionary([])].shuffledHalf(
          &random))
    case 8 where depth < 5: .dictionary(pairs(upTo: 4) { $0.value(depth: depth + 1) })
    default: leaf()
    }
  }

  private mutating func metadataValue(depth: Int) -> Tree {
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where depth < 4:
      .array((0..<random.count(upTo: 4)).map { _ in metadataValue(depth: depth + 1) })
    case 1 where depth < 4: .dictionary(pairs(upTo: 4) { $0.metadataValue(depth: depth + 1) })
    default: leaf()
    }
  }
}

extension [Tree] {
  /// Some of the elements; the third is left out when it may equal another.
  fileprivate func shuffledHalf(_ random: inout RandomSource) -> [Tree] {
    var elements = self
    if case .leaf(.integer) = elements[2] { elements.remove(at: 2) }
    elements.shuffle(using: &random)
    return Array(elements.prefix(Int.random(in: 0...elements.count, using: &random)))
  }
}
