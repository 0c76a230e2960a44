import Foundation
import TestSupport
import Testing

@testable import SteleFoundation

@Suite("The files of a folder")
struct FileTreeTests {
  @Test func `files are found in order, and what is no file is told apart`() throws {
    var state = ModelState()
    for path in ["/top", "/top/b", "/top/b/c", "/top/x.stele"] {
      state.add(path, .folder, permissions: 0o777)
    }
    state.add("/top/b.stele")
    state.add("/top/a.stele")
    state.add("/top/other.txt")
    state.add("/top/b/c/d.stele")
    state.add("/top/pipe.stele", .pipe)
    state.add("/top/pipe", .pipe)
    state.add("/top/b/device.stele", .device)
    state.add("/top/to-file.stele", .link, to: "other.txt")
    state.add("/top/to-pipe.stele", .link, to: "pipe")
    state.add("/top/to-folder.stele", .link, to: "b")
    state.add("/top/to-top", .link, to: "/top")
    state.add("/top/to-nothing.stele", .link, to: "nothing")
    let tree = FileTree(of: FilePath("/top"), suffix: ".stele", ModelDisk(state))
    #expect(
      tree.files.map(\.text) == [
        "/top/a.stele", "/top/b.stele", "/top/b/c/d.stele", "/top/to-file.stele",
        "/top/to-nothing.stele",
      ])
    #expect(
      tree.others.map { "\($0.path.text): \($0.kind.rawValue)" } == [
        "/top/b/device.stele: device", "/top/pipe.stele: FIFO",
        "/top/to-folder.stele: symbolic link", "/top/to-pipe.stele: FIFO",
      ])
    #expect(tree.failures == [])
  }

  @Test func `a folder that cannot be read does not hide the others`() throws {
    var state = ModelState()
    state.add("/a", .folder, permissions: 0o000)
    state.add("/b", .folder, permissions: 0o777)
    state.add("/b/c.stele")
    let tree = FileTree(of: FilePath("/"), suffix: ".stele", ModelDisk(state))
    #expect(tree.files.map(\.text) == ["/b/c.stele"])
    #expect(tree.failures == [FileError(.list, "/a", code: EACCES)])
  }

  @Test func `whichever call fails, the search ends and says so`() throws {
    var state = ModelState()
    state.add("/b", .folder, permissions: 0o777)
    state.add("/b/c.stele")
    state.add("/b/d.stele", .link, to: "c.stele")
    let intact = ModelDisk(state)
    let whole = FileTree(of: FilePath("/b"), suffix: ".stele", intact)
    #expect(whole.files.count == 2)
    for (index, call) in intact.calls.enumerated() {
      for code in call.plausibleErrors {
        let disk = ModelDisk(state, fault: .init(index: index, code: code))
        let tree = FileTree(of: FilePath("/b"), suffix: ".stele", disk)
        #expect(tree.files.count == 2 || !tree.failures.isEmpty)
        #expect(disk.state.openFileCount == 0)
      }
    }
  }
}
