import Foundation
import TestSupport

extension Bounds {
  /// Does the work of a child process.
  ///
  /// The arguments are `memory FAMILY CALL BYTES`, `work FAMILIES CALL FILE BYTES...` with a line for each family,
  /// `write FAMILY FILE BYTES`, or `peak PROGRAM ARGUMENT...`.
  static func answer(_ arguments: [String]) throws {
    if arguments.first == "peak" { return try sayPeak(of: Array(arguments.dropFirst())) }
    guard arguments.count > 3 else { return }
    let names = arguments[1].split(separator: "\n").map(String.init)
    let families = (Extreme.all + Extreme.ordinary).filter { names.contains($0.name) }
    guard let family = families.first else { return }
    let calls = BoundedCall.all.filter { arguments[2].isEmpty || $0.name.contains(arguments[2]) }
    if arguments[0] == "write" {
      let bytes = family.bytes(ofAbout: Int(arguments[3]) ?? 0)
      try Data(bytes).write(to: URL(fileURLWithPath: arguments[2]))
    } else if arguments[0] == "memory" {
      Measuring.measureMemory(of: family, byteCount: Int(arguments[3]) ?? 0, calls: calls)
    } else {
      Measuring.countInstructions(
        of: families, byteCounts: arguments.dropFirst(4).compactMap(Int.init), calls: calls,
        file: arguments[3])
    }
  }
}
