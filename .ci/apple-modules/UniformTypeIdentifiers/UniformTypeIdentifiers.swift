// Apple's UniformTypeIdentifiers, as far as the samples use it. Nothing here is ever run.
public struct UTType: Hashable, Codable, Sendable {
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {}
}
