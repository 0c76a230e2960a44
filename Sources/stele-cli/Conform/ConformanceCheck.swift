internal import SteleFoundation
internal import SteleInspection

/// One question to a program, and the right answer.
struct ConformanceCheck: Sendable {
  enum Answer: Sendable {
    /// The archive is valid, and its text is the content of the file `name`.
    case accepts(text: [UInt8], name: String)
    /// Exit code 0 and these bytes; without bytes, any output is right.
    case bytes([UInt8]?)
    /// Exit code 0 and this word.
    case word(String)
    /// A refusal; if the offset is nil, the program need not report one.
    case refuses(rule: String, offset: Int?)
  }

  /// The path in the folder of fixtures.
  let fixture: String
  /// The lowest level that includes the question.
  let level: ConformanceLevel
  let expected: Answer
  /// The path of the second archive to compare.
  var other: String?

  /// The further argument of the program, for a level with its own question.
  private var option: [String] { level > .text ? ["--\(level.name)"] : [] }

  /// The name of the question in a list of known failures.
  var name: String { ([fixture] + option + [other].compactMap(\.self)).joined(separator: " ") }

  /// The meanings of the exit codes 0 and 1, as texts about the fixture.
  private var claims: (accepted: String, refused: String) {
    switch level {
    case .frames, .tables, .values, .text: ("accepted by the specification", "refused")
    case .checker: ("in canonical form", "not in canonical form")
    case .build: ("the text of an archive", "refused")
    case .canonical: ("has a canonical form", "denied a canonical form")
    case .digest: ("has a content digest", "denied a content digest")
    case .equal: ("comparable", "")
    }
  }

  /// Asks a program, and compares its answer with the right one; texts are compared from ``ConformanceLevel/text`` on.
  ///
  /// Returns the fault of the answer, or nil if the answer is right.
  ///
  /// - Throws: `FileError` if the archive does not exist, `Refusal` if the program cannot be started.
  func failure(
    of program: ConformingProgram, in folder: String, level: ConformanceLevel
  ) throws -> String? {
    let files = [other].compactMap { $0.map { "\(folder)/\($0)" } }
    let answer = try program.answer(to: "\(folder)/\(fixture)", option + files)
    switch expected {
    case .refuses(let rule, let offset):
      if answer.status == 1, let refusal = answer.refusal, refusal.rule == rule,
        offset == nil || refusal.offset == offset
      {
        return nil
      }
      let place = offset.map { " at byte \($0)" } ?? ""
      return "\(claims.refused) by \(rule)\(place); \(answer.summary)"
    case _ where answer.status != 0: return "\(claims.accepted); \(answer.summary)"
    case .accepts(let text, let name):
      guard level >= .text, answer.output != text else { return nil }
      // The layout of the texts does not count.
      do {
        return try NotationDifference(right: text, named: name, answer: answer.output).first
      } catch {
        return "the text cannot be read: \(error)"
      }
    case .bytes(let bytes):
      guard let bytes, answer.output != bytes else { return nil }
      let offset = zip(bytes, answer.output).enumerated().first { $1.0 != $1.1 }?.offset
      let place = offset ?? min(bytes.count, answer.output.count)
      return "the bytes differ from byte \(place) on"
    case .word(let word):
      let text = String(decoding: answer.output.prefix(80), as: UTF8.self)
      let found = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard found != word else { return nil }
      return "the answer is \(word); the program says \(found.isEmpty ? "nothing" : found)"
    }
  }
}
