// An encoder learns from values in their order, and that of sets and dictionaries is another one in each process.

extension GraphEncoder {
  /// How many sets, each in an element of the one around it, are ordered.
  private static var orderingLimit: Int { 8 }

  /// The elements of a set, or the pairs of a dictionary, in an order that does not depend on hashing.
  ///
  /// They are sorted by the bytes that their keys have in archives of their own.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - key: What is hashed of an element.
  /// - Returns: The elements in order, or nil if the archive may have them in any order, or if their keys refer to objects,
  ///   which have no canonical form.
  func ordered<Elements: Collection, Key: Encodable>(
    _ elements: Elements, by key: (Elements.Element) -> Key
  ) -> [Elements.Element]? {
    guard options.ordersElements, elements.count > 1, !(Key.self is AnyClass) else { return nil }
    return orderedByBytes(elements, by: key)
  }

  @inline(never)
  private func orderedByBytes<Elements: Collection, Key: Encodable>(
    _ elements: Elements, by key: (Elements.Element) -> Key
  ) -> [Elements.Element]? {
    var keyed: [(bytes: [UInt8], element: Elements.Element)] = []
    keyed.reserveCapacity(elements.count)
    for element in elements {
      guard let bytes = orderingBytes(of: key(element)) else { return nil }
      keyed.append((bytes, element))
    }
    keyed.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return keyed.map(\.element)
  }

  /// Bytes by which a value is put in its place, or nil if the value cannot be encoded by itself.
  private func orderingBytes<Key: Encodable>(of key: Key) -> [UInt8]? {
    if let scalar = key as? any WireScalar { return scalarBytes(of: scalar) }
    if let scalar = (key as? any RawRepresentable)?.rawValue as? any WireScalar {
      return scalarBytes(of: scalar)
    }
    guard options.orderingDepth < Self.orderingLimit else { return nil }
    var options = options
    options.orderingDepth += 1
    options.metadata = nil
    guard let graph = try? GraphEncoder(options) else { return nil }
    // An error of the program will be thrown once more, where the value is written.
    guard (try? graph.writeRoot(key, "", isReplacing: false)) != nil else { return nil }
    return try? graph.finish()
  }

  private func scalarBytes(of scalar: some WireScalar) -> [UInt8] {
    let output = OutputOwner()
    scalar.write(to: output.buffer)
    return Array(output.buffer.bytes())
  }
}
