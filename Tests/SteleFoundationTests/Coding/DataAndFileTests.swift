import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport
import Testing

struct DataAndFileTests {
  private struct Refusing: Encodable {
    struct Refusal: Error {}
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  @Test func `bytes are the default, and data and slices of them are taken and given, too`() throws
  {
    let bytes = try SteleEncoder().encode(["a"])
    #expect(type(of: bytes) == [UInt8].self)
    #expect(try SteleDecoder().decode([String].self, from: bytes) == ["a"])
    let data = try SteleEncoder().encodedData(["a"])
    #expect([UInt8](data) == bytes)
    for data in [data, (Data([0]) + data).dropFirst()] {
      #expect(try SteleDecoder().decode([String].self, from: data) == ["a"])
      #expect(try Unarchiver(data).decode([String].self) == ["a"])
      #expect(try ArchiveReader(opening: data).roots().map(\.name) == ["root"])
      let graph = try ArchiveGraph(data)
      #expect(graph.roots.map(\.name) == ["root"])
      let encoded = try graph.encodedData()
      #expect(try encoded == Data(graph.encoded() as [UInt8]))
    }
  }

  @Test func `an archiver gives data, bytes or a file`() throws {
    func archiver() throws -> Archiver {
      let archiver = Archiver()
      try archiver.encode(1, root: "one")
      try archiver.encode("zwei", root: "two")
      return archiver
    }
    let bytes = try archiver().finish()
    #expect(type(of: bytes) == [UInt8].self)
    let data = try archiver().encodedData()
    #expect([UInt8](data) == bytes)
    let directory = try TemporaryDirectory()
    let url = directory.file("both.stele")
    try archiver().finish(to: url)
    #expect(try directory.bytes(of: "both.stele") == bytes)
    for unarchiver in [
      try Unarchiver(contentsOf: url), try Unarchiver(ArchiveReader(contentsOf: url)),
    ] {
      #expect(unarchiver.rootNames == ["one", "two"])
      #expect(try unarchiver.decode(Int.self, root: "one") == 1)
      #expect(try unarchiver.decode(String.self, root: "two") == "zwei")
    }
  }

  @Test func `files are written and read, and when encoding fails the old file stays as it was`()
    throws
  {
    let directory = try TemporaryDirectory()
    let url = directory.file("old.stele")
    try SteleEncoder().encode("old", to: url)
    #expect(throws: Refusing.Refusal.self) { try SteleEncoder().encode(Refusing(), to: url) }
    #expect(throws: Refusing.Refusal.self) { try SteleEncoder().encode([Refusing()], to: url) }
    #expect(try SteleDecoder().decode(String.self, from: url) == "old")
    try SteleEncoder().encode("new", to: url)
    #expect(try SteleDecoder().decode(String.self, from: url) == "new")
    #expect(try directory.names() == ["old.stele"])
  }

  @Test func `a file that is not there is an error of the file`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.file("missing.stele")
    let error = FileError(.open, url.path, code: ENOENT)
    #expect(throws: error) { try SteleDecoder().decode(Int.self, from: url) }
    #expect(throws: error) { try Unarchiver(contentsOf: url) }
    #expect(throws: error) { try ArchiveReader(contentsOf: url) }
  }

  @Test func `a file that is no archive is refused`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Array("not an archive, though long enough".utf8), to: "text.stele")
    let url = directory.file("text.stele")
    #expect(throws: (any Error).self) { try SteleDecoder().decode(Int.self, from: url) }
    #expect(throws: ArchiveError(.signature, at: 0)) { try ArchiveReader(contentsOf: url) }
  }
}
