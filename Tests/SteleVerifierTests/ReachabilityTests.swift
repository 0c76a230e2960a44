import Stele
import SteleVerifier
import TestSupport
import Testing

/// What can be reached, compared with a search that looks at nothing but the graph.
@Suite struct `Reachable objects` {
  /// An archive of objects that refer to others, given as lists of numbers from 1 up.
  private struct Net {
    var targets: [[Int]]
    var roots: [Int]
    var blockObjectCount = 100
    var hasRootsFirst = false

    /// How an object says what it refers to; one without references may have no keys at all.
    private enum Form: Int {
      case list = 1
      case structure = 4
      case any = 5
      case none = 6
    }

    func bytes(_ random: inout RandomSource) -> [UInt8] {
      var assembler = ArchiveAssembler()
      assembler.head()
      let to = [Wire.key("to", [0x21, 0x30, 0])]
      assembler.classes(names: ["N"], entries: [Wire.classEntry(name: 1, keys: to)])
      let root = Wire.varint(roots.count) + roots.flatMap { Wire.varint($0) }
      if hasRootsFirst { assembler.root("roots", [0x21, 0x30, 0], root) }
      assembler.classes(
        names: ["S", "T", "P", "Q", "R"],
        entries: [
          Wire.structEntry(name: 2, keys: [Wire.key("number", [0x05])]),
          Wire.structEntry(name: 3, keys: to),
          Wire.classEntry(name: 4, keys: [Wire.key("part", [0x32, 3])]),
          Wire.classEntry(name: 5, keys: [Wire.key("part", [0x14])]),
          Wire.classEntry(name: 6),
        ])
      let records = targets.map { record($0, &random) }
      for first in stride(from: 0, to: records.count, by: blockObjectCount) {
        let end = min(records.count, first + blockObjectCount)
        assembler.objects(first: first + 1, records: Array(records[first..<end]))
      }
      if !hasRootsFirst { assembler.root("roots", [0x21, 0x30, 0], root) }
      return assembler.finished()
    }

    private func record(_ targets: [Int], _ random: inout RandomSource) -> [UInt8] {
      let list = Wire.varint(targets.count) + targets.flatMap { Wire.varint($0) }
      let forms: [Form] = targets.isEmpty ? [.none, .list] : [.list, .structure, .any]
      let form = random.pick(forms, or: .list)
      let entry = UInt8(form.rawValue)
      return switch form {
      case .list: [entry] + list
      case .structure: [entry, 3] + list
      case .any: [entry, 0x21, 0x30, 0] + list
      case .none: [entry]
      }
    }

    var unreachableObjectCount: Int {
      var isReached = Array(repeating: false, count: targets.count)
      var next = roots
      while let number = next.popLast() {
        guard !isReached[number - 1] else { continue }
        isReached[number - 1] = true
        next += targets[number - 1]
      }
      return isReached.count { !$0 }
    }
  }

  private func expectAgreement(_ net: Net, _ random: inout RandomSource, _ comment: String) {
    let bytes = net.bytes(&random)
    for result in [Verifier().verify(bytes)] + Verifier().verifications(halving: bytes) {
      #expect(result.findings == [], "\(comment)")
      #expect(
        result.statistics.unreachableObjectCount == net.unreachableObjectCount, "\(comment)")
    }
  }

  @Test func `objects of random graphs are counted as a plain search counts them`() {
    for seed in Seeds.forTest(count: 60) {
      var random = RandomSource(seed: seed)
      let count = Int.random(in: 1...800, using: &random)
      let most = Int.random(in: 1...4, using: &random)
      let targets = (0..<count).map { _ in
        (0..<random.count(upTo: most)).map { _ in Int.random(in: 1...count, using: &random) }
      }
      let roots = (0..<random.count(upTo: 5)).map { _ in Int.random(in: 1...count, using: &random) }
      var net = Net(targets: targets, roots: roots)
      net.blockObjectCount = Int.random(in: 1...200, using: &random)
      net.hasRootsFirst = random.isOne(in: 3)
      expectAgreement(net, &random, "seed \(seed)")
    }
  }

  @Test func `chains are followed in whatever order they stand`() {
    for seed in Seeds.forTest(count: 1) {
      var random = RandomSource(seed: seed)
      let count = 5000
      let orders: [(String, [Int])] = [
        ("forward", Array(1...count)),
        ("backward", (1...count).reversed()),
        ("backward in strides", (0..<count).map { count - $0 * 97 % count }),
        ("from both ends", (0..<count).map { $0 % 2 == 0 ? $0 / 2 + 1 : count - $0 / 2 }),
        ("shuffled", (1...count).shuffled(using: &random)),
      ]
      for (name, order) in orders {
        var targets: [[Int]] = Array(repeating: [], count: count)
        for (number, next) in zip(order, order.dropFirst()) { targets[number - 1] = [next] }
        for start in [0, 1, count / 3, count - 1] {
          let net = Net(targets: targets, roots: [order[start]])
          #expect(net.unreachableObjectCount == start)
          expectAgreement(net, &random, "seed \(seed), \(name) from \(start)")
        }
      }
    }
  }
}
