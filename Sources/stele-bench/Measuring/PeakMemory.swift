internal import Foundation

/// The most memory that this process has had at a time.
enum PeakMemory {
  /// In bytes, or nil when the system does not say.
  static var byteCount: Int? {
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
