internal import Foundation

/// What this process has used.
enum ProcessUse {
  /// The time that the processor has worked for it.
  static var processorSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  /// The most memory that it has had at a time, in bytes, or nil when the system does not say.
  static var peakByteCount: Int? {
    #if os(Linux)
      // Not getrusage: what that says may be of the process that started this one.
      status("VmHWM:")
    #else
      var usage = rusage()
      // Safe: the pointer lives during the call, which fills one rusage.
      guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
      return Int(usage.ru_maxrss)
    #endif
  }

  /// The memory that it has now, in bytes, or nil when the system does not say.
  static var byteCount: Int? {
    #if os(Linux)
      status("VmRSS:")
    #else
      nil
    #endif
  }

  /// Lets the peak begin anew with what the process has now, where the system can do that.
  static func forgetPeak() {
    #if os(Linux)
      guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return }
      try? file.write(contentsOf: Data("5".utf8))
      try? file.close()
    #endif
  }

  #if os(Linux)
    /// A size that the system says of this process.
    private static func status(_ name: String) -> Int? {
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
        let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      else { return nil }
      return Int(kibibytes).map { $0 * 1024 }
    }
  #endif
}
