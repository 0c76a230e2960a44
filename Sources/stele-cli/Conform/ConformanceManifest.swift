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
    let texts: [Fixture]?
    let equal: [Group]?

    var fixtures: [Fixture] {
      valid + invalid + order + (nscoding ?? []) + (future ?? []) + (texts ?? [])
    }
  }

  /// Archives, in lists of equal content.
  private struct Group: Decodable {
    let contents: [[Fixture]]
  }

  /// An archive or a text that a program must refuse if the fixture has a finding, and accept otherwise.
  private struct Fixture: Decodable {
    struct Finding: Decodable {
      let rule: String
      let offset: Int

      var answer: ConformanceCheck.Answer { .refuses(rule: rule, offset: offset) }
    }

    let file: String
    let text: String?
    let canonical: Bool?
    let canonicalFinding: Finding?
    let built: String?
    let form: String?
    let denied: String?
    let digest: String?
    let digestDenied: String?
    let level: String?
    let finding: Finding?
  }

  private let folder: String
  private let file: String
  private let content: Content

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
    try content.fixtures.flatMap(checks) + (content.equal ?? []).flatMap(checks)
  }

  /// Returns the questions about a fixture.
  private func checks(_ fixture: Fixture) throws -> [ConformanceCheck] {
    var checks: [ConformanceCheck] = []
    func ask(
      _ level: ConformanceLevel, of file: String, _ answer: ConformanceCheck.Answer
    ) { checks.append(ConformanceCheck(fixture: file, level: level, expected: answer)) }
    let (file, isText) = (fixture.file, fixture.file.hasSuffix(".json"))
    if let finding = fixture.finding {
      guard let level = ConformanceLevel.named(fixture.level)
      else { throw Self.unreadable(self.file) }
      ask(level, of: file, finding.answer)
      return checks
    }
    if !isText {
      guard let text = fixture.text else { throw Self.unreadable(self.file) }
      ask(.frames, of: file, .accepts(text: try bytes(of: text), name: text))
    }
    if fixture.canonical != nil {
      ask(.checker, of: file, fixture.canonicalFinding?.answer ?? .bytes(nil))
    }
    if let built = fixture.built {
      ask(.build, of: fixture.text ?? file, .bytes(try bytes(of: built)))
    } else if isText {
      ask(.build, of: file, .refuses(rule: "C.6", offset: nil))
    }
    if let rule = fixture.denied {
      ask(.canonical, of: file, .refuses(rule: rule, offset: nil))
    } else if let form = fixture.form {
      ask(.canonical, of: file, .bytes(try bytes(of: form)))
    }
    if let rule = fixture.digestDenied {
      ask(.digest, of: file, .refuses(rule: rule, offset: nil))
    } else if let digest = fixture.digest {
      ask(.digest, of: file, .word(digest))
    }
    return checks
  }

  /// Returns the questions about each archive of a group, and about each pair of archives with digests.
  private func checks(_ group: Group) throws -> [ConformanceCheck] {
    let archives = group.contents.enumerated().flatMap { content, archives in
      archives.filter { $0.digest != nil }.map { (file: $0.file, content: content) }
    }
    let pairs = archives.indices.flatMap { index in
      archives[(index + 1)...].map { other in
        ConformanceCheck(
          fixture: archives[index].file, level: .equal,
          expected: .word(archives[index].content == other.content ? "equal" : "different"),
          other: other.file)
      }
    }
    return try group.contents.joined().flatMap(checks) + pairs
  }

  private static func unreadable(_ file: String) -> Refusal {
    Refusal("it is not a manifest of fixtures", name: file)
  }

  private func bytes(of file: String) throws(FileError) -> [UInt8] {
    try FileSource.bytes(of: FilePath("\(folder)/\(file)"))
  }
}
