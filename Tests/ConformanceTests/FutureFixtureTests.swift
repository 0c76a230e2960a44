import Stele
import SteleInspection
import SteleModel
import SteleVerifier
import TestSupport
import Testing

@Suite struct FutureFixtureTests {
  static let fixtures = Result { try FixtureFolder.manifest().future }

  @Test(arguments: try fixtures.get())
  func `an archive of a later version is refused or read as the manifest says`(
    _ fixture: Manifest.Future
  ) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    #expect(
      refusal { try ArchiveReader.check(bytes) } == fixture.finding)
    #expect(refusal { try ArchiveGraph(bytes) } == fixture.finding)
    #expect(decoderRefusal(bytes) == fixture.finding)
    let findings = Verifier(level: .references).verify(bytes).findings
    #expect(findings.first.map { Manifest.Finding($0.rule, at: $0.offset) } == fixture.finding)
    #expect((fixture.text == nil) == (fixture.finding != nil))
    guard let text = fixture.text else { return }
    let expected = String(decoding: try FixtureFolder.bytes(text), as: UTF8.self)
    #expect(try ArchiveGraph(bytes).notation() + "\n" == expected)
  }

  @Test(arguments: try fixtures.get().filter { $0.finding?.rule == "F12" })
  func `the reader in part names another version, too`(_ fixture: Manifest.Future) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    #expect(
      refusal { try ArchiveReader(opening: bytes) }
        == fixture.finding)
  }

  @Test(arguments: try fixtures.get().filter { $0.finding?.rule == "F12" })
  func `another version is named wherever the file ends after the head`(
    _ fixture: Manifest.Future
  ) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    let end = 32 + Int(bytes[16])  // of the payload of HEAD, which is short
    for count in 8..<bytes.count {
      let prefix = Array(bytes.prefix(count))
      let found = refusal { try ArchiveReader.check(prefix) }
      if count < end {
        #expect(found?.rule == "F2", "\(count) bytes")
      } else {
        #expect(found == fixture.finding, "\(count) bytes")
      }
    }
  }

  private func decoderRefusal(_ bytes: [UInt8]) -> Manifest.Finding? {
    do {
      _ = try Unarchiver(bytes)
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return (context.underlyingError as? ArchiveError).map {
        Manifest.Finding($0.rule, at: $0.offset)
      }
    } catch {
      return (error as? ArchiveError).map { Manifest.Finding($0.rule, at: $0.offset) }
    }
  }
}
