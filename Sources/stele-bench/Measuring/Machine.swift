internal import Foundation

/// Where a run took place.
struct Machine: Encodable {
  let processorCount: Int
  /// How many processes wanted to work in the minute before, or nil when the system does not say.
  let load: Double?

  /// The machine as it is now.
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
