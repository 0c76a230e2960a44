#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif os(Windows)
  internal import CRT
#endif

/// What is done in an open folder.
extension Descriptor {
  /// What has a name in this folder, links not being followed, or nil if there is nothing.
  func facts(at name: FilePath) throws(SystemError) -> FileFacts? {
    do throws(SystemError) {
      return try calls.facts(at: name, in: number, followingLinks: false)
    } catch  where error.code == ENOENT {
      return nil
    }
  }

  /// Whether a name in this folder is that of an open file; if that cannot be told, it is not.
  func names(_ file: Descriptor, _ name: FilePath) -> Bool {
    do throws(SystemError) {
      return try facts(at: name)?.identity == file.facts().identity
    } catch {
      return false
    }
  }

  /// The path that a symbolic link in this folder has.
  func destination(ofLink name: FilePath) throws(SystemError) -> FilePath {
    try calls.destination(ofLink: name, in: number)
  }

  /// All names in this folder, in any order.
  func names() throws(SystemError) -> [FilePath] { try calls.names(in: number) }

  /// Gives a file another name in this folder, in place of what has it.
  func rename(_ name: FilePath, to newName: FilePath) throws(SystemError) {
    try calls.rename(name, to: newName, in: number)
  }

  /// Removes a name from this folder.
  func unlink(_ name: FilePath) throws(SystemError) { try calls.unlink(name, in: number) }

  /// Waits until the names in the folder are on the disk, where the system can do that.
  func flushNames() throws(SystemError) {
    do throws(SystemError) {
      try flush()
    } catch  where error.isUnsupported || error.code == EBADF {
      // A folder that must not be listed is not open for reading, and nothing but that can be waited for.
    }
  }
}

/// What is done with a new file.
extension Descriptor {
  /// Gives the file, which has none, a name in a folder.
  func link(as name: FilePath, in folder: Descriptor) throws(SystemError) {
    try calls.link(number, as: name, in: folder.number)
  }

  /// Locks the file for this process, or throws at once.
  func lock() throws(SystemError) { try calls.lock(number) }

  /// Locks the file, unless another process has; where there are no locks, nobody has.
  func isLockedByOthers() -> Bool {
    do throws(SystemError) {
      try lock()
      return false
    } catch {
      return error.code == EWOULDBLOCK || error.code == EAGAIN
    }
  }

  /// Takes on the owner, the group and the permissions of another file as far as that is allowed.
  func resemble(_ old: FileFacts) throws(SystemError) {
    let new = try facts()
    var permissions = old.permissions
    if old.owner != new.owner || old.group != new.group, !(try owns(old.owner, old.group)),
      !(try owns(nil, old.group))
    {
      // What the old group was allowed is not for another one.
      permissions = permissions & 0o707 | (permissions & 0o007) << 3
    }
    _ = try isAllowed { () throws(SystemError) in
      try calls.setPermissions(permissions, of: number)
    }
  }

  /// Sets the owner, if there is one, and the group, if the process may.
  private func owns(_ owner: UInt32?, _ group: UInt32) throws(SystemError) -> Bool {
    try isAllowed { () throws(SystemError) in
      try calls.setOwner(owner, group: group, of: number)
    }
  }

  /// Makes a call that the process may not be allowed, or that the file system may not know.
  private func isAllowed(_ call: () throws(SystemError) -> Void) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try call()
      return true
    } catch  where error.code == EPERM || error.code == EACCES || error.isUnsupported {
      return false
    }
  }
}
