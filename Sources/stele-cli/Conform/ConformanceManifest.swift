internal import Foundation
internal import SteleFoundation

/// The fixtures, as `manifest.json` lists them.
struct ConformanceManifest: Decodable {
  private let valid: [Fixture]
  private let invalid: [Fixture]
  private let order: [Fixture]
  private let nscoding: [Fixture]?
  private let future: [Fixture]?
  private let texts: [Fixture]?
  private let equal: [Group]?

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

  /// Returns all questions to a program about the fixtures in a folder, in the order of the manifest.
  static func checks(in folder: String) throws -> [ConformanceCheck] {
    let file = "\(folder)/manifest.json"
    let bytes = try FileSource.bytes(of: FilePath(file))
    do {
      let manifest = try JSONDecoder().decode(Self.self, from: Data(bytes))
      let lists = [manifest.nscoding, manifest.future, manifest.texts].compactMap(\.self)
      let fixtures = manifest.valid + manifest.invalid + manifest.order + lists.joined()
      return try fixtures.flatMap { try checks($0, in: folder) }
        + (manifest.equal ?? []).flatMap { try checks($0, in: folder) }
    } catch let error as FileError {
      throw error
    } catch {
      throw Refusal("it is not a manifest of fixtures", name: file)
    }
  }

  /// Returns the questions about a fixture.
  private static func checks(_ fixture: Fixture, in folder: String) throws -> [ConformanceCheck] {
    var checks: [ConformanceCheck] = []
    func ask(
      _ level: ConformanceLevel, of file: String, _ answer: ConformanceCheck.Answer
    ) { checks.append(ConformanceCheck(fixture: file, level: level, expected: answer)) }
    func bytes(of file: String) throws(FileError) -> [UInt8] {
      try FileSource.bytes(of: FilePath("\(folder)/\(file)"))
    }
    let (file, isText) = (fixture.file, fixture.file.hasSuffix(".json"))
    if let finding = fixture.finding {
      guard let level = ConformanceLevel.named(fixture.level)
      else { throw Unreadable() }
      ask(level, of: file, finding.answer)
      return checks
    }
    if !isText {
      guard let text = fixture.text else { throw Unreadable() }
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
  private static func checks(_ group: Group, in folder: String) throws -> [ConformanceCheck] {
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
    return try group.contents.joined().flatMap { try checks($0, in: folder) } + pairs
  }

  /// The error of a fixture that lacks what it needs.
  private struct Unreadable: Error {}
}
