package import SteleVerifier

extension Workers {
  /// Workers on one thread that take even small archives chunk by chunk, from the first on and from the last on.
  package static var orders: [Workers] {
    [
      Workers(smallestByteCount: 0) { count, body in
        for index in 0..<count { body(index) }
      },
      Workers(smallestByteCount: 0) { count, body in
        for index in (0..<count).reversed() { body(index) }
      },
    ]
  }
}

extension Verifier {
  /// Returns the findings if parts are copied and chunks are read in several orders.
  package func verifications(inOrders bytes: [UInt8]) -> [Verification] {
    Workers.orders.map { verify(MemorySource(bytes), with: $0) }
  }
}
