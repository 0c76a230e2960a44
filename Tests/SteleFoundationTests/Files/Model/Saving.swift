import Foundation

@testable import SteleFoundation

/// A save of a file on a disk in memory, under conditions that tests go through.
struct Saving: CustomStringConvertible, Sendable {
  /// Whether the file system knows files without names.
  var hasUnnamedFiles = true
  /// Whether there is an old file.
  var hasOld = true
  /// Whether the path is that of a link to the file.
  var isLinked = false
  /// Whether the old file belongs to another user.
  var isForeign = false

  static let old: [UInt8] = [9, 9, 9, 9]
  static let new: [UInt8] = [1, 2, 3, 4, 5, 6, 7]

  static let all: [Saving] = [true, false].flatMap { unnamed in
    [true, false].flatMap { old in
      [true, false].flatMap { linked in
        [true, false].map { foreign in
          Saving(hasUnnamedFiles: unnamed, hasOld: old, isLinked: linked, isForeign: foreign && old)
        }
      }
    }
  }

  var description: String {
    [
      hasUnnamedFiles ? "unnamed" : "named", hasOld ? "old" : "new", isLinked ? "by a link" : "",
      isForeign ? "of somebody else" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The disk before the save.
  var state: ModelState {
    var state = ModelState()
    state.hasUnnamedFiles = hasUnnamedFiles
    state.add("/folder", .folder, permissions: 0o777)
    state.add("/links", .folder, permissions: 0o777)
    state.add("/links/a", .link, to: "../folder/a")
    if hasOld {
      state.add(
        "/folder/a", .regular, Self.old, owner: isForeign ? 7 : 1000, group: isForeign ? 7 : 1000)
    }
    return state
  }

  /// Saves the file.
  func save(on disk: ModelDisk) throws(FileError) {
    let file = try AtomicFile(replacing: FilePath(isLinked ? "/links/a" : "/folder/a"), disk)
    try file.write(Array(Self.new[..<5]))
    try file.write(Array(Self.new[5...]))
    try file.commit()
  }

  /// Returns the faults of a disk after the save, or after a part of it.
  ///
  /// - Parameters:
  ///   - state: The disk.
  ///   - contents: What the file may contain; nil if there may be none.
  ///   - mayHaveTemporary: Whether a temporary file may be there.
  /// - Returns: What is wrong, or nil if nothing is.
  func fault(
    in state: ModelState, contents: [[UInt8]?], mayHaveTemporary: Bool = false
  ) -> String? {
    let content = state["/folder/a"]?.content
    guard contents.contains(content) else { return "the file has \(String(describing: content))" }
    let others = state.names(at: "/folder").filter { $0 != "a" }
    let areTemporary = others.allSatisfy { $0.hasPrefix(".stele-") && $0.hasSuffix(".tmp") }
    guard others.isEmpty || (mayHaveTemporary && areTemporary && others.count == 1) else {
      return "there are \(others)"
    }
    guard state.names(at: "/links") == ["a"], state["/links"] != nil else { return "no link" }
    return nil
  }

  /// The content of the file before the save.
  var before: [UInt8]? { hasOld ? Self.old : nil }
}

extension ModelDisk.Call {
  /// The errors with which the call can fail, beside those that depend on the state of the disk.
  var plausibleErrors: [Int32] {
    switch self {
    case .open: [EACCES, EMFILE, ENFILE, ENOMEM, EIO, ELOOP, ENOENT, ESTALE, EINTR]
    case .openUnnamed:
      [EOPNOTSUPP, EISDIR, EINVAL, ENOSPC, EDQUOT, EROFS, EACCES, EMFILE, EIO, EINTR]
    case .openNew: [EEXIST, ENOSPC, EDQUOT, EROFS, EACCES, EMFILE, EIO, EINTR]
    case .duplicate: [EMFILE, EBADF]
    case .facts: [EIO, ENOMEM, EACCES, ENOENT, ESTALE]
    case .destination: [EIO, EACCES, ENOENT]
    case .names: [EIO]
    case .read: [EIO, EISDIR, EINTR]
    case .write: [ENOSPC, EDQUOT, EFBIG, EIO, EPIPE, EAGAIN, EINTR]
    case .wait: [EINTR, ENOMEM]
    case .flush: [EIO, ENOSPC, EDQUOT, EROFS, EINVAL, EINTR]
    case .setPermissions: [EPERM, EIO, EROFS, ENOTSUP]
    case .setOwner: [EPERM, EIO, EROFS, EINVAL]
    case .lock: [EWOULDBLOCK, ENOLCK, EINTR, ENOTSUP]
    case .link: [EEXIST, EPERM, EMLINK, ENOSPC, EDQUOT, EIO, EROFS, ENOENT, EXDEV]
    case .rename: [EACCES, EBUSY, EDQUOT, EIO, ENOSPC, EPERM, EROFS, ENOENT]
    case .unlink: [EACCES, EBUSY, EIO]
    }
  }
}
