internal import Foundation

/// The instructions of a piece of work, counted by Callgrind, in which the process has to run.
///
/// Callgrind counts only within one function, and writes its count to a file when the function
/// returns; the process then reads that file. So one process counts any number of works, and what it does in between
/// does not matter. It is the count that does not depend on the machine, or on what else the machine does.
package struct InstructionCount {
  /// The options that Callgrind needs, for a file that it writes to.
  package static func options(file: String) -> [String] {
    [
      "--tool=callgrind", "--callgrind-out-file=\(file)", "--toggle-collect=\(functionName)",
      "--dump-after=\(functionName)",
    ]
  }

  private static let functionName = "stele_counted_work"
  private let file: String
  private var dumpCount = 0

  /// Begins to count in a process that runs with the ``options(file:)`` of a file.
  package init(file: String) { self.file = file }

  /// Does some work, and gives the number of its instructions, or nil outside of Callgrind.
  package mutating func count(_ work: () -> Void) -> Int? {
    countedWork(work)
    dumpCount += 1
    let path = "\(file).\(dumpCount)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let dump = try? FileHandle(forReadingFrom: URL(fileURLWithPath: path)),
      let start = try? dump.read(upToCount: 4096)
    else { return nil }
    let lines = String(decoding: start, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("summary: ") }.flatMap { Int($0.dropFirst(9)) }
  }
}

/// Does some work in a function that Callgrind finds by its name.
@_silgen_name("stele_counted_work")
@inline(never)
private func countedWork(_ work: () -> Void) { work() }
