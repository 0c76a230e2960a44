/// The calls of the operating system of which files are made.
///
/// There are two: ``Kernel``, and a disk in memory with which tests let each call fail, and each be the last one.
/// A call that a signal interrupts fails with `EINTR`; `Descriptor` repeats it.
package protocol SystemCalls: Sendable {
  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path; one that does not begin with a slash begins in the folder.
  ///   - folder: An open folder, or nil for that of the process.
  ///   - purpose: What for.
  ///   - permissions: Those of a new file, from which the system takes what the process withholds.
  /// - Returns: The number of the open file.
  /// - Throws: Why it cannot be opened.
  func open(
    _ path: FilePath, in folder: Int32?, for purpose: OpenPurpose, permissions: UInt16
  ) throws(SystemError) -> Int32

  /// Gives another number to an open file.
  func duplicate(_ file: Int32) throws(SystemError) -> Int32

  /// Closes a file; whether that succeeds does not matter to anybody.
  func close(_ file: Int32)

  /// What an open file is.
  func facts(of file: Int32) throws(SystemError) -> FileFacts

  /// What stands at a path.
  func facts(
    at path: FilePath, in folder: Int32?, followingLinks: Bool
  ) throws(SystemError) -> FileFacts

  /// The path that a symbolic link has.
  func destination(ofLink name: FilePath, in folder: Int32?) throws(SystemError) -> FilePath

  /// The names in an open folder, without `.` and `..`, in any order.
  func names(in folder: Int32) throws(SystemError) -> [FilePath]

  /// Reads some bytes, at an offset or where the last read ended, and returns their number: 0 at the end.
  func read(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
  ) throws(SystemError) -> Int

  /// Writes some bytes and returns their number.
  func write(_ file: Int32, _ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int

  /// Waits until something can be read or written, for files that do not wait themselves.
  func wait(for file: Int32, toWrite: Bool) throws(SystemError)

  /// Waits until what was written, or the names in a folder, are on the disk.
  func flush(_ file: Int32) throws(SystemError)

  /// Sets the nine bits of permissions, and removes all others.
  func setPermissions(_ permissions: UInt16, of file: Int32) throws(SystemError)

  /// Sets the owner, the group or both.
  func setOwner(_ owner: UInt32?, group: UInt32?, of file: Int32) throws(SystemError)

  /// Makes an open file the lock of this process, or fails at once if it is that of another.
  func lock(_ file: Int32) throws(SystemError)

  /// Gives an open file a name that must not exist.
  func link(_ file: Int32, as name: FilePath, in folder: Int32) throws(SystemError)

  /// Gives a file another name in the same folder, which takes the place of what has that name.
  func rename(
    _ name: FilePath, to newName: FilePath, in folder: Int32
  ) throws(SystemError)

  /// Removes the name of a file.
  func unlink(_ name: FilePath, in folder: Int32) throws(SystemError)
}

/// What a file is opened for.
package enum OpenPurpose: Hashable, Sendable {
  /// Reading, from whatever it is; waits for somebody to write to a FIFO.
  case reading
  /// Locking, without waiting for anybody, and not behind a link.
  case locking
  /// Reading from a regular file; does not wait for anybody, whatever it is.
  case readingRegular
  /// Being the folder of other paths.
  case folder
  /// Listing the names of a folder.
  case listing
  /// Writing a new file without a name in the folder that the path names.
  case writingUnnamed
  /// Writing a new file; nothing may have its name.
  case writingNew
  /// Writing to what is there, and is not to be replaced, not behind a link.
  case writingInPlace
}
