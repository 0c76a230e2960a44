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
#endif

#if !os(Windows)
  /// The calls of POSIX systems.
  package struct Kernel: SystemCalls {
    private let makesUnnamedFiles: Bool

    /// Makes the calls of this system.
    ///
    /// - Parameter makesUnnamedFiles: Whether files without names are used; false in tests of
    ///   systems that lack them.
    package init(makesUnnamedFiles: Bool = true) {
      self.makesUnnamedFiles = makesUnnamedFiles
    }

    package func open(
      _ path: FilePath, in folder: Int32?, for purpose: OpenPurpose, permissions: UInt16
    ) throws(SystemError) -> Int32 {
      switch purpose {
      case .reading:
        return try open(path, folder, O_RDONLY, 0)
      case .locking:
        return try open(path, folder, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0)
      case .readingRegular:
        return try open(path, folder, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
      case .listing:
        return try open(path, folder, O_RDONLY | O_DIRECTORY, 0)
      case .folder:
        do throws(SystemError) {
          return try open(path, folder, O_RDONLY | O_DIRECTORY, 0)
        } catch  where error.code == EACCES {
          // A folder without the permission to list it can still be the folder of paths.
          return try open(path, folder, Self.searching | O_DIRECTORY, 0)
        }
      case .writingUnnamed:
        #if os(Linux) || os(Android)
          guard makesUnnamedFiles else { throw SystemError(EOPNOTSUPP) }
          let file = try open(path, folder, O_WRONLY | Self.unnamed, permissions)
          do throws(SystemError) {
            // Only a file that passes this check can be given a name later without privileges.
            _ = try facts(at: Self.processPath(of: file), in: nil, followingLinks: true)
          } catch {
            close(file)
            throw SystemError(ENOTSUP)
          }
          return file
        #else
          throw SystemError(ENOTSUP)
        #endif
      case .writingNew:
        return try open(path, folder, O_WRONLY | O_CREAT | O_EXCL, permissions)
      case .writingInPlace:
        return try open(path, folder, O_WRONLY | O_NOFOLLOW | O_NOCTTY, 0)
      }
    }

    private func open(
      _ path: FilePath, _ folder: Int32?, _ flags: Int32, _ permissions: UInt16
    ) throws(SystemError) -> Int32 {
      // Safe: the string lives as a C string during the call.
      try unsafe path.withCString { path in
        unsafe openat(folder ?? AT_FDCWD, path, flags | O_CLOEXEC, mode_t(permissions))
      }
    }

    #if os(Linux) || os(Android)
      /// `O_PATH`.
      private static let searching: Int32 = 0o10_000_000
      /// `O_TMPFILE`.
      private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

      private static func processPath(of file: Int32) -> FilePath {
        FilePath("/proc/self/fd/\(file)")
      }
    #elseif canImport(Darwin)
      private static let searching = O_SEARCH
    #else
      private static let searching: Int32 = 0
    #endif

    package func duplicate(_ file: Int32) throws(SystemError) -> Int32 {
      #if os(WASI)
        throw SystemError(ENOTSUP)
      #else
        let copy = fcntl(file, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last }
        return copy
      #endif
    }

    package func close(_ file: Int32) { closeFile(file) }

    static func isTerminal(_ file: Int32) -> Bool { isatty(file) == 1 }

    package func facts(of file: Int32) throws(SystemError) -> FileFacts {
      var facts = stat()
      // Safe: the pointer lives during the call, which fills one stat.
      guard unsafe fstat(file, &facts) == 0 else { throw .last }
      return FileFacts(facts)
    }

    package func facts(
      at path: FilePath, in folder: Int32?, followingLinks: Bool
    ) throws(SystemError) -> FileFacts {
      var facts = stat()
      let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
      _ = try unsafe path.withCString { path in
        // Safe: the pointers live during the call, which fills one stat.
        unsafe fstatat(folder ?? AT_FDCWD, path, &facts, flags)
      }
      return FileFacts(facts)
    }

    package func destination(
      ofLink name: FilePath, in folder: Int32?
    ) throws(SystemError) -> FilePath {
      // A link has at most PATH_MAX bytes, which is 4096 or less.
      var bytes = [CChar](repeating: 0, count: 8192)
      let count = try unsafe name.withCString { name in
        // Safe: the call fills at most as many bytes as the array has.
        Int32(unsafe readlinkat(folder ?? AT_FDCWD, name, &bytes, bytes.count))
      }
      return FilePath(bytes: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) })
    }

    package func names(in folder: Int32) throws(SystemError) -> [FilePath] {
      // The stream has its own descriptor, which it closes, and its own position in the folder.
      let copy = try open(FilePath("."), in: folder, for: .listing, permissions: 0)
      guard let stream = unsafe fdopendir(copy) else {
        let error = SystemError.last
        close(copy)
        throw error
      }
      defer { unsafe closedir(stream) }
      var names: [FilePath] = []
      while true {
        errno = 0
        // Safe: the stream is open, and no other code reads from it; the entry lives until the next
        // call.
        guard let entry = unsafe readdir(stream) else {
          guard errno == 0 else { throw .last }
          return names
        }
        // Safe: the name ends with a zero. The pointer is made of that of the entry, which can be longer than the type says.
        let name = unsafe UnsafeRawPointer(entry)
          .advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
          .assumingMemoryBound(to: CChar.self)
        let bytes = unsafe UnsafeRawBufferPointer(start: name, count: strlen(name))
        let path = unsafe FilePath(bytes: Array(bytes))
        if !path.namesFolder { names.append(path) }
      }
    }

    /// The most bytes that all systems read and write with one call.
    private static let stepByteCount = 1 << 30

    package func read(
      _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
    ) throws(SystemError) -> Int {
      let byteCount = min(buffer.count, Self.stepByteCount)
      let start = buffer.baseAddress
      // Safe: the calls fill at most as many bytes as the buffer has.
      let result =
        if let offset {
          unsafe pread(file, start, byteCount, off_t(offset))
        } else {
          unsafe readBytes(file, start, byteCount)
        }
      guard result >= 0 else { throw .last }
      return result
    }

    package func write(
      _ file: Int32, _ buffer: UnsafeRawBufferPointer
    ) throws(SystemError) -> Int {
      let byteCount = min(buffer.count, Self.stepByteCount)
      let start = buffer.baseAddress
      return try SignalMask.withoutFileSizeSignal { () throws(SystemError) in
        // Safe: only bytes of the buffer are read, during the call.
        let result = unsafe writeBytes(file, start, byteCount)
        guard result >= 0 else { throw .last }
        return result
      }
    }

    package func wait(for file: Int32, toWrite: Bool) throws(SystemError) {
      var question = pollfd(fd: file, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
      // Safe: the call is given one question.
      guard unsafe poll(&question, 1, -1) >= 0 else { throw .last }
    }

    package func flush(_ file: Int32) throws(SystemError) {
      #if canImport(Darwin)
        // On these systems, fsync leaves the bytes in the memory of the disk.
        if fcntl(file, F_FULLFSYNC) == 0 { return }
      #endif
      guard fsync(file) == 0 else { throw .last }
    }

    package func setPermissions(_ permissions: UInt16, of file: Int32) throws(SystemError) {
      guard fchmod(file, mode_t(permissions & 0o777)) == 0 else { throw .last }
    }

    package func setOwner(_ owner: UInt32?, group: UInt32?, of file: Int32) throws(SystemError) {
      guard fchown(file, owner ?? .max, group ?? .max) == 0 else { throw .last }
    }

    package func lock(_ file: Int32) throws(SystemError) {
      // On this system there is no other process.
      #if !os(WASI)
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else { throw .last }
      #endif
    }

    package func link(
      _ file: Int32, as name: FilePath, in folder: Int32
    ) throws(SystemError) {
      #if os(Linux) || os(Android)
        let path = Self.processPath(of: file)
        _ = try unsafe name.withCString { (name) throws(SystemError) in
          // Safe: the strings live as C strings during the call.
          try unsafe path.withCString { path in
            unsafe linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW)
          }
        }
      #else
        throw SystemError(ENOTSUP)
      #endif
    }

    package func rename(
      _ name: FilePath, to newName: FilePath, in folder: Int32
    ) throws(SystemError) {
      _ = try unsafe name.withCString { (name) throws(SystemError) in
        // Safe: the strings live as C strings during the call.
        try unsafe newName.withCString { newName in unsafe renameat(folder, name, folder, newName) }
      }
    }

    package func unlink(_ name: FilePath, in folder: Int32) throws(SystemError) {
      // Safe: the string lives as a C string during the call.
      _ = try unsafe name.withCString { name in unsafe unlinkat(folder, name, 0) }
    }
  }

  // In `Kernel`, its own methods hide the calls of these names.

  private func closeFile(_ file: Int32) { _ = close(file) }

  private func readBytes(
    _ file: Int32, _ start: UnsafeMutableRawPointer?, _ byteCount: Int
  ) -> Int {
    // Safe: the caller has room for as many bytes there.
    unsafe read(file, start, byteCount)
  }

  private func writeBytes(_ file: Int32, _ start: UnsafeRawPointer?, _ byteCount: Int) -> Int {
    // Safe: the caller has as many bytes there.
    unsafe write(file, start, byteCount)
  }

  extension FilePath {
    /// Passes the path to a call that returns -1 if it fails.
    fileprivate func withCString(
      _ call: (UnsafePointer<CChar>) throws(SystemError) -> Int32
    ) throws(SystemError) -> Int32 {
      guard !bytes.contains(0) else { throw SystemError(EINVAL) }
      let string = (bytes + [0]).map { CChar(bitPattern: $0) }
      // Safe: the array ends with a zero, and lives until the call returns.
      let result = try unsafe string.withUnsafeBufferPointer { (string) throws(SystemError) in
        guard let start = string.baseAddress else { throw SystemError(EINVAL) }
        return try unsafe call(start)
      }
      guard result >= 0 else { throw .last }
      return result
    }
  }

  extension FileFacts {
    fileprivate init(_ facts: stat) {
      let kind: Kind =
        switch facts.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .folder
        case S_IFLNK: .link
        case S_IFIFO: .pipe
        case S_IFCHR, S_IFBLK: .device
        case S_IFSOCK: .socket
        default: .other
        }
      #if canImport(Darwin)
        let time = facts.st_mtimespec
      #else
        let time = facts.st_mtim
      #endif
      self.init(
        kind: kind,
        identity: Identity(
          device: UInt64(truncatingIfNeeded: facts.st_dev),
          number: UInt64(truncatingIfNeeded: facts.st_ino)),
        byteCount: Int(clamping: facts.st_size),
        permissions: UInt16(truncatingIfNeeded: facts.st_mode),
        owner: facts.st_uid, group: facts.st_gid,
        modificationTime: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
  }
#endif
