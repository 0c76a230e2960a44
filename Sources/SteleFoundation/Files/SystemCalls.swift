/// The calls of the operating system that files need.
///
/// There are two implementations: ``Kernel``, and a disk in memory, with which tests make each call fail or end the process. A
/// call that a signal interrupts fails with `EINTR`; `Descriptor` repeats it.
package protocol SystemCalls: Sendable {
  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path; relative to the folder unless it begins with a slash.
  ///   - folder: An open folder, or nil for the current folder of the process.
  ///   - purpose: Determines the access, and whether a new file is made.
  ///   - permissions: The permissions of a new file, before the process's mask is applied.
  /// - Returns: The number of the open file.
  /// - Throws: The reason why it cannot be opened.
  func open(
    _ path: FilePath, in folder: Int32?, for purpose: OpenPurpose, permissions: UInt16
  ) throws(SystemError) -> Int32

  /// Gives another number to an open file.
  func duplicate(_ file: Int32) throws(SystemError) -> Int32

  /// Closes a file; a failure has no consequence.
  func close(_ file: Int32)

  func facts(of file: Int32) throws(SystemError) -> FileFacts

  func facts(
    at path: FilePath, in folder: Int32?, followingLinks: Bool
  ) throws(SystemError) -> FileFacts

  /// Returns the target of a symbolic link.
  func destination(ofLink name: FilePath, in folder: Int32?) throws(SystemError) -> FilePath

  /// Returns the names in an open folder, without `.` and `..`, in any order.
  func names(in folder: Int32) throws(SystemError) -> [FilePath]

  /// Reads some bytes, at an offset or at the current position, and returns their number: 0 at the end.
  func read(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
  ) throws(SystemError) -> Int

  /// Writes some bytes and returns their number.
  func write(_ file: Int32, _ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int

  /// Waits until something can be read or written, for nonblocking files.
  func wait(for file: Int32, toWrite: Bool) throws(SystemError)

  /// Waits until the content of a file, or the names in a folder, are on the disk.
  func flush(_ file: Int32) throws(SystemError)

  /// Sets the nine bits of permissions, and removes all others.
  func setPermissions(_ permissions: UInt16, of file: Int32) throws(SystemError)

  /// Sets the owner, the group or both.
  func setOwner(_ owner: UInt32?, group: UInt32?, of file: Int32) throws(SystemError)

  /// Locks an open file for this process, or fails at once if another process has locked it.
  func lock(_ file: Int32) throws(SystemError)

  /// Gives an open file a name that must not exist yet.
  func link(_ file: Int32, as name: FilePath, in folder: Int32) throws(SystemError)

  /// Gives a file another name in the same folder, and replaces the file that has that name.
  func rename(
    _ name: FilePath, to newName: FilePath, in folder: Int32
  ) throws(SystemError)

  /// Removes the name of a file.
  func unlink(_ name: FilePath, in folder: Int32) throws(SystemError)
}

/// The purpose for which a file is opened.
package enum OpenPurpose: Hashable, Sendable {
  /// Reading from a file of any kind; waits for a writer of a FIFO.
  case reading
  /// Locking, without waiting for other processes, and not through a link.
  case locking
  /// Reading from a regular file; does not wait for other processes, regardless of the kind of file.
  case readingRegular
  /// Serving as the folder of other paths.
  case folder
  /// Listing the names of a folder.
  case listing
  /// Writing a new file without a name in the folder that the path names.
  case writingUnnamed
  /// Writing a new file; nothing may have its name.
  case writingNew
  /// Writing to an existing file that must not be replaced, and not through a link.
  case writingInPlace
}
