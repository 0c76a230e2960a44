import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite("Key paths")
struct ArchivePathTests {
  static let texts = [
    "root", "root.people[3].name", "objects[12].Person.name", "metadata.title",
    "root.ages{Ann}", "root.ages{\"a b\"}", "root.ages[2].key", "root.pet.Pet::name",
    "\"\"", "\"objects\"[3]", "\"metadata\".x", "root.\"a.b\".\"[0]\"", "\"a\\\"\\\\\\n\\r\\tb\"",
    "\"\\u{202e}\\u{0}\"", "root.Größe.名前", "objects[1]{-5}",
  ]

  @Test(arguments: texts)
  func `a path is written as it was read`(text: String) throws {
    #expect(try ArchivePath(text).description == text)
  }

  static let mistakes: [(String, Int)] = [
    ("", 0), ("root.", 5), ("root[", 5), ("root[x]", 5), ("root[1", 6), ("objects[0]", 8),
    ("root{}", 5), ("root.\"a", 7), ("root.a:b", 7), ("root..a", 5), ("\"\\x\"", 2),
    ("\"\\u{110000}\"", 4), ("root name", 4), ("root[99999999999999999999]", 5), ("metadata", 8),
  ]

  @Test(arguments: mistakes)
  func `a text that is no path is refused where it ceases to be one`(text: String, offset: Int) {
    let error = #expect(throws: ArchivePathError.self) { try ArchivePath(text) }
    #expect(error?.offset == offset)
  }

  @Test func `any names come back`() throws {
    for seed in Seeds.forTest(count: 2000) {
      var random = RandomSource(seed: seed)
      let path = Self.path(&random)
      let text = path.description
      let again = try ArchivePath(text)
      #expect(again == path, "seed \(seed): \(text.debugDescription)")
      #expect(again.description.utf8.elementsEqual(text.utf8), "seed \(seed)")
      #expect(Self.names(again) == Self.names(path), "seed \(seed): \(text.debugDescription)")
    }
  }

  /// The names in a path, as bytes.
  private static func names(_ path: ArchivePath) -> [[UInt8]] {
    var names: [String] = []
    switch path.start {
    case .name(let name): names.append("n" + name)
    case .metadata(let name): names.append("m" + name)
    case .object(let number): names.append("o\(number)")
    }
    for step in path.steps {
      switch step {
      case .key(let name, let level): names.append("k\(level ?? "-"):" + name)
      case .index(let index): names.append("i\(index)")
      case .mapKey(let text): names.append("t" + text)
      }
    }
    return names.map { Array($0.utf8) }
  }

  private static let parts = [
    "a", "Z", "5", "_", "-", ".", "[", "]", "{", "}", "\"", "\\", "\n", "\r", "\t", " ", ":",
    "::", "=", ",", "objects", "metadata", "\u{0}", "\u{202E}", "\u{301}", "e", "é", "\u{1F468}",
    "\u{200D}", "\u{115F}", "\u{E0001}", "'", "$", "*", "/", "\u{7F}", "\u{2028}",
  ]

  private static func name(_ random: inout RandomSource) -> String {
    (0..<random.count(upTo: 5)).map { _ in random.pick(parts, or: "") }.joined()
  }

  private static func path(_ random: inout RandomSource) -> ArchivePath {
    let start: ArchivePath.Start =
      switch random.next() % 4 {
      case 0: .metadata(name(&random))
      case 1: .object(Int.random(in: 1...1000, using: &random))
      default: .name(name(&random))
      }
    let steps = (0..<random.count(upTo: 4)).map { _ -> ArchivePath.Step in
      switch random.next() % 5 {
      case 0: .index(Int.random(in: 0..<1000, using: &random))
      case 1: .mapKey(name(&random))
      case 2: .key(name(&random), ofClass: name(&random))
      default: .key(name(&random))
      }
    }
    return ArchivePath(start, steps)
  }
}
