import Foundation
import SteleFoundation
import TestSupport
import Testing

@Suite("An atomic file")
struct AtomicFileTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  @Test func `a committed file has all that was written, and nothing stays beside it`() throws {
    let file = try AtomicFile(replacing: directory.file("a"))
    try file.write([1, 2, 3])
    try file.write([])
    try file.write([4])
    try file.commit()
    #expect(try directory.bytes(of: "a") == [1, 2, 3, 4])
    #expect(try directory.names() == ["a"])
  }

  @Test func `the old file stands until the new one is committed`() throws {
    try directory.write([9], to: "a")
    let file = try AtomicFile(replacing: directory.file("a"))
    try file.write([1, 2, 3])
    #expect(try directory.bytes(of: "a") == [9])
    try file.commit()
    #expect(try directory.bytes(of: "a") == [1, 2, 3])
  }

  @Test func `a file that is released without commit leaves the old one and no trace`() throws {
    struct Interruption: Error {}
    try directory.write([9], to: "a")
    #expect(throws: Interruption.self) {
      let file = try AtomicFile(replacing: directory.file("a"))
      try file.write([1, 2, 3])
      #expect(try directory.names().count == 2)
      throw Interruption()
    }
    #expect(try directory.bytes(of: "a") == [9])
    #expect(try directory.names() == ["a"])
  }

  @Test func `a discarded file cannot be written or committed`() throws {
    let file = try AtomicFile(replacing: directory.file("a"))
    file.discard()
    let write = FileError(.write, directory.path("a"), code: EBADF)
    #expect(throws: write) { try file.write([1]) }
    let replace = FileError(.replace, directory.path("a"), code: EBADF)
    #expect(throws: replace) { try file.commit() }
    #expect(try directory.names() == [])
  }

  @Test func `when the new file cannot take its place the temporary one is removed`() throws {
    let file = try AtomicFile(replacing: directory.file("a"))
    try file.write([1])
    try directory.write([9], to: "a/inside")
    let error = FileError(.replace, directory.path("a"), code: EISDIR)
    #expect(throws: error) { try file.commit() }
    #expect(try directory.names() == ["a"])
    #expect(try directory.bytes(of: "a/inside") == [9])
  }

  @Test func `the permissions of the old file are kept`() throws {
    let path = try directory.write([9], to: "a")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try AtomicFile.write([1], to: directory.file("a"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
  }

  @Test func `a symbolic link is kept and its file replaced`() throws {
    try directory.write([9], to: "real")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("link"), withDestinationPath: "real")
    try AtomicFile.write([1], to: directory.file("link"))
    #expect(try directory.bytes(of: "real") == [1])
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: directory.path("link")) == "real")
  }

  @Test func `a directory is not replaced`() throws {
    let error = FileError(.create, directory.url.path, code: EISDIR)
    #expect(throws: error) { _ = try AtomicFile(replacing: directory.url) }
  }

  @Test func `a file in a directory that is not there cannot be made`() throws {
    let url = directory.file("none/a")
    let error = FileError(.create, url.path, code: ENOENT)
    #expect(throws: error) { try AtomicFile.write([1], to: url) }
    #expect(error.description == "cannot create \(url.path): No such file or directory")
  }

  #if os(Linux)
    @Test func `a device is written to and not replaced, and a full one is an error`() throws {
      try AtomicFile.write([1], to: URL(fileURLWithPath: "/dev/null"))
      let facts = try FileManager.default.attributesOfItem(atPath: "/dev/null")
      #expect(facts[.type] as? FileAttributeType == .typeCharacterSpecial)
      let error = FileError(.write, "/dev/full", code: ENOSPC)
      #expect(throws: error) { try AtomicFile.write([1], to: URL(fileURLWithPath: "/dev/full")) }
    }
  #endif
}
