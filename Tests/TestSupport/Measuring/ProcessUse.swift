internal import Foundation

/// The resources that this process has used.
package enum ProcessUse {
  /// The time that the processor has worked for it.
  package static var processorSeconds: Double {
    var time = timespec()
    // Safe: the function is given one time to fill.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The most memory that it has had at a time, in bytes, or nil if the system does not report it.
  package static var peakByteCount: Int? {
    #if os(Linux)
      // Not getrusage, which may report on the process that started this one.
      status("VmHWM:")
    #else
      var usage = rusage()
      // Safe: the pointer lives during the call, which fills one rusage.
      guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
      return Int(usage.ru_maxrss)
    #endif
  }

  /// The memory that it has now, in bytes, or nil if the system does not report it.
  package static var byteCount: Int? {
    #if os(Linux)
      status("VmRSS:")
    #else
      nil
    #endif
  }

  /// The part of the memory that it has now that are pages of files, in bytes, or nil if the system does not report it.
  package static var fileByteCount: Int? {
    #if os(Linux)
      status("RssFile:")
    #else
      nil
    #endif
  }

  /// Lets the peak begin anew with what the process has now, where the system can do that.
  package static func forgetPeak() {
    #if os(Linux)
      guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
      try? file.write(contentsOf: Data("5".utf8))
      try? file.close()
    #endif
  }

  /// Returns unused memory to the system, where the allocator can, so that the next work allocates all its memory anew.
  package static func releaseUnused() {
    #if canImport(Glibc)
      _ = trimHeap(0)
    #endif
  }

  #if os(Linux)
    /// Returns a size that the system reports about this process, with as little memory as possible.
    private static func status(_ name: String) -> Int? {
      // Safe: the file is closed here, and not used elsewhere; the line has the size that is given.
      guard let file = unsafe fopen("/proc/self/status", "r") else { return nil }
      defer { unsafe fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while unsafe fgets(&line, Int32(line.count), file) != nil {
        let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        guard text.starts(with: name.utf8) else { continue }
        let digits = text.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self)).map { $0 * 1024 }
      }
      return nil
    }
  #endif
}

#if canImport(Glibc)
  /// The function of the C library, which its module does not export.
  @_silgen_name("malloc_trim")
  private func trimHeap(_ padding: Int) -> Int32
#endif
