import Foundation
import TestSupport
import Testing

@testable import SteleFoundation

@Suite("An atomic file")
struct AtomicFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Files that have no name at first, where the system knows such, and files that have a temporary one.
  static let kernels = [Kernel(), Kernel(makesUnnamedFiles: false)]

  @Test(arguments: kernels)
  func `a file is made in parts, replaced, and replaced by way of a link`(_ kernel: Kernel) throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("link"), withDestinationPath: "a")
    for (name, content) in [("a", [UInt8](1...9)), ("a", [2]), ("link", [3]), ("a", [4])] {
      let file = try AtomicFile(replacing: FilePath(directory.path(name)), kernel)
      try file.write([content[0]])
      try file.write([])
      try file.write(Array(content.dropFirst()))
      try file.commit()
      #expect(try directory.bytes(of: "a") == content)
      #expect(try directory.names() == ["a", "link"])
    }
  }

  @Test(arguments: kernels)
  func `a file that is released without commit leaves the old one and no trace`(
    _ kernel: Kernel
  ) throws {
    struct Interruption: Error {}
    try directory.write([9], to: "a")
    #expect(throws: Interruption.self) {
      let file = try AtomicFile(replacing: FilePath(directory.path("a")), kernel)
      try file.write([1, 2, 3])
      #expect(try directory.names().count == (file.temporaryFile == nil ? 1 : 2))
      #expect(try directory.bytes(of: "a") == [9])
      throw Interruption()
    }
    #expect(try directory.bytes(of: "a") == [9])
    #expect(try directory.names() == ["a"])
  }

  @Test func `a temporary file that was left behind is removed, one in use is not`() throws {
    let kernel = Kernel(makesUnnamedFiles: false)
    let path = FilePath(directory.path("a"))
    let inUse = try AtomicFile(replacing: path, kernel)
    try inUse.write([1])
    let names = try directory.names()
    #expect(names.count == 1)
    try AtomicFile.write([2], to: directory.file("a"))
    #expect(try directory.names() == names + ["a"])
    inUse.discard()
    try directory.write([9, 9], to: names[0])
    // Under another name, it is not taken for one of this file.
    try AtomicFile.write([2], to: directory.file("b"))
    #expect(try directory.names() == names + ["a", "b"])
    try AtomicFile.write([3], to: directory.file("a"))
    #expect(try directory.names() == ["a", "b"])
    #expect(try directory.bytes(of: "a") == [3])
  }

  @Test(arguments: kernels)
  func `many saves at the same time leave one file, whole and alone`(_ kernel: Kernel) async throws
  {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<10 {
            let path = FilePath(directory.path("a"))
            let file = try AtomicFile(replacing: path, kernel)
            try file.write([UInt8](repeating: UInt8(number), count: 10_000))
            try file.commit()
          }
        }
      }
      try await group.waitForAll()
    }
    let content = try directory.bytes(of: "a")
    #expect(content.count == 10_000)
    #expect(Set(content).count == 1)
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

  @Test func `the permissions of the old file are kept, without those that lend rights`() throws {
    let path = try directory.write([9], to: "a")
    for (old, new) in [(0o640, 0o640), (0o4755, 0o755), (0o400, 0o400), (0o7777, 0o777)] {
      try FileManager.default.setAttributes([.posixPermissions: old], ofItemAtPath: path)
      try AtomicFile.write([1], to: directory.file("a"))
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == new)
    }
  }

  @Test(.enabled(if: getuid() == 0))
  func `what the superuser saves belongs to whom the old file belonged`() throws {
    let path = try directory.write([9], to: "a")
    try FileManager.default.setAttributes(
      [.ownerAccountID: 1234, .groupOwnerAccountID: 5678], ofItemAtPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o4777], ofItemAtPath: path)
    try AtomicFile.write([1], to: directory.file("a"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.ownerAccountID] as? NSNumber)?.intValue == 1234)
    #expect((attributes[.groupOwnerAccountID] as? NSNumber)?.intValue == 5678)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o777)
  }

  #if !canImport(Darwin)
    // On Darwin, all names are UTF-8.
    @Test(arguments: kernels)
    func `a name that is not UTF-8 stays what it is`(_ kernel: Kernel) throws {
      let name: [UInt8] = [0xFF, 0x61, 0xC3]
      let path = FilePath(bytes: Array(directory.path("").utf8) + [0x2F] + name)
      let file = try AtomicFile(replacing: path, kernel)
      try file.write([1])
      try file.commit()
      #expect(try FileSource(path).bytes() == [1])
      let url = directory.url.absoluteString + "/%FFa%C3"
      try AtomicFile.write([2], to: #require(URL(string: url)))
      #expect(try FileSource(path).bytes() == [2])
      let folder = try Descriptor(FilePath(directory.url.path), for: .listing, kernel)
      #expect(try folder.names().map(\.bytes) == [name])
    }
  #endif

  @Test(arguments: ["https://example.com/a", "file:///a%00b", "mailto:a"])
  func `a URL that names no file is an error`(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(throws: FileError(.create, text, .notAFileURL)) { try AtomicFile.write([1], to: url) }
    #expect(throws: FileError(.open, text, .notAFileURL)) { try FileSource(url) }
  }

  @Test func `a directory is not replaced`() throws {
    let error = FileError(.create, directory.url.path, code: EISDIR)
    #expect(throws: error) { _ = try AtomicFile(replacing: directory.url) }
  }

  @Test func `a file in a directory that is not there cannot be made`() throws {
    let url = directory.file("none/a")
    let error = FileError(.create, url.path, code: ENOENT)
    #expect(throws: error) { try AtomicFile.write([1], to: url) }
    #expect(error.description == "Cannot create \(url.path): no such file or directory.")
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
