internal import SteleFoundation
internal import SteleInspection

/// One question to a program, and the right answer.
struct ConformanceCheck: Sendable {
  enum Answer: Sendable {
    /// The archive is valid, and its text is that of the file `name`.
    case accepts(text: [UInt8], name: String)
    /// The archive is refused.
    case refuses(rule: String, offset: Int)
    /// The archive has this canonical form.
    case makesForm(bytes: [UInt8])
    /// The archive has no canonical form.
    case deniesForm(rule: String)
  }

  /// The path in the folder of fixtures.
  let fixture: String
  /// The path of the archive.
  let archive: String
  /// The lowest level that includes the question.
  let level: ConformanceLevel
  let expected: Answer

  /// The name of the question in a list of known failures.
  var name: String {
    switch expected {
    case .accepts, .refuses: fixture
    case .makesForm, .deniesForm: "\(fixture) --canonical"
    }
  }

  /// Asks a program, and compares its answer with the right one.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - level: The depth of the comparison; texts are compared from ``ConformanceLevel/text`` on.
  /// - Returns: The fault of the answer, or nil if the answer is right.
  /// - Throws: `FileError` if there is no archive, `Refusal` if the program cannot be started.
  func failure(of program: ConformingProgram, level: ConformanceLevel) throws -> String? {
    switch expected {
    case .accepts(let text, let name):
      let answer = try program.answer(to: archive)
      guard answer.status == 0 else { return "accepted by the specification; \(answer.summary)" }
      guard level >= .text, answer.output != text else { return nil }
      return difference(from: text, named: name, of: answer.output)
    case .refuses(let rule, let offset):
      let answer = try program.answer(to: archive)
      guard answer.status == 1, let refusal = answer.refusal, refusal.rule == rule,
        refusal.offset == offset
      else { return "refused by \(rule) at byte \(offset); \(answer.summary)" }
      return nil
    case .makesForm(let bytes):
      let answer = try program.answer(to: archive, isCanonical: true)
      guard answer.status == 0 else { return "has a canonical form; \(answer.summary)" }
      guard answer.output != bytes else { return nil }
      let offset = zip(bytes, answer.output).enumerated().first { $1.0 != $1.1 }?.offset
      let place = offset ?? min(bytes.count, answer.output.count)
      return "the canonical form differs from byte \(place) on"
    case .deniesForm(let rule):
      let answer = try program.answer(to: archive, isCanonical: true)
      guard answer.status == 1, answer.refusal?.rule == rule else {
        return "denied a canonical form by \(rule); \(answer.summary)"
      }
      return nil
    }
  }

  /// Returns the first difference between the right text and that of a program, whatever the layout of either, or nil.
  private func difference(from right: [UInt8], named name: String, of answer: [UInt8]) -> String? {
    do {
      return try NotationDifference(right: right, named: name, answer: answer).first
    } catch {
      return "the text cannot be read: \(error)"
    }
  }
}
