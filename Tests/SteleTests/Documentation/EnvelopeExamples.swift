import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport
import Testing

#if canImport(CryptoKit)
  import CryptoKit
#endif

/// The examples of the page about compression and encryption around an archive.
@Suite struct `Examples of what stands around an archive` {
  #if canImport(CryptoKit)
    enum Sealed {
      static func seal(_ people: [String], with key: SymmetricKey) throws -> Data {
        let archive = try SteleEncoder().encodedData(people)
        let compressed = try (archive as NSData).compressed(using: .zlib) as Data
        return try ChaChaPoly.seal(compressed, using: key).combined
      }

      static func open(_ sealed: Data, with key: SymmetricKey) throws -> [String] {
        let compressed = try ChaChaPoly.open(.init(combined: sealed), using: key)
        let archive = try (compressed as NSData).decompressed(using: .zlib) as Data
        return try SteleDecoder().decode([String].self, from: archive)
      }
    }

    @Test func `what was sealed is opened`() throws {
      let key = SymmetricKey(size: .bits256)
      let sealed = try Sealed.seal(["Ann", "Bob"], with: key)
      #expect(try Sealed.open(sealed, with: key) == ["Ann", "Bob"])
    }
  #endif

  /// Some of the bytes of a source.
  struct Section<Base: ByteSource>: ByteSource {
    let base: Base
    let range: Range<Int>

    var byteCount: Int { range.count }

    func read(into buffer: inout OutputSpan<UInt8>, at offset: Int) throws {
      try base.read(into: &buffer, at: range.lowerBound + offset)
    }
  }

  @Test func `an archive inside of another file is read in place`() throws {
    let directory = try TemporaryDirectory()
    let archive: [UInt8] = try SteleEncoder().encode(["Ann", "Bob"])
    try directory.write([1, 2, 3] + archive + [4, 5], to: "container")
    let url = directory.file("container")
    let range = 3..<3 + archive.count

    let section = try Section(base: FileSource(url), range: range)
    let people = try Unarchiver(ArchiveReader(opening: section)).decode([String].self)

    #expect(people == ["Ann", "Bob"])
  }
}
