package import Stele
internal import SteleModel

/// An archive of a value in one of the forms that it can have.
package struct OutputForm {
  package let name: String
  package let bytes: [UInt8]

  /// The name of the canonical form that the encoder writes.
  package static let canonicalName = "in canonical form"

  /// The archives of a value: as it is encoded, in canonical form, and as both come from their graphs.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: What encodes it, in the first of the forms.
  ///   - hasCanonicalForm: Whether there is a canonical form, which there is not with references in sets and keys.
  /// - Returns: The archives, each of which both readers have found valid.
  /// - Throws: What the encoder throws, or the finding of a reader.
  package static func all(
    of value: some Encodable, encoder: SteleEncoder = SteleEncoder(), hasCanonicalForm: Bool = true
  ) throws -> [OutputForm] {
    let plain = try verified(encoder.encode(value))
    let graph = try ArchiveGraph(plain)
    var forms = [
      OutputForm(name: "as it is encoded", bytes: plain),
      OutputForm(name: "written from its graph", bytes: try verified(graph.encoded())),
    ]
    guard hasCanonicalForm else { return forms }
    var canonicalEncoder = encoder
    canonicalEncoder.outputFormatting.insert(.canonical)
    let canonical = try verified(canonicalEncoder.encode(value), isCanonical: true)
    let made = try graph.canonical(includesMetadata: true).encoded()
    forms += [
      OutputForm(name: canonicalName, bytes: canonical),
      OutputForm(name: "canonical form of its graph", bytes: try verified(made, isCanonical: true)),
    ]
    return forms
  }
}
