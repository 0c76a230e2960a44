import Foundation
import TestSupport
import Testing

@testable import SteleFoundation

@Suite("The file that a path names")
struct SaveTargetTests {
  private func save(
    _ path: String, _ state: ModelState, _ content: [UInt8] = [1]
  ) throws -> ModelState {
    let disk = ModelDisk(state)
    let file = try AtomicFile(replacing: FilePath(path), disk)
    try file.write(content)
    try file.commit()
    return disk.state
  }

  private func code(_ path: String, _ state: ModelState) -> Int32? {
    thrown(FileError.self) { try save(path, state) }?.code
  }

  @Test func `two dots lead to where the operating system finds them, not to where the text does`()
    throws
  {
    var state = ModelState()
    state.add("/elsewhere", .folder, permissions: 0o777)
    state.add("/elsewhere/deep", .folder, permissions: 0o777)
    state.add("/link", .link, to: "elsewhere/deep")
    state.add("/a", .regular, [9])
    let after = try save("/link/../a", state)
    #expect(after["/a"]?.content == [9])
    #expect(after["/elsewhere/a"]?.content == [1])
  }

  @Test func `a tilde is a name like others`() throws {
    var state = ModelState()
    state.add("/~", .folder, permissions: 0o777)
    #expect(try save("/~/a", state)["/~/a"]?.content == [1])
    #expect(try save("/~a", state)["/~a"]?.content == [1])
  }

  @Test func `a link stays, and the file to which it leads is replaced or made`() throws {
    var state = ModelState()
    state.add("/one", .link, to: "two")
    state.add("/two", .link, to: "/folder/a")
    state.add("/folder", .folder, permissions: 0o777)
    for content in [[UInt8](), [9]] {
      if !content.isEmpty { state.add("/folder/a", .regular, content) }
      let after = try save("/one", state)
      #expect(after["/folder/a"]?.content == [1])
      #expect(after.names(at: "/") == ["folder", "one", "two"])
      #expect(after.names(at: "/folder") == ["a"])
    }
  }

  @Test func `a link to a folder that is not there is an error`() throws {
    var state = ModelState()
    state.add("/link", .link, to: "none/a")
    #expect(code("/link", state) == ENOENT)
  }

  @Test func `a loop of links is an error`() throws {
    var state = ModelState()
    state.add("/one", .link, to: "two")
    state.add("/two", .link, to: "one")
    #expect(code("/one", state) == ELOOP)
  }

  @Test func `a chain of forty links is followed, and no longer one`() throws {
    var state = ModelState()
    for number in 1...41 { state.add("/\(number)", .link, to: "\(number - 1)") }
    #expect(try save("/40", state)["/0"]?.content == [1])
    #expect(code("/41", state) == ELOOP)
  }

  @Test(arguments: ["", "/", ".", "..", "/folder", "/folder/", "/folder/.", "/folder/..", "/none/"])
  func `what can only be a folder is an error`(_ path: String) throws {
    var state = ModelState()
    state.add("/folder", .folder, permissions: 0o777)
    #expect(code(path, state) == (path.isEmpty ? ENOENT : EISDIR))
  }

  @Test
  func
    `a file is saved into a folder that must not be listed, not into one that must not be changed`()
    throws
  {
    var state = ModelState()
    state.add("/secret", .folder, permissions: 0o300)
    state.add("/fixed", .folder, permissions: 0o555)
    state.add("/closed", .folder, permissions: 0o600)
    #expect(try save("/secret/a", state)["/secret/a"]?.content == [1])
    #expect(code("/fixed/a", state) == EACCES)
    #expect(code("/closed/a", state) == EACCES)
  }

  @Test func `a folder that is moved or replaced by a link meanwhile gets the file all the same`()
    throws
  {
    var state = ModelState()
    let folder = state.add("/folder", .folder, permissions: 0o777)
    let disk = ModelDisk(state)
    let file = try AtomicFile(replacing: FilePath("/folder/a"), disk)
    let root = try disk.open(FilePath("/"), in: nil, for: .folder, permissions: 0)
    try disk.rename(FilePath("folder"), to: FilePath("moved"), in: root)
    try file.write([1])
    try file.commit()
    #expect(disk.state.names(at: "/moved") == ["a"])
    #expect(disk.state.inodes[folder]?.names.count == 1)
  }

  @Test(arguments: [FileFacts.Kind.folder, .link, .pipe])
  func `what takes the place of the file meanwhile is not replaced if it is no file`(
    _ kind: FileFacts.Kind
  ) throws {
    var state = ModelState()
    state.add("/b", kind, to: "elsewhere")
    let disk = ModelDisk(state)
    let file = try AtomicFile(replacing: FilePath("/a"), disk)
    let root = try disk.open(FilePath("/"), in: nil, for: .folder, permissions: 0)
    try disk.rename(FilePath("b"), to: FilePath("a"), in: root)
    let error = FileError(.replace, "/a", code: kind == .folder ? EISDIR : EEXIST)
    #expect(throws: error) { try file.commit() }
    #expect(disk.state.names(at: "/") == ["a"])
  }

  @Test func `a pipe is written to directly`() throws {
    var state = ModelState()
    state.add("/pipe", .pipe)
    state.add("/link", .link, to: "pipe")
    let after = try save("/link", state)
    #expect((after["/pipe"]?.content, after["/pipe"]?.kind) == ([1], .pipe))
    #expect(after.names(at: "/") == ["link", "pipe"])
  }

  // MARK: Owner and permissions

  private func saved(
    by user: UInt32, groups: [UInt32], over owner: UInt32, _ group: UInt32, _ permissions: UInt16
  ) throws -> (UInt32, UInt32, UInt16) {
    var state = ModelState()
    state.user = user
    state.groups = groups
    state.add("/a", .regular, [9], permissions: permissions, owner: owner, group: group)
    let inode = try #require(try save("/a", state)["/a"])
    #expect(inode.content == [1])
    return (inode.owner, inode.group, inode.permissions)
  }

  @Test func `owner, group and nine bits of permissions are kept where that is allowed`() throws {
    // The superuser saves a file of a user that ran with the rights of that user.
    #expect(try saved(by: 0, groups: [0], over: 1000, 1000, 0o4777) == (1000, 1000, 0o777))
    #expect(try saved(by: 0, groups: [0], over: 1000, 7, 0o6640) == (1000, 7, 0o640))
    #expect(try saved(by: 1000, groups: [1000, 7], over: 1000, 7, 0o2664) == (1000, 7, 0o664))
    // The owner of a file of another group can keep neither that nor what it was allowed.
    #expect(try saved(by: 1000, groups: [1000], over: 1000, 7, 0o660) == (1000, 1000, 0o600))
    #expect(try saved(by: 1000, groups: [1000], over: 1000, 7, 0o664) == (1000, 1000, 0o644))
    // The file of another user, in a shared folder.
    #expect(try saved(by: 1001, groups: [1001, 7], over: 1000, 7, 0o660) == (1001, 7, 0o660))
    #expect(try saved(by: 1001, groups: [1001], over: 1000, 7, 0o640) == (1001, 1001, 0o600))
  }

  @Test func `a new file has the permissions that the process gives new files`() throws {
    var state = ModelState()
    state.umask = 0o027
    #expect(try save("/a", state)["/a"]?.permissions == 0o640)
  }

  @Test(arguments: [true, false])
  func `what replaces a private file is private from the beginning`(_ hasUnnamedFiles: Bool) throws
  {
    var state = ModelState()
    state.hasUnnamedFiles = hasUnnamedFiles
    state.add("/a", .regular, [9], permissions: 0o600)
    let disk = ModelDisk(state)
    let file = try AtomicFile(replacing: FilePath("/a"), disk)
    try file.write([1])
    try file.commit()
    for state in disk.states {
      for inode in state.inodes.values where inode.kind == .regular {
        #expect(inode.permissions & 0o077 == 0)
      }
    }
  }
}
