internal import Foundation

/// The machine of a run.
struct Machine: Encodable {
  let processorCount: Int
  /// The number of processes that were ready to run in the last minute, or nil if the system does
  /// not report it.
  let load: Double?

  /// Describes this machine, now.
  init() {
    processorCount = ProcessInfo.processInfo.activeProcessorCount
    var loads = [0.0]
    // Safe: the function is given room for one number.
    load = unsafe getloadavg(&loads, 1) == 1 ? loads[0] : nil
  }

  /// The machine in one line.
  var text: String {
    let load = load.map { Figure.decimal($0, 2) } ?? "not known"
    return "\(processorCount) processors, load \(load) before the run"
  }
}
