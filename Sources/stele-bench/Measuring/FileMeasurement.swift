internal import Foundation
internal import TestSupport

/// What one process measured that did something with a large archive.
struct FileRun: Codable {
  /// The time that it took, without starting the process.
  var seconds: Double
  /// The time that the processor worked for it, which other programs do not lengthen.
  var processorSeconds: Double
  /// The time that it took once more in the same process, from the start.
  var againSeconds: Double
  /// The memory that the process had before it did anything, its program and libraries, in bytes.
  var beforeByteCount: Int?
  /// The most memory that the process had at a time the first time, in bytes.
  var peakByteCount: Int?

  /// Measures in this process.
  init(_ task: FileTask, _ url: URL, number: Int, objectCount: Int) throws {
    let file = LargeFile(objectCount: objectCount)
    beforeByteCount = ProcessUse.byteCount
    let clock = ContinuousClock()
    let work = ProcessUse.processorSeconds
    seconds = try clock.measure { try task.perform(url, number, file) }.inSeconds
    processorSeconds = ProcessUse.processorSeconds - work
    peakByteCount = ProcessUse.peakByteCount
    againSeconds =
      task == .verify
      ? seconds : try clock.measure { try task.perform(url, number, file) }.inSeconds
  }
}

/// The measurements of a task after all of its processes.
struct FileMeasurement: Codable {
  var workload: String
  var task: FileTask
  var fileByteCount: Int
  var objectCount: Int
  var times: Times
  var processorTimes: Times
  var againTimes: Times
  /// The most memory that one of the processes had before it did anything, in bytes.
  var beforeByteCount: Int?
  /// The most memory that one of the processes had at a time, in bytes.
  var peakByteCount: Int?

  init(_ workload: Workload, _ task: FileTask, _ url: URL, _ file: LargeFile, _ runs: [FileRun])
    throws
  {
    self.workload = workload.rawValue
    self.task = task
    fileByteCount =
      try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    objectCount = file.people.objectCount + file.noteCount
    times = Times(runs.map(\.seconds))
    processorTimes = Times(runs.map(\.processorSeconds))
    againTimes = Times(runs.map(\.againSeconds))
    beforeByteCount = runs.compactMap(\.beforeByteCount).max()
    peakByteCount = runs.compactMap(\.peakByteCount).max()
  }
}
