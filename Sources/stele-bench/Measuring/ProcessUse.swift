internal import Foundation

/// What this process has used.
enum ProcessUse {
  /// The time that the processor has worked for it.
  static var processorSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  /// The most memory that it has had at a time, in bytes, or nil when the system does not say.
  static var peakByteCount: Int? {
    #if os(Linux)
      // Not getrusage: what that says may be of the process that started this one.
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kibibytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      else { return nil }
      return Int(kibibytes).map { $0 * 1024 }
    #else
      var usage = rusage()
      // Safe: the pointer lives during the call, which fills one rusage.
      guard unsafe getrusage(RUSAGE_SELF, &usage) == 0 else { return nil }
      return Int(usage.ru_maxrss)
    #endif
  }
}
