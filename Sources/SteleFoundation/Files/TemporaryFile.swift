internal import Synchronization

/// A new file in a folder before it has its name.
///
///     call       name on Linux       elsewhere
///     open       none                .stele-….tmp
///     write      none                .stele-….tmp
///     link       .stele-….tmp
///     rename     a.stele             a.stele
///
/// A file without a name vanishes with the process, however that ends. No call replaces a file with an unnamed one, so it has a
/// temporary name between the last two calls, and signals are delayed meanwhile. If there is no old file, the new one gets its
/// name at once.
///
/// The temporary name is computed from the name, and the process that uses it holds a lock on the file. The next save under the
/// same name removes a file that was left over.
package final class TemporaryFile: Sendable {
  let content: Descriptor
  private let folder: Descriptor
  private let name: FilePath
  /// The name that the file has now, if it has one.
  private let temporaryName: Mutex<FilePath?>

  /// Makes a file in an open folder, which gets its name later; the mask of the process applies to its permissions.
  ///
  /// - Throws: The reason why no file can be made.
  init(in folder: Descriptor, for name: FilePath, permissions: UInt16) throws(SystemError) {
    self.folder = folder
    self.name = name
    let calls = folder.calls
    do throws(SystemError) {
      content = try Descriptor(
        FilePath("."), in: folder, for: .writingUnnamed, permissions: permissions, calls)
      temporaryName = Mutex(nil)
    } catch {
      // The file system has no unnamed files; an error with another cause occurs here as well.
      let named = try Self.named(in: folder, for: name, permissions)
      content = named.content
      temporaryName = Mutex(named.name)
    }
  }

  private static func named(
    in folder: Descriptor, for name: FilePath, _ permissions: UInt16
  ) throws(SystemError) -> (content: Descriptor, name: FilePath) {
    var content: Descriptor?
    let temporaryName = try temporaryName(in: folder, for: name) {
      (candidate) throws(SystemError) in
      let file = try Descriptor(
        candidate, in: folder, for: .writingNew, permissions: permissions, folder.calls)
      // Another save can mistake a file that is not locked yet for one that was left over, and remove it.
      let isOwn = !file.isLockedByOthers() && folder.names(file, candidate)
      guard isOwn else { throw .exists }
      content = file
    }
    guard let content else { throw .inputOutput }
    return (content, temporaryName)
  }

  /// Whether it has a name, so that it is left over if the process is killed.
  package var hasName: Bool { temporaryName.withLock { $0 != nil } }

  /// Gives the file its name, and replaces an old file.
  ///
  /// - Parameter isNew: Whether no file has the name, as far as is known.
  /// - Throws: The reason why the file cannot have the name.
  func move(isNew: Bool) throws(SystemError) {
    try temporaryName.withLock { (temporaryName) throws(SystemError) in
      try SignalMask.delayingSignals { () throws(SystemError) in
        if temporaryName == nil, isNew, try becomesFirst() { return }
        let source: FilePath
        if let temporaryName {
          source = temporaryName
        } else {
          // On systems without locks, files that are left over are not removed.
          try? content.lock()
          source = try Self.temporaryName(in: folder, for: name) {
            (candidate) throws(SystemError) in
            try content.link(as: candidate, in: folder)
          }
          temporaryName = source
        }
        try folder.rename(source, to: name)
        temporaryName = nil
      }
    }
  }

  /// Gives the file its name, or returns false if another file has taken it meanwhile.
  private func becomesFirst() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try content.link(as: name, in: folder)
      return true
    } catch  where error == .exists {
      return false
    }
  }

  /// Removes the file, unless it has been moved; may be called from any thread.
  package func remove() {
    temporaryName.withLock { name in
      if let temporaryName = name { try? folder.unlink(temporaryName) }
      name = nil
    }
  }

  // MARK: Temporary names

  /// The most processes that can save a file of one name at the same time.
  private static let nameLimit = 100

  /// Returns the first temporary name that is unused, or belongs to a file that was left over.
  private static func temporaryName(
    in folder: Descriptor, for name: FilePath, _ take: (FilePath) throws(SystemError) -> Void
  ) throws(SystemError) -> FilePath {
    let stem = ".stele-" + String(hash(of: name), radix: 36)
    for index in 0..<nameLimit {
      let candidate = FilePath(stem + (index == 0 ? ".tmp" : "-\(index).tmp"))
      repeat {
        do throws(SystemError) {
          try take(candidate)
          return candidate
        } catch  where error == .exists {}
      } while removeAbandoned(candidate, in: folder)
    }
    throw .exists
  }

  /// Removes a temporary file if no process uses it any more, and returns whether it did.
  private static func removeAbandoned(_ name: FilePath, in folder: Descriptor) -> Bool {
    do throws(SystemError) {
      let file = try Descriptor(name, in: folder, for: .locking, folder.calls)
      guard try file.facts().kind == .regular else { return false }
      try file.lock()
      // It may have been moved to its name before it was locked.
      guard folder.names(file, name) else { return false }
      try folder.unlink(name)
      return true
    } catch {
      return false
    }
  }

  /// Returns the FNV-1a hash of the bytes of a name.
  private static func hash(of name: FilePath) -> UInt64 {
    name.bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
