internal import Foundation

/// The task of this program when it is started by itself, or by a script that counts instructions.
enum ChildTask {
  static let measure = "--measure-once"
  static let measureDecoding = "--measure-decoding"
  static let measureFile = "--measure-file"
  static let once = "--once"

  struct WrongUsage: Error {}

  /// Performs the task in the arguments, and returns false if they have none.
  static func perform(_ arguments: [String]) throws -> Bool {
    guard let option = arguments.first else { return false }
    let words = Array(arguments.dropFirst())
    // The process that started this one ignores interrupts.
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
    switch option {
    case measure:
      let trial = try trial(words)
      var effort = words.contains("quick") ? Effort.quick : .full
      effort.usesProcessorTime = words.contains("processor")
      try Child.answer(trial.measure(effort, keeping: words[3]))
    case measureDecoding: try Child.answer(trial(words).measureDecoding(of: words[3]))
    case measureFile:
      guard words.count == 4, let task = FileTask(rawValue: words[0]),
        let number = Int(words[2]), let objectCount = Int(words[3])
      else { throw WrongUsage() }
      let url = URL(fileURLWithPath: words[1])
      try Child.answer(FileRun(task, url, number: number, objectCount: objectCount))
    case once: try performOnce(words)
    default: return false
    }
    return true
  }

  /// Returns the trial of a workload, a contender, a count, and a file.
  private static func trial(_ words: [String]) throws -> any AnyTrial {
    guard words.count >= 4, let workload = Workload(rawValue: words[0]),
      let contender = Contender(rawValue: words[1]), let count = Int(words[2]),
      let trial = workload.trial(contender, count)
    else { throw WrongUsage() }
    return trial
  }

  /// Performs a step of `W CONTENDER STEP [--count N]`.
  private static func performOnce(_ words: [String]) throws {
    guard words.count >= 3, let workload = Workload(rawValue: words[0]),
      let contender = Contender(rawValue: words[1]), let step = SingleStep(rawValue: words[2])
    else { throw WrongUsage() }
    var count = workload.counts(isQuick: true).first
    if words.count == 5, words[3] == "--count" {
      count = Int(words[4])
    } else if words.count > 3 {
      throw WrongUsage()
    }
    guard let count, let trial = workload.trial(contender, count) else { throw WrongUsage() }
    try trial.perform(step)
  }
}
