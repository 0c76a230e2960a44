#if os(Windows)
  internal import CRT
  internal import WinSDK

  /// The calls of Windows.
  ///
  /// Written from the documentation of Windows, and not run yet.
  ///
  /// Files are numbers of the C runtime for handles. A path in an open folder is relative to the
  /// current path of the folder's handle. There are no files without names, no owners and no nine
  /// permission bits: a new file has the access control list that its folder passes on.
  package struct Kernel: SystemCalls {
    /// Ignores the argument, since Windows has no unnamed files.
    package init(makesUnnamedFiles: Bool = true) {}

    package func open(
      _ path: FilePath, in folder: Int32?, for purpose: OpenPurpose, permissions: UInt16
    ) throws(SystemError) -> Int32 {
      let flags = FILE_FLAG_BACKUP_SEMANTICS
      switch purpose {
      case .reading, .readingRegular:
        return try open(path, folder, GENERIC_READ, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL)
      case .folder, .listing:
        let file = try open(path, folder, GENERIC_READ, OPEN_EXISTING, flags)
        guard try facts(of: file).kind == .folder else {
          close(file)
          throw SystemError(ENOTDIR)
        }
        return file
      case .writingUnnamed:
        throw SystemError(ENOTSUP)
      case .writingNew:
        // A file that is open can be renamed because it is shared for deletion.
        return try open(path, folder, GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL)
      case .locking, .writingInPlace:
        return try open(
          path, folder, GENERIC_WRITE, OPEN_EXISTING,
          FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT)
      }
    }

    private func open(
      _ path: FilePath, _ folder: Int32?, _ access: DWORD, _ disposition: some BinaryInteger,
      _ flags: some BinaryInteger
    ) throws(SystemError) -> Int32 {
      let path = try full(path, folder)
      // Safe: the string lives as a C string during the call.
      let handle = unsafe path.withCString(encodedAs: UTF16.self) { path in
        unsafe CreateFileW(
          path, access, DWORD(FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE), nil,
          DWORD(disposition), DWORD(flags), nil)
      }
      guard let handle = unsafe handle, unsafe handle != INVALID_HANDLE_VALUE else { throw .last }
      return unsafe _open_osfhandle(Int(bitPattern: handle), _O_BINARY)
    }

    /// Returns the absolute path for a path in an open folder.
    private func full(_ path: FilePath, _ folder: Int32?) throws(SystemError) -> String {
      guard !path.bytes.contains(0) else { throw SystemError(EINVAL) }
      guard let folder, !path.isAbsolute else { return path.text }
      var name = [WCHAR](repeating: 0, count: 32_768)
      // Safe: the call fills at most as many characters as the array has.
      let count = unsafe GetFinalPathNameByHandleW(
        handle(folder), &name, DWORD(name.count), DWORD(FILE_NAME_NORMALIZED))
      guard count > 0, count < name.count else { throw .last }
      let parent = String(decoding: name.prefix(Int(count)), as: UTF16.self)
      return path.text == "." ? parent : parent + "\\" + path.text.replacing("/", with: "\\")
    }

    private func handle(_ file: Int32) -> HANDLE? {
      unsafe HANDLE(bitPattern: _get_osfhandle(file))
    }

    package func duplicate(_ file: Int32) throws(SystemError) -> Int32 {
      let copy = _dup(file)
      guard copy >= 0 else { throw SystemError(errno) }
      return copy
    }

    package func close(_ file: Int32) { _ = _close(file) }

    static func isTerminal(_ file: Int32) -> Bool { _isatty(file) != 0 }

    package func facts(of file: Int32) throws(SystemError) -> FileFacts {
      var kind = FileFacts.Kind.other
      switch unsafe GetFileType(handle(file)) {
      case DWORD(FILE_TYPE_CHAR): kind = .device
      case DWORD(FILE_TYPE_PIPE): kind = .pipe
      default: break
      }
      var facts = BY_HANDLE_FILE_INFORMATION()
      // Safe: the call fills one value.
      let isFile = unsafe GetFileInformationByHandle(handle(file), &facts)
      guard isFile || kind != .other else { throw .last }
      if isFile {
        let attributes = facts.dwFileAttributes
        kind =
          attributes & DWORD(FILE_ATTRIBUTE_REPARSE_POINT) != 0
          ? .link : attributes & DWORD(FILE_ATTRIBUTE_DIRECTORY) != 0 ? .folder : .regular
      }
      let time = facts.ftLastWriteTime
      let ticks = Int64(time.dwHighDateTime) << 32 | Int64(time.dwLowDateTime)
      return FileFacts(
        kind: kind,
        identity: FileFacts.Identity(
          device: UInt64(facts.dwVolumeSerialNumber),
          number: UInt64(facts.nFileIndexHigh) << 32 | UInt64(facts.nFileIndexLow)),
        byteCount: Int(facts.nFileSizeHigh) << 32 | Int(facts.nFileSizeLow), permissions: 0o666,
        owner: 0, group: 0, modificationTime: (ticks - 116_444_736_000_000_000) * 100)
    }

    package func facts(
      at path: FilePath, in folder: Int32?, followingLinks: Bool
    ) throws(SystemError) -> FileFacts {
      let link = followingLinks ? 0 : FILE_FLAG_OPEN_REPARSE_POINT
      let file = try open(path, folder, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | link)
      defer { close(file) }
      return try facts(of: file)
    }

    package func destination(
      ofLink name: FilePath, in folder: Int32?
    ) throws(SystemError) -> FilePath {
      // The final target of this link and those on the way.
      let file = try open(name, folder, 0, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS)
      defer { close(file) }
      return FilePath(try full(FilePath("."), file))
    }

    package func names(in folder: Int32) throws(SystemError) -> [FilePath] {
      var entry = WIN32_FIND_DATAW()
      let pattern = try full(FilePath("*"), folder)
      // Safe: the string lives as a C string during the call, which fills one entry.
      let search = unsafe pattern.withCString(encodedAs: UTF16.self) { pattern in
        unsafe FindFirstFileW(pattern, &entry)
      }
      guard let search = unsafe search, unsafe search != INVALID_HANDLE_VALUE else { throw .last }
      defer { unsafe FindClose(search) }
      var names: [FilePath] = []
      repeat {
        // Safe: the name ends with a zero.
        let name = unsafe withUnsafeBytes(of: entry.cFileName) { name in
          unsafe String(
            decoding: name.bindMemory(to: UInt16.self).prefix { $0 != 0 }, as: UTF16.self)
        }
        let path = FilePath(name)
        if !path.namesFolder { names.append(path) }
      } while unsafe FindNextFileW(search, &entry)
      guard GetLastError() == DWORD(ERROR_NO_MORE_FILES) else { throw .last }
      return names
    }

    package func read(
      _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
    ) throws(SystemError) -> Int {
      var count: DWORD = 0
      let byteCount = DWORD(min(buffer.count, 1 << 30))
      var place = OVERLAPPED()
      if let offset {
        place.Offset = DWORD(truncatingIfNeeded: offset)
        place.OffsetHigh = DWORD(truncatingIfNeeded: offset >> 32)
      }
      // Safe: the calls fill at most as many bytes as the buffer has.
      let isRead =
        offset == nil
        ? unsafe ReadFile(handle(file), buffer.baseAddress, byteCount, &count, nil)
        : unsafe ReadFile(handle(file), buffer.baseAddress, byteCount, &count, &place)
      if !isRead {
        let code = GetLastError()
        guard code == DWORD(ERROR_HANDLE_EOF) || code == DWORD(ERROR_BROKEN_PIPE) else {
          throw .last
        }
      }
      return Int(count)
    }

    package func write(
      _ file: Int32, _ buffer: UnsafeRawBufferPointer
    ) throws(SystemError) -> Int {
      var count: DWORD = 0
      let byteCount = DWORD(min(buffer.count, 1 << 30))
      // Safe: only bytes of the buffer are read, during the call.
      guard unsafe WriteFile(handle(file), buffer.baseAddress, byteCount, &count, nil) else {
        throw .last
      }
      return Int(count)
    }

    package func wait(for file: Int32, toWrite: Bool) throws(SystemError) {
      throw SystemError(ENOTSUP)
    }

    package func flush(_ file: Int32) throws(SystemError) {
      // The names in a folder are on the disk when a move has written them through.
      if try facts(of: file).kind == .folder { return }
      guard unsafe FlushFileBuffers(handle(file)) else { throw .last }
    }

    package func setPermissions(_ permissions: UInt16, of file: Int32) throws(SystemError) {
      throw SystemError(ENOTSUP)
    }

    package func setOwner(_ owner: UInt32?, group: UInt32?, of file: Int32) throws(SystemError) {
      throw SystemError(ENOTSUP)
    }

    package func lock(_ file: Int32) throws(SystemError) {
      // Beyond all content, which others may read and write.
      var place = OVERLAPPED()
      place.OffsetHigh = 0x7FFF_FFFF
      let flags = DWORD(LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY)
      guard unsafe LockFileEx(handle(file), flags, 0, 1, 0, &place) else {
        throw SystemError(EWOULDBLOCK)
      }
    }

    package func link(_ file: Int32, as name: FilePath, in folder: Int32) throws(SystemError) {
      throw SystemError(ENOTSUP)
    }

    package func rename(
      _ name: FilePath, to newName: FilePath, in folder: Int32
    ) throws(SystemError) {
      let (old, new) = (try full(name, folder), try full(newName, folder))
      // Safe: the strings live as C strings during the call.
      let isMoved = unsafe old.withCString(encodedAs: UTF16.self) { old in
        unsafe new.withCString(encodedAs: UTF16.self) { new in
          unsafe MoveFileExW(old, new, DWORD(MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        }
      }
      guard isMoved else { throw .last }
    }

    package func unlink(_ name: FilePath, in folder: Int32) throws(SystemError) {
      // Safe: the string lives as a C string during the call.
      let isDeleted = unsafe full(name, folder).withCString(encodedAs: UTF16.self) { path in
        unsafe DeleteFileW(path)
      }
      guard isDeleted else { throw .last }
    }
  }

  extension SystemError {
    /// The error of the last failed call of this thread, as the C runtime numbers it.
    static var last: SystemError {
      switch Int32(bitPattern: GetLastError()) {
      case ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND, ERROR_INVALID_NAME: SystemError(ENOENT)
      case ERROR_FILE_EXISTS, ERROR_ALREADY_EXISTS: SystemError(EEXIST)
      case ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION: SystemError(EACCES)
      case ERROR_DIRECTORY: SystemError(ENOTDIR)
      case ERROR_DISK_FULL, ERROR_HANDLE_DISK_FULL: SystemError(ENOSPC)
      case ERROR_TOO_MANY_OPEN_FILES: SystemError(EMFILE)
      case ERROR_NOT_ENOUGH_MEMORY, ERROR_OUTOFMEMORY: SystemError(ENOMEM)
      case ERROR_WRITE_PROTECT: SystemError(EROFS)
      case ERROR_BROKEN_PIPE, ERROR_NO_DATA: SystemError(EPIPE)
      case ERROR_NOT_SUPPORTED, ERROR_INVALID_FUNCTION: SystemError(ENOTSUP)
      case ERROR_INVALID_PARAMETER: SystemError(EINVAL)
      case ERROR_INVALID_HANDLE: SystemError(EBADF)
      case ERROR_CANT_RESOLVE_FILENAME: SystemError(ELOOP)
      default: SystemError(EIO)
      }
    }
  }
#endif
