import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

@Suite("A mapped file")
struct MappedFileTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `it shows all bytes, and gives copies of some`() throws {
    try directory.write(Array(0..<200), to: "a")
    let file = try MappedFile(directory.file("a"))
    #expect(file.byteCount == 200)
    #expect(file.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] == UInt8($0) } })
    #expect(file.bytes(in: 10..<13) == [10, 11, 12])
    #expect(file.bytes(in: 198..<500) == [198, 199])
  }

  @Test func `memory that is given back comes back from the file`() throws {
    let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try directory.write(content, to: "a")
    let file = try MappedFile(directory.file("a"))
    #expect(file.bytes(in: 0..<content.count) == content)
    file.release(0..<content.count)
    file.release(-5..<2_000_000_000)
    #expect(file.bytes(in: 0..<content.count) == content)
  }

  @Test func `a file that is passed step by step stays the same`() throws {
    let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try directory.write(content, to: "a")
    let file = try MappedFile(directory.file("a"))
    for start in stride(from: 0, to: content.count, by: 150_000) {
      let step = start..<min(start + 150_000, content.count)
      #expect(file.bytes(in: step).elementsEqual(content[step]))
      file.release(step)
    }
    file.release(-5..<Int.max)
    file.release(Int.max - 1..<Int.max)
    #expect(file.bytes(in: 0..<content.count) == content)
  }

  @Test func `an empty file has no bytes, and what is no file cannot be mapped`() throws {
    try directory.write([], to: "a")
    #expect(try MappedFile(directory.file("a")).bytes(in: 0..<1) == [])
    #expect(throws: FileError.self) { try MappedFile(directory.file("missing")) }
    #expect(throws: FileError.self) { try MappedFile(directory.file(".")) }
  }

  @Test func `an archive in a mapped file is read in part`() throws {
    let graph = RandomGraph.make(seed: 11)
    try directory.write(try graph.encoded(), to: "a.stele")
    let archive = try Archive(mapping: directory.file("a.stele"))
    #expect(try archive.roots() == graph.roots)
    #expect(try archive.object(1) == graph.objects.first)
  }
}
