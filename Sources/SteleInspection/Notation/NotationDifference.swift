import Stele

/// A comparison of two texts as JSON values, according to annex C of the specification.
package struct NotationDifference {
  private let right: JSONDocument
  private let answer: JSONDocument
  private let name: String

  /// Reads the right text, which has a name in messages, and the text to compare with it.
  ///
  /// - Throws: `NotationError` if one of the texts is not JSON.
  package init(right: [UInt8], named name: String, answer: [UInt8]) throws(NotationError) {
    self.right = try JSONParser.parse(right)
    self.answer = try JSONParser.parse(answer)
    self.name = name
  }

  /// The first difference, with both values and their lines, or `nil` if the texts are equal.
  package var first: String? {
    var pairs = [Pair(path: "$", right: 0, answer: 0)]
    while let pair = pairs.popLast() {
      switch (pair.right, pair.answer) {
      case (let right?, let answer?):
        let (before, after) = (self.right.nodes[right].kind, self.answer.nodes[answer].kind)
        switch (before, after) {
        case (.object, .object), (.array, .array):
          pairs += parts(of: pair.path, right, answer).reversed()
        default:
          if areEqual(right, answer) { continue }
          return "the text differs at \(pair.path): it is \(self.answer.summary(answer)) in line "
            + "\(self.answer.line(answer)), and should be \(self.right.summary(right)) as in line "
            + "\(self.right.line(right)) of \(name)"
        }
      case (let right?, nil):
        return "the text lacks \(pair.path), which is \(self.right.summary(right)) in line "
          + "\(self.right.line(right)) of \(name)"
      case (nil, let answer?):
        return "the text has \(pair.path), which is \(self.answer.summary(answer)) in line "
          + "\(self.answer.line(answer)), and should not"
      case (nil, nil): continue
      }
    }
    return nil
  }

  /// Two values at one path, by the indices of their nodes.
  private struct Pair {
    let path: String
    let right: Int?
    let answer: Int?
  }

  /// Returns the members or elements of the right value in its order, followed by those that only the other value has.
  private func parts(of path: String, _ right: Int, _ answer: Int) -> [Pair] {
    let parts = self.right.parts(of: right, at: path)
    let answers = self.answer.parts(of: answer, at: path)
    let nodes = Dictionary(
      answers.map { (ExactString($0.path), $0.node) }, uniquingKeysWith: { first, _ in first })
    let paths = Set(parts.map { ExactString($0.path) })
    return parts.map { Pair(path: $0.path, right: $0.node, answer: nodes[ExactString($0.path)]) }
      + answers.filter { !paths.contains(ExactString($0.path)) }
      .map { Pair(path: $0.path, right: nil, answer: $0.node) }
  }

  /// Returns whether two scalars are equal: numbers without fraction and exponent are compared as integers, others as float64.
  private func areEqual(_ right: Int, _ answer: Int) -> Bool {
    let kind = self.right.nodes[right].kind
    guard kind == self.answer.nodes[answer].kind else { return false }
    switch kind {
    case .string: return self.right.text(right) == self.answer.text(answer)
    case .number: return self.right.number(right) == self.answer.number(answer)
    default: return true
    }
  }
}

extension JSONDocument {
  fileprivate enum Number: Equatable {
    /// The digits, without redundant zeros.
    case integer(String)
    case float(bits: UInt64?)
  }

  fileprivate func number(_ index: Int) -> Number {
    let text = String(decoding: source(index), as: UTF8.self)
    if text.contains(where: { ".eE".contains($0) }) {
      return .float(bits: Double(text)?.bitPattern)
    }
    return .integer(text == "-0" ? "0" : text)
  }

  /// Returns the values of the members of an object, or the elements of an array, with their paths.
  fileprivate func parts(of index: Int, at path: String) -> [(path: String, node: Int)] {
    let children = children(of: index)
    guard nodes[index].kind == .object else {
      return children.enumerated().map { ("\(path)[\($0)]", $1) }
    }
    return stride(from: 0, to: children.count, by: 2).map { place in
      let name = string(children[place])
      let isWord = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return ("\(path).\(isWord ? name : JSONWriter.quoted(name))", children[place + 1])
    }
  }

  /// Returns the beginning of a value.
  fileprivate func summary(_ index: Int) -> String {
    let node = nodes[index]
    // Sixty characters have at most 240 bytes; the summary omits a character that the limit would split.
    let text = String(decoding: bytes[node.start..<node.end].prefix(244), as: UTF8.self)
    let start = String(text.unicodeScalars.prefix(60))
    return text.unicodeScalars.count > 60 ? start + "..." : start
  }

  /// Returns the line of a value, counted from 1.
  fileprivate func line(_ index: Int) -> Int {
    bytes[..<nodes[index].start].count { $0 == UInt8(ascii: "\n") } + 1
  }
}
