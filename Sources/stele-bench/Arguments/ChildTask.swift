internal import Foundation

/// The task of this program when it is started by itself, or by a script that counts instructions.
enum ChildTask {
  static let measure = "--measure-once"
  static let measureDecoding = "--measure-decoding"
  static let measureFile = "--measure-file"
  static let once = "--once"

  /// The word for the only kind of values of a workload.
  static let noKind = "-"

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
      guard let repetitions = words.last.flatMap(Repetitions.init) else { throw WrongUsage() }
      try Child.answer(trial.measure(repetitions, keeping: words[4]))
    case measureDecoding: try Child.answer(trial(words).measureDecoding(of: words[4]))
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

  /// Returns the trial of a workload, a contender, a count, a kind, and a file.
  private static func trial(_ words: [String]) throws -> any AnyTrial {
    guard words.count >= 5, let workload = Workload(rawValue: words[0]),
      let contender = Contender(rawValue: words[1]), let count = Int(words[2]),
      let trial = workload.trial(contender, count, ValueKind(rawValue: words[3]))
    else { throw WrongUsage() }
    return trial
  }

  /// Performs a step of `W CONTENDER STEP [--count N] [--kind KIND]`.
  private static func performOnce(_ words: [String]) throws {
    guard words.count >= 3, words.count % 2 == 1, let workload = Workload(rawValue: words[0]),
      let contender = Contender(rawValue: words[1]), let step = SingleStep(rawValue: words[2])
    else { throw WrongUsage() }
    var count = workload.counts(isQuick: true).first
    var kind: ValueKind?
    var rest = words.dropFirst(3)
    while let option = rest.popFirst(), let value = rest.popFirst() {
      switch option {
      case "--count": count = Int(value)
      case "--kind": kind = ValueKind(rawValue: value)
      default: throw WrongUsage()
      }
    }
    guard let count, let trial = workload.trial(contender, count, kind) else { throw WrongUsage() }
    try trial.perform(step)
  }
}
