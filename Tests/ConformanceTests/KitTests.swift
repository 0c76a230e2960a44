import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// The answers that the manifest expects at the levels of the conformance kit after `canonical`, and at `build`.
@Suite struct KitTests {
  static let manifest = Result { try FixtureFolder.manifest() }

  @Test func `an archive is built of a text as the manifest lists it, or refused`() throws {
    for text in try Self.manifest.get().texts {
      let bytes = try FixtureFolder.bytes(text.file)
      let built = try? ArchiveGraph(notation: bytes).encoded()
      #expect(try built == text.built.map(FixtureFolder.bytes), "\(text.file)")
    }
  }

  @Test func `the text of an archive builds the one that the manifest lists`() throws {
    let manifest = try Self.manifest.get()
    let archives = manifest.equal.flatMap(\.contents).joined()
    let rows = manifest.valid.map { ($0.text, $0.built) } + archives.map { ($0.text, $0.built) }
    for case (let text, let built?) in rows {
      let graph = try ArchiveGraph(notation: try FixtureFolder.bytes(text))
      #expect(try graph.encoded() == FixtureFolder.bytes(built), "\(text)")
    }
  }

  @Test func `an archive has the content digest of the manifest, or the rule that denies one`()
    throws
  {
    let manifest = try Self.manifest.get()
    let archives = manifest.equal.flatMap(\.contents).joined()
    let rows =
      manifest.valid.map { ($0.file, $0.digest, $0.digestDenied) }
      + archives.map { ($0.file, $0.digest, $0.digestDenied) }
    for (file, digest, denied) in rows {
      let graph = try ArchiveGraph(try FixtureFolder.bytes(file))
      guard let digest else {
        let error = #expect(throws: ArchiveWritingError.self) { try graph.contentDigest() }
        let rule = ArchiveRule.allCases.first { $0.number == denied }
        #expect(rule != nil && error?.reason == rule.map { .breaks($0) }, "\(file)")
        continue
      }
      #expect(try graph.contentDigest().description == digest, "\(file)")
    }
  }

  @Test func `in a group, archives have equal digests if and only if their content is equal`()
    throws
  {
    for group in try Self.manifest.get().equal {
      let digests = group.contents.compactMap(\.first?.digest)
      #expect(Set(digests).count == digests.count, "\(group.group)")
      for archives in group.contents {
        #expect(Set(archives.map { $0.digest ?? $0.digestDenied }).count == 1, "\(group.group)")
      }
      #expect(digests.count > 1 || group.contents.joined().count > 1, "\(group.group)")
    }
  }
}
