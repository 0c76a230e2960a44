internal import Foundation
internal import SteleFoundation

/// The fixtures, as `manifest.json` lists them.
struct ConformanceManifest {
  private struct Content: Decodable {
    let valid: [Fixture]
    let invalid: [Fixture]
    let order: [Fixture]
    let nscoding: [Fixture]?
    let future: [Fixture]?

    var fixtures: [Fixture] { valid + invalid + order + (nscoding ?? []) + (future ?? []) }
  }

  /// An archive that a program must refuse if the fixture has a finding, and accept otherwise.
  private struct Fixture: Decodable {
    struct Finding: Decodable {
      let rule: String
      let offset: Int
    }

    let file: String
    let text: String?
    let form: String?
    let denied: String?
    let level: String?
    let finding: Finding?
  }

  private let folder: String
  private let file: String
  private let content: Content

  /// Reads the manifest of a folder.
  init(folder: String) throws {
    self.folder = folder
    file = "\(folder)/manifest.json"
    let bytes = try FileSource.bytes(of: FilePath(file))
    do {
      content = try JSONDecoder().decode(Content.self, from: Data(bytes))
    } catch {
      throw Self.unreadable(file)
    }
  }

  /// Returns all questions to a program, in the order of the manifest.
  func checks() throws -> [ConformanceCheck] {
    var checks: [ConformanceCheck] = []
    for fixture in content.fixtures {
      if let finding = fixture.finding {
        guard let level = ConformanceLevel.allCases.first(where: { $0.name == fixture.level })
        else { throw Self.unreadable(file) }
        let answer = ConformanceCheck.Answer.refuses(rule: finding.rule, offset: finding.offset)
        checks.append(check(fixture.file, level, answer))
        continue
      }
      guard let text = fixture.text else { throw Self.unreadable(file) }
      checks.append(
        check(fixture.file, .frames, .accepts(text: try bytes(of: text), name: text)))
      if let rule = fixture.denied {
        checks.append(check(fixture.file, .canonical, .deniesForm(rule: rule)))
      } else if let form = fixture.form {
        checks.append(check(fixture.file, .canonical, .makesForm(bytes: try bytes(of: form))))
      }
    }
    return checks
  }

  private static func unreadable(_ file: String) -> Refusal {
    Refusal(name: file, reason: "it is not a manifest of fixtures")
  }

  private func check(
    _ file: String, _ level: ConformanceLevel, _ answer: ConformanceCheck.Answer
  ) -> ConformanceCheck {
    ConformanceCheck(fixture: file, archive: "\(folder)/\(file)", level: level, expected: answer)
  }

  private func bytes(of file: String) throws(FileError) -> [UInt8] {
    try FileSource.bytes(of: FilePath("\(folder)/\(file)"))
  }
}
