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
  extension Kernel {
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
          #if canImport(Darwin)
            unsafe Darwin.read(file, start, byteCount)
          #elseif canImport(Glibc)
            unsafe Glibc.read(file, start, byteCount)
          #elseif canImport(Musl)
            unsafe Musl.read(file, start, byteCount)
          #elseif canImport(Android)
            unsafe Android.read(file, start, byteCount)
          #elseif canImport(WASILibc)
            unsafe WASILibc.read(file, start, byteCount)
          #endif
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
        #if canImport(Darwin)
          let result = unsafe Darwin.write(file, start, byteCount)
        #elseif canImport(Glibc)
          let result = unsafe Glibc.write(file, start, byteCount)
        #elseif canImport(Musl)
          let result = unsafe Musl.write(file, start, byteCount)
        #elseif canImport(Android)
          let result = unsafe Android.write(file, start, byteCount)
        #elseif canImport(WASILibc)
          let result = unsafe WASILibc.write(file, start, byteCount)
        #endif
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
  }
#endif
