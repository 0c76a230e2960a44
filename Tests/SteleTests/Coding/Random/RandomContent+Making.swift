import Stele
import TestSupport

extension RandomContent {
  /// Makes the content that a seed decides.
  convenience init(seed: UInt64) {
    self.init()
    var random = RandomSource(seed: seed)
    capacity = random.count(upTo: 200)
    for number in 0..<random.count(upTo: 6) {
      parts.append(tree(&random, depth: 2, objects: 0..<0, parts: number))
    }
    let objectCount = random.count(upTo: 8)
    // References lead to larger numbers only, so that there is no cycle.
    objects = (0..<objectCount).map { number in
      let later = (number + 1)..<max(number + 1, objectCount)
      return RandomObject(
        kind: random.pick(RandomObject.Kind.allCases, or: .keys),
        fields: fields(&random, depth: 2, objects: later, parts: parts.count),
        inherited: fields(&random, depth: 2, objects: later, parts: parts.count))
    }
    let top = RandomTree.list(
      (0..<(1 + random.count(upTo: 6))).map { _ in
        tree(&random, depth: 4, objects: 0..<objectCount, parts: parts.count)
      }, .first)
    root = random.isOne(in: 3) ? .keyed([RandomField(key: "root", tree: top, style: .first)]) : top
  }

  private func fields(
    _ random: inout RandomSource, depth: Int, objects: Range<Int>, parts: Int
  ) -> [RandomField] {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "", "k/l", "ключ", "super"]
    let keys = names.shuffled(using: &random).prefix(random.count(upTo: 6))
    return keys.map { key in
      field(key, &random, depth: depth, objects: objects, parts: parts)
    }
  }

  private func field(
    _ key: String, _ random: inout RandomSource, depth: Int, objects: Range<Int>, parts: Int
  ) -> RandomField {
    RandomField(
      key: key, tree: tree(&random, depth: depth, objects: objects, parts: parts),
      style: key == "super" ? .super : random.pick([.first, .second, .third, .nested], or: .first))
  }

  private func tree(
    _ random: inout RandomSource, depth: Int, objects: Range<Int>, parts: Int
  ) -> RandomTree {
    func next(_ random: inout RandomSource) -> RandomTree {
      tree(&random, depth: depth - 1, objects: objects, parts: parts)
    }
    switch Int.random(in: 0..<(depth > 0 ? 22 : 16), using: &random) {
    case 0: return .null
    case 1: return .flag(.random(using: &random))
    case 2: return .number(random.pick([0, -1, 127, 300, .max, .min], or: 0))
    case 3: return .real(random.pick([0, 0.5, -1e300], or: 0))
    case 4: return .text(random.pick(["", "q", "näïve 🪨"], or: ""))
    case 5, 6:
      return random.isOne(in: 2)
        ? .maybeMaybe(random.pick([Int??.none, .some(nil), 1], or: nil))
        : .maybe(random.pick([nil, 1, -70_000], or: nil))
    case 7:
      return .numbers(
        (0..<random.count(upTo: 4)).map { _ in .random(in: -300...300, using: &random) })
    case 8: return .texts((0..<random.count(upTo: 3)).map { "t\($0)" })
    case 9:
      return .table(
        Dictionary(uniqueKeysWithValues: (0..<random.count(upTo: 5)).map { ("k\($0)", $0) }))
    case 10:
      return .names(
        Dictionary(uniqueKeysWithValues: (0..<random.count(upTo: 4)).map { ($0 * 100, "n\($0)") }))
    case 11: return .group(Set((0..<random.count(upTo: 5)).map { "s\($0)" }))
    case 12: return .choice(random.pick(RandomChoice.allCases, or: .none))
    case 13 where parts > 0: return .parts(Set((0..<parts).filter { _ in random.isOne(in: 2) }))
    case 14 where parts > 0:
      return .partTable(
        Dictionary(
          uniqueKeysWithValues: (0..<parts).filter { _ in random.isOne(in: 2) }.map { ($0, $0) }))
    case 15 where !objects.isEmpty:
      let number = Int.random(in: objects, using: &random)
      return random.isOne(in: 2)
        ? .object(number) : .optionalObject(random.isOne(in: 3) ? nil : number)
    case 16: return .single(next(&random), random.pick([.first, .second, .third], or: .first))
    case 17, 18:
      return .keyed(fields(&random, depth: depth - 1, objects: objects, parts: parts))
    case 19:
      return .unkeyed(
        (0..<random.count(upTo: 4)).map { _ in
          field("", &random, depth: depth - 1, objects: objects, parts: parts)
        })
    case 20, 21:
      return .list(
        (0..<random.count(upTo: 4)).map { _ in next(&random) },
        random.pick([.first, .second, .third], or: .first))
    default: return .numbers([])
    }
  }
}
