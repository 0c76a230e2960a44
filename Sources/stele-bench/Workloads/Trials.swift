internal import Stele
internal import SteleModel

extension Trial where Encoded == [UInt8], Input: Encodable, Output: Decodable {
  /// Makes a trial of the coders of this package.
  init(
    _ content: @escaping () -> Content, hash: @escaping (Content) -> UInt64,
    input: @escaping (Content) throws -> Input,
    contentOf: @escaping (Output) throws -> Content, decoder: SteleDecoder = SteleDecoder()
  ) {
    self.init(
      content: content, hash: hash, input: input, encode: { try SteleEncoder().encode($0) },
      decode: { try decoder.decode(Output.self, from: $0) }, contentOf: contentOf)
  }
}

extension Trial where Encoded == [UInt8], Input == ArchiveGraph, Output == ArchiveGraph {
  /// Makes a trial of the dynamic model.
  init(
    _ content: @escaping () -> Content, hash: @escaping (Content) -> UInt64,
    graph: @escaping (Content) throws -> ArchiveGraph,
    contentOf: @escaping (ArchiveGraph) throws -> Content
  ) {
    self.init(
      content: content, hash: hash, input: graph, encode: { try $0.encoded() },
      decode: { try ArchiveGraph($0) }, contentOf: contentOf)
  }
}
