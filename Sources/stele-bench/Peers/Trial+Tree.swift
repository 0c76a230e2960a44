internal import Foundation

extension Trial where Encoded == Data, Input == Content, Output == Content, Content: Codable {
  /// A trial of a coder for trees.
  init(
    _ coder: TreeCoder, _ content: @escaping () -> Content, hash: @escaping (Content) -> UInt64
  ) {
    self.init(
      content: content, hash: hash, input: { $0 }, encode: { try coder.encode($0) },
      decode: { try coder.decode(Content.self, from: $0) }, contentOf: { $0 })
  }
}
