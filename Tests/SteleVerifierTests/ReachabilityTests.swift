import SteleVerifier
import TestSupport
import Testing

/// The reachable objects, compared with those that a search of the graph alone finds.
@Suite struct `Reachable objects` {
  private func expectAgreement(_ net: Net, _ random: inout RandomSource, _ comment: String) {
    let bytes = net.bytes(&random)
    for result in [Verifier().verify(bytes)] + Verifier().verifications(inOrders: bytes) {
      #expect(result.findings == [], "\(comment)")
      #expect(result.statistics.unreachableObjectCount == net.unreachableObjectCount, "\(comment)")
    }
  }

  @Test func `objects of random graphs are counted as a plain search counts them`() {
    for seed in Seeds.forTest(count: 60) {
      var random = RandomSource(seed: seed)
      expectAgreement(Net.random(&random), &random, "seed \(seed)")
    }
  }

  @Test func `chains are followed in whatever order they stand`() {
    for seed in Seeds.forTest(count: 1) {
      var random = RandomSource(seed: seed)
      let count = 5000
      let orders: [(String, [Int])] = [
        ("forward", Array(1...count)), ("backward", (1...count).reversed()),
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
