package import SteleVerifier

extension Verifier {
  /// Reading later blocks after earlier ones, and before them.
  package static var orders: [(() -> Void, () -> Void) -> Void] {
    [
      { first, second in
        first()
        second()
      },
      { first, second in
        second()
        first()
      },
    ]
  }

  /// What is found when blocks are copied, and later ones are read apart from earlier ones.
  package func verifications(halving bytes: [UInt8]) -> [Verification] {
    Self.orders.map { together in
      let second = SecondThread(smallestByteCount: 1, together: together)
      return verify(MemorySource(bytes), with: second) { _ in }
    }
  }
}
