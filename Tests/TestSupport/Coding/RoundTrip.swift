package import Stele
import SteleInspection
internal import SteleModel

/// How a value goes into an archive and comes back in a test.
package struct RoundTrip: Sendable {
  /// The encoder of the archives.
  package var encoder = SteleEncoder()
  /// The decoder of the archives.
  package var decoder = SteleDecoder()
  /// Whether a decoded value gives the bytes that it was read from, which sets and dictionaries need not do.
  package var isOrdered = true
  /// Whether there is a canonical form, which there is not with references in sets and keys.
  package var hasCanonicalForm = true

  package init(
    encoder: SteleEncoder = SteleEncoder(), decoder: SteleDecoder = SteleDecoder(),
    isOrdered: Bool = true, hasCanonicalForm: Bool = true
  ) {
    self.encoder = encoder
    self.decoder = decoder
    self.isOrdered = isOrdered
    self.hasCanonicalForm = hasCanonicalForm
  }

  /// Encodes a value, has both readers check the archive, decodes it, and does the same with the copy.
  ///
  /// - Parameter value: The value.
  /// - Returns: The decoded copy.
  /// - Throws: What the coders throw, or a difference between archives that have to be the same.
  package func callAsFunction<T: Codable>(_ value: T) throws -> T {
    let bytes = try verified(encoder.encode(value))
    try compare(bytes, encoder.encode(value), "the second encoding of the same value")
    let copy = try decoder.decode(T.self, from: bytes)
    let again = try verified(encoder.encode(copy))
    if isOrdered { try compare(bytes, again, "the encoding of the decoded copy") }
    if hasCanonicalForm {
      var canonical = encoder
      canonical.outputFormatting.insert(.canonical)
      let form = try verified(canonical.encode(value), isCanonical: true)
      let made = try ArchiveGraph(bytes).canonical(includesMetadata: encoder.metadata != nil)
      try compare(form, made.encoded(), "the canonical form of the archive")
      try compare(form, canonical.encode(copy), "the canonical form of the decoded copy")
      let third = try decoder.decode(T.self, from: form)
      try compare(form, canonical.encode(third), "the canonical form after decoding it")
    }
    return copy
  }

  private func compare(_ first: [UInt8], _ second: [UInt8], _ name: String) throws {
    guard first != second else { return }
    let place = zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset
    throw UnexpectedFinding(
      description: "\(name) differs at byte \(place ?? min(first.count, second.count))\n"
        + "\(Self.text(of: first))\n\(Self.text(of: second))")
  }

  private static func text(of bytes: [UInt8]) -> String {
    guard bytes.count < 2_000, let graph = try? ArchiveGraph(bytes) else {
      return "\(bytes.count) bytes"
    }
    return graph.notation()
  }
}

/// Encodes a value, checks the archive with both readers, decodes it, and does the same with the copy.
package func roundTrip<T: Codable>(
  _ value: T, isOrdered: Bool = true, hasCanonicalForm: Bool = true
) throws -> T {
  try RoundTrip(
    isOrdered: isOrdered, hasCanonicalForm: hasCanonicalForm)(value)
}

/// Encodes a value, checks the archive with both readers, and decodes it as another type.
package func convert<Source: Encodable, Target: Decodable>(
  _ value: Source, to type: Target.Type = Target.self, with decoder: SteleDecoder = SteleDecoder()
) throws -> Target {
  try decoder.decode(type, from: verified(SteleEncoder().encode(value)))
}
