internal import Stele
import SteleInspection
internal import SteleFoundation

/// One question to a program, and the answer that is right.
struct ConformanceCheck: Sendable {
  enum Answer: Sendable {
    /// The archive is valid, and has this text, if texts are compared.
    case accepts(text: [UInt8]?)
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
  let expected: Answer

  /// What a list of known failures calls this question.
  var name: String {
    switch expected {
    case .accepts, .refuses: fixture
    case .makesForm, .deniesForm: "\(fixture) --canonical"
    }
  }

  /// Asks a program.
  ///
  /// - Returns: What is wrong with its answer, or nil when it is right.
  func failure(of program: ConformingProgram) throws -> String? {
    switch expected {
    case .accepts(let text):
      let answer = try program.answer(to: archive)
      guard answer.status == 0 else { return "accepted by the specification; \(answer.summary)" }
      return try text.flatMap { try difference(from: $0, of: answer.output) }
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

  /// What is different between the right text and that of a program, which may be laid out in any way.
  private func difference(from right: [UInt8], of answer: [UInt8]) throws -> String? {
    let expected = try ArchiveGraph(notation: right).notation()
    do {
      return try ArchiveGraph(notation: answer).notation() == expected ? nil : "the text differs"
    } catch {
      return "the text cannot be read: \(error)"
    }
  }
}
