import Stele
import SteleInspection
import SteleModel
import SteleVerifier
import TestSupport
import Testing

@Suite struct ValidFixtureTests {
  static let fixtures = Result { try FixtureFolder.manifest().valid }

  @Test(arguments: try fixtures.get())
  func `a valid fixture opens in part, and each part is that of the whole`(
    _ fixture: Manifest.Valid
  ) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    let graph = try ArchiveGraph(bytes)
    let archive = try ArchiveReader(opening: bytes)
    try archive.check()
    #expect(try archive.roots() == graph.roots)
    #expect(archive.objectCount == graph.objects.count)
    #expect(archive.classes == graph.classes)
    for number in graph.objects.indices {
      #expect(try archive.object(number + 1) == graph.objects[number])
    }
  }

  @Test(arguments: try fixtures.get())
  func `a valid fixture has the text that is stored beside it`(_ fixture: Manifest.Valid) throws {
    let graph = try ArchiveGraph(try FixtureFolder.bytes(fixture.file))
    let text = String(decoding: try FixtureFolder.bytes(fixture.text), as: UTF8.self)
    #expect(graph.notation() + "\n" == text)
  }

  @Test(arguments: try fixtures.get())
  func `the text of a valid fixture builds an archive with the same text`(
    _ fixture: Manifest.Valid
  ) throws {
    let text = String(decoding: try FixtureFolder.bytes(fixture.text), as: UTF8.self)
    let built = try ArchiveGraph(notation: text).encoded()
    #expect(Verifier(level: .references).verify(built).findings.isEmpty)
    #expect(try ArchiveGraph(built).notation() + "\n" == text)
    if fixture.canonical { #expect(try built == FixtureFolder.bytes(fixture.file)) }
    // The few large ones take most of the time.
    guard text.utf8.count < 60_000 else { return }
    let pretty = try ArchiveGraph(built).notation(pretty: true)
    #expect(try ArchiveGraph(notation: pretty).encoded() == built)
  }

  @Test(arguments: try fixtures.get())
  func `the verifier finds in a valid fixture what keeps it from being canonical`(
    _ fixture: Manifest.Valid
  ) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    let finding = Verifier(level: .canonical).verify(bytes).findings.first
    #expect(finding.map { Manifest.Finding($0.rule, at: $0.offset) } == fixture.canonicalFinding)
    #expect(fixture.canonical == (fixture.canonicalFinding == nil))
    // Only rules of the canonical form, which are not part of validity.
    #expect(fixture.canonicalFinding.map { $0.rule.hasPrefix("K") } != false)
  }

  @Test(arguments: try fixtures.get())
  func `the canonical form of a valid fixture is that of the manifest, and its own canonical form`(
    _ fixture: Manifest.Valid
  ) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    let graph = try ArchiveGraph(bytes)
    guard let form = fixture.form else {
      let denied = try #require(fixture.denied)
      let error = #expect(throws: ArchiveWritingError.self) {
        try graph.canonical(includesMetadata: true).encoded()
      }
      let rule = ArchiveRule.allCases.first { $0.number == denied }
      #expect(error?.reason == rule.map { .breaks($0) })
      return
    }
    let canonical = try graph.canonical(includesMetadata: true).encoded()
    #expect(try canonical == FixtureFolder.bytes(form))
    #expect(Verifier(level: .canonical).verify(canonical).findings.isEmpty)
    #expect(try ArchiveGraph(canonical).canonical(includesMetadata: true).encoded() == canonical)
    if fixture.canonical { #expect(canonical == bytes) }
  }
}
