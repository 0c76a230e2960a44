import SteleVerifier
import TestSupport

extension Verifier {
  /// What is found when later blocks are read apart from earlier ones, behind them and before them.
  func verifications(halving bytes: [UInt8]) -> [Verification] {
    let orders: [(() -> Void, () -> Void) -> Void] = [
      { first, second in
        first()
        second()
      },
      { first, second in
        second()
        first()
      },
    ]
    return orders.map { together in
      let second = SecondThread(smallestByteCount: 1, together: together)
      return verify(MemorySource(bytes), with: second) { _ in }
    }
  }
}
