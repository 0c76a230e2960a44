/// Operations in an open folder.
extension Descriptor {
  /// Returns the facts of a file in this folder, without following links, or nil if it does not exist.
  func facts(at name: FilePath) throws(SystemError) -> FileFacts? {
    do throws(SystemError) {
      return try calls.facts(at: name, in: number, followingLinks: false)
    } catch  where error == .notFound {
      return nil
    }
  }

  /// Returns whether a name in this folder refers to an open file; false if that is unknown.
  func names(_ file: Descriptor, _ name: FilePath) -> Bool {
    do throws(SystemError) {
      return try facts(at: name)?.identity == file.facts().identity
    } catch {
      return false
    }
  }

  /// Returns the target of a symbolic link in this folder.
  func destination(ofLink name: FilePath) throws(SystemError) -> FilePath {
    try calls.destination(ofLink: name, in: number)
  }

  /// Returns all names in this folder, in any order.
  func names() throws(SystemError) -> [FilePath] { try calls.names(in: number) }

  /// Gives a file another name in this folder, and replaces the file that has it.
  func rename(_ name: FilePath, to newName: FilePath) throws(SystemError) {
    try calls.rename(name, to: newName, in: number)
  }

  func unlink(_ name: FilePath) throws(SystemError) { try calls.unlink(name, in: number) }

  /// Waits until the names in the folder are on the disk, if the system supports that.
  func flushNames() throws(SystemError) {
    do throws(SystemError) {
      try flush()
    } catch  where error.isUnsupported || error == .badDescriptor {
      // A folder that must not be listed is not open for reading, and only a readable one can be
      // flushed.
    }
  }
}

/// Operations on a new file.
extension Descriptor {
  /// Gives the unnamed file a name in a folder.
  func link(as name: FilePath, in folder: Descriptor) throws(SystemError) {
    try calls.link(number, as: name, in: folder.number)
  }

  /// Locks the file for this process, or throws at once.
  func lock() throws(SystemError) { try calls.lock(number) }

  /// Locks the file, and returns whether another process has locked it; false if there are no
  /// locks.
  func isLockedByOthers() -> Bool {
    do throws(SystemError) {
      try lock()
      return false
    } catch {
      return error.wouldBlock
    }
  }

  /// Sets the owner, group and permissions to those of another file, as far as the process may.
  func resemble(_ old: FileFacts) throws(SystemError) {
    let new = try facts()
    var permissions = old.permissions
    if old.owner != new.owner || old.group != new.group, !(try owns(old.owner, old.group)),
      !(try owns(nil, old.group))
    {
      // Permissions of the old group must not go to a different group.
      permissions = permissions & 0o707 | (permissions & 0o007) << 3
    }
    _ = try isAllowed { () throws(SystemError) in
      try calls.setPermissions(permissions, of: number)
    }
  }

  /// Sets the owner, if given, and the group; returns whether the process may do so.
  private func owns(_ owner: UInt32?, _ group: UInt32) throws(SystemError) -> Bool {
    try isAllowed { () throws(SystemError) in
      try calls.setOwner(owner, group: group, of: number)
    }
  }

  /// Makes a call, and returns whether the process may make it and the file system supports it.
  private func isAllowed(_ call: () throws(SystemError) -> Void) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try call()
      return true
    } catch  where error.isForbidden || error.isUnsupported {
      return false
    }
  }
}
