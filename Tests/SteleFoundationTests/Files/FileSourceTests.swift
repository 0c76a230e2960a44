import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

@Suite("A file as a source")
struct FileSourceTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `it gives the bytes of a range, and no more than the file has`() throws {
    try directory.write(Array(0..<100), to: "a")
    let source = try FileSource(directory.file("a"))
    #expect(source.byteCount == 100)
    #expect(source.bytes(in: 10..<13) == [10, 11, 12])
    #expect(source.bytes(in: 98..<200) == [98, 99])
    #expect(source.bytes(in: 50..<50) == [])
    #expect(try source.bytes() == Array(0..<100))
  }

  @Test func `a file that becomes shorter gives fewer bytes and the process goes on`() throws {
    let path = try directory.write([UInt8](repeating: 7, count: 100_000), to: "a")
    let source = try FileSource(directory.file("a"))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 5)
    #expect(source.byteCount == 100_000)
    #expect(source.bytes(in: 0..<100_000) == [7, 7, 7, 7, 7])
    #expect(source.bytes(in: 50_000..<50_001) == [])
    #expect(throws: ArchiveError(.signature, at: 0)) { _ = try Archive(source) }
  }

  @Test func `a file that has been replaced is still read as it was`() throws {
    try directory.write([1, 2, 3], to: "a")
    let source = try FileSource(directory.file("a"))
    try AtomicFile.write([9], to: directory.file("a"))
    #expect(source.bytes(in: 0..<3) == [1, 2, 3])
  }

  @Test func `what is not there and what is no file cannot be opened`() throws {
    let none = directory.file("none")
    #expect(throws: FileError(.open, none.path, code: ENOENT)) { _ = try FileSource(none) }
    #expect(throws: FileError(.read, directory.url.path, code: EISDIR)) {
      _ = try FileSource(directory.url)
    }
  }
}
