import Stele
import TestSupport

/// Questions that a program may put to a decoder, and the answers.
///
/// Paths are those from the decoder on, and errors are named by their kind: programs distinguish these if they try one
/// container after the other.
struct ProbeLog: Hashable, Sendable {
  private(set) var lines: [String] = []
  private let depth: Int

  init(_ decoder: any Decoder) { depth = decoder.codingPath.count }

  mutating func note(_ question: String, _ answer: () throws -> Any) {
    do {
      lines.append("\(question): \(Self.text(try answer()))")
    } catch {
      lines.append("\(question): \(text(error))")
    }
  }

  private static func text(_ value: Any) -> String {
    guard let dictionary = value as? [String: Int] else { return "\(value)" }
    return dictionary.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined()
  }

  private func text(_ error: any Error) -> String {
    let path: [any CodingKey]
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      path = context.codingPath
    case DecodingError.keyNotFound(let key, let context): path = context.codingPath + [key]
    default: return "\(error)"
    }
    return "\(CodingFailure(error).kind) at \(pathText(Array(path.dropFirst(depth))))"
  }
}
