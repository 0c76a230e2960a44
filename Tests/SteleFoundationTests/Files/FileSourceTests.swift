import Foundation
import Stele
import SteleInspection
import SteleVerifier
import TestSupport
import Testing

@testable import SteleFoundation
import SteleModel

@Suite("A file as a source")
struct FileSourceTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `it gives the bytes of a range, and no more than the file has`() throws {
    try directory.write(Array(0..<100), to: "a")
    let source = try FileSource(directory.file("a"))
    #expect(source.byteCount == 100)
    #expect(try source.bytes(in: 10..<13) == [10, 11, 12])
    #expect(try source.bytes(in: 98..<200) == [98, 99])
    #expect(try source.bytes(in: 50..<50) == [])
    #expect(try source.bytes() == Array(0..<100))
  }

  #if os(Linux)
    @Test func `a file that does not say its size is read to its end`() throws {
      for path in ["/proc/version", "/proc/self/cmdline"] {
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0)
        let content = try #require(FileManager.default.contents(atPath: path))
        #expect(!content.isEmpty)
        let source = try FileSource(URL(fileURLWithPath: path))
        #expect(source.byteCount == content.count)
        #expect(try source.bytes() == Array(content))
        #expect(try source.bytes(in: 1..<3) == Array(content[1..<3]))
        #expect(try source.bytes(in: 0..<(content.count + 9)) == Array(content))
        #expect(throws: Never.self) { try source.checkUnchanged() }
        #expect(try FileSource.bytes(of: FilePath(path)) == Array(content))
        #expect(throws: ArchiveError(.signature, at: 0)) { _ = try ArchiveReader(opening: source) }
      }
    }
  #endif

  @Test func `an empty file that gets content has been changed`() throws {
    let path = try directory.write([], to: "a")
    let source = try FileSource(directory.file("a"))
    #expect(try source.bytes() == [])
    try directory.write([1], to: "a")
    #expect(throws: FileError(.read, path, .changed)) { try source.checkUnchanged() }
  }

  @Test func `bytes that are no longer there are an error of the file, not of the archive`() throws
  {
    let path = try directory.write([UInt8](repeating: 7, count: 100_000), to: "a")
    let source = try FileSource(directory.file("a"))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 5)
    let changed = FileError(.read, path, .changed)
    #expect(source.byteCount == 100_000)
    #expect(throws: changed) { try source.checkUnchanged() }
    #expect(throws: changed) { try source.bytes() }
    #expect(throws: changed) { try source.bytes(in: 0..<100_000) }
    #expect(throws: changed) { try source.bytes(in: 50_000..<50_001) }
    #expect(try source.bytes(in: 2..<5) == [7, 7, 7])
    let error = #expect(throws: ArchiveError(.truncated, at: 0)) {
      _ = try ArchiveReader(opening: source)
    }
    #expect(error?.sourceError as? FileError == changed)
    #expect(
      error?.description
        == "Cannot read the archive at byte 0: cannot read \(path): it was changed meanwhile.")
    #expect(Verifier().verify(source).sourceError as? FileError == changed)
    let explanation = ArchiveExplanation(source)
    _ = explanation.fields(in: 0..<source.byteCount)
    #expect(explanation.sourceError as? FileError == changed)
    #expect(changed.description == "Cannot read \(path): it was changed meanwhile.")
  }

  @Test func `a file that is changed in place is not unchanged`() throws {
    let path = try directory.write([1, 2, 3], to: "a")
    let date = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    let source = try FileSource(directory.file("a"))
    try source.checkUnchanged()
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data([4]))
    #expect(throws: FileError(.read, path, .changed)) { try source.checkUnchanged() }
  }

  @Test func `a file that has been replaced is still read as it was`() throws {
    try directory.write([1, 2, 3], to: "a")
    let source = try FileSource(directory.file("a"))
    try AtomicFile.write([9], to: directory.file("a"))
    #expect(try source.bytes(in: 0..<3) == [1, 2, 3])
    try source.checkUnchanged()
  }

  @Test func `what is not there and what is no file cannot be opened`() throws {
    let none = directory.file("none")
    #expect(throws: FileError(.open, none.path, code: ENOENT)) { _ = try FileSource(none) }
    #expect(throws: FileError(.read, directory.url.path, code: EISDIR)) {
      _ = try FileSource(directory.url)
    }
    #expect(throws: FileError(.read, "/dev/null", .notRegular("device"))) {
      _ = try FileSource(URL(fileURLWithPath: "/dev/null"))
    }
  }

  @Test func `a pipe to which nobody writes is an error, and is not waited for`() throws {
    let path = directory.path("pipe")
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let error = FileError(.read, path, .notRegular("FIFO"))
    #expect(throws: error) { _ = try FileSource(directory.file("pipe")) }
    #expect(throws: error) { _ = try ArchiveReader(contentsOf: directory.file("pipe")) }
    #expect(throws: error) { try SteleDecoder().decode(Int.self, from: directory.file("pipe")) }
  }

  @Test func `a file of more bytes than there is memory is an error, also as a whole`() throws {
    let path = try directory.write([], to: "a")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    // Only what is written takes room on the disk.
    try handle.truncate(atOffset: 1 << 43)
    try handle.write(contentsOf: Data(Signature.bytes))
    try handle.seek(toOffset: 1 << 43 - 8)
    try handle.write(contentsOf: Data(Signature.bytes))
    let error = FileError(.read, path, .tooLarge(limit: ReadLimit.memoryByteCount))
    #expect(throws: error) { try FileSource(directory.file("a")).bytes() }
    #expect(throws: error) { try SteleDecoder().decode(Int.self, from: directory.file("a")) }
    #expect(throws: ArchiveError.self) { try ArchiveReader(contentsOf: directory.file("a")) }
    let source = try FileSource(directory.file("a"))
    #expect(throws: error) { try source.bytes(in: 0..<source.byteCount) }
  }

  @Test func `a stream without end is an error`() throws {
    let path = FilePath("/dev/zero")
    let file = try Descriptor(path, for: .reading, Kernel())
    #expect(throws: FileError(.read, "/dev/zero", .tooLarge(limit: 3_000_000))) {
      try file.readToEnd(path, limit: 3_000_000)
    }
  }

  @Test func `whichever call fails, the file is read whole or the error is told`() throws {
    var state = ModelState()
    state.add("/a", .regular, Array(0..<10))
    state.add("/pipe", .pipe, Array(0..<10))
    for name in ["/a", "/pipe"] {
      let intact = ModelDisk(state)
      #expect(try FileSource.bytes(of: FilePath(name), intact) == Array(0..<10))
      for (index, call) in intact.calls.enumerated() {
        for code in call.plausibleErrors {
          let disk = ModelDisk(state, fault: .init(index: index, code: code))
          do throws(FileError) {
            #expect(try FileSource.bytes(of: FilePath(name), disk) == Array(0..<10))
          } catch {
            #expect(error == FileError(call == .open ? .open : .read, name, code: code))
          }
          #expect(disk.state.openFileCount == 0)
        }
      }
    }
  }
}
