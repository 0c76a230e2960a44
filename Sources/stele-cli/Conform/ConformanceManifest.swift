internal import Foundation
internal import SteleFoundation

/// The fixtures, as `manifest.json` lists them.
struct ConformanceManifest {
  private struct Content: Decodable {
    let valid: [Valid]
    let invalid: [Invalid]
    let order: [Invalid]
  }

  private struct Valid: Decodable {
    let file: String
    let text: String
    let form: String?
    let denied: String?
  }

  private struct Invalid: Decodable {
    struct Finding: Decodable {
      let rule: String
      let offset: Int
    }

    let file: String
    let level: String
    let finding: Finding
  }

  private let folder: String
  private let content: Content

  /// Reads the manifest of a folder.
  init(folder: String) throws {
    self.folder = folder
    let file = "\(folder)/manifest.json"
    let bytes = try FileSource.bytes(of: FilePath(file))
    do {
      content = try JSONDecoder().decode(Content.self, from: Data(bytes))
    } catch {
      throw Refusal(name: file, reason: "it is not a manifest of fixtures")
    }
  }

  /// What to ask of a program up to a level, in the order of the manifest.
  func checks(level: ConformanceLevel) throws -> [ConformanceCheck] {
    var checks: [ConformanceCheck] = []
    for fixture in content.valid {
      let text = level < .text ? nil : try bytes(of: fixture.text)
      checks.append(check(fixture.file, .accepts(text: text)))
      guard level >= .canonical else { continue }
      if let rule = fixture.denied {
        checks.append(check(fixture.file, .deniesForm(rule: rule)))
      } else if let form = fixture.form {
        checks.append(check(fixture.file, .makesForm(bytes: try bytes(of: form))))
      }
    }
    for fixture in content.invalid + content.order
    where ConformanceLevel.allCases.contains(where: { $0.name == fixture.level && $0 <= level }) {
      checks.append(
        check(fixture.file, .refuses(rule: fixture.finding.rule, offset: fixture.finding.offset)))
    }
    return checks
  }

  private func check(_ file: String, _ answer: ConformanceCheck.Answer) -> ConformanceCheck {
    ConformanceCheck(fixture: file, archive: "\(folder)/\(file)", expected: answer)
  }

  private func bytes(of file: String) throws(FileError) -> [UInt8] {
    try FileSource.bytes(of: FilePath("\(folder)/\(file)"))
  }
}
