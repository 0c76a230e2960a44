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
        case (.object, .object): pairs += members(of: pair.path, right, answer).reversed()
        case (.array, .array): pairs += elements(of: pair.path, right, answer).reversed()
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

  private func elements(of path: String, _ right: Int, _ answer: Int) -> [Pair] {
    let elements = self.right.children(of: right)
    let answers = self.answer.children(of: answer)
    return (0..<max(elements.count, answers.count)).map { index in
      Pair(
        path: "\(path)[\(index)]", right: index < elements.count ? elements[index] : nil,
        answer: index < answers.count ? answers[index] : nil)
    }
  }

  /// Returns the members of the right object in its order, followed by the members that only the other object has.
  private func members(of path: String, _ right: Int, _ answer: Int) -> [Pair] {
    let members = self.right.members(of: right)
    let answers = self.answer.members(of: answer)
    let values = Dictionary(answers, uniquingKeysWith: { first, _ in first })
    let names = Set(members.map(\.name))
    let pairs = members.map { (name: $0.name, right: Int?.some($0.value), answer: values[$0.name]) }
    let others = answers.filter { !names.contains($0.name) }
      .map { (name: $0.name, right: Int?.none, answer: Int?.some($0.value)) }
    return (pairs + others).map { member in
      let name = String(decoding: member.name, as: UTF8.self)
      let isWord = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return Pair(
        path: "\(path).\(isWord ? name : JSONWriter.quoted(name))", right: member.right,
        answer: member.answer)
    }
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

  /// Returns the members of an object; names are bytes, because strings with different bytes can be equal.
  fileprivate func members(of index: Int) -> [(name: [UInt8], value: Int)] {
    var members: [(name: [UInt8], value: Int)] = []
    var name: [UInt8]?
    for child in children(of: index) {
      if let known = name {
        members.append((known, child))
        name = nil
      } else {
        name = text(child)
      }
    }
    return members
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
