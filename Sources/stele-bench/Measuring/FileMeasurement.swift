internal import Foundation
internal import TestSupport

/// The measurements of one process that used a large archive.
struct FileRun: Codable {
  /// The times of the task, without the start of the process.
  var times: Times
  /// The times of a repetition in the same process, from the start.
  var againTimes: Times
  /// The memory of the process before the task, for its program and libraries, in bytes.
  var beforeByteCount: Int?
  /// The peak memory of the process during the first repetition, in bytes.
  var peakByteCount: Int?

  /// Measures a task in this process.
  init(_ task: FileTask, _ url: URL, number: Int, objectCount: Int) throws {
    let file = LargeFile(objectCount: objectCount)
    beforeByteCount = ProcessUse.byteCount
    var timer = Times.Timer()
    try timer.time { try task.perform(url, number, file) }
    times = Times(timer)
    peakByteCount = ProcessUse.peakByteCount
    if task != .verify {
      timer = Times.Timer()
      try timer.time { try task.perform(url, number, file) }
    }
    againTimes = Times(timer)
  }
}

/// The measurements of a task after all of its processes.
struct FileMeasurement: Codable {
  var workload: String
  var task: FileTask
  var fileByteCount: Int
  var objectCount: Int
  var times = Times()
  var againTimes = Times()
  /// The most memory that one of the processes had before the task, in bytes.
  var beforeByteCount: Int?
  /// The peak memory of all processes, in bytes.
  var peakByteCount: Int?

  init(_ workload: Workload, _ task: FileTask, _ url: URL, _ file: LargeFile, _ runs: [FileRun])
    throws
  {
    self.workload = workload.rawValue
    self.task = task
    fileByteCount =
      try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    objectCount = file.people.objectCount + file.recordCount
    for run in runs {
      times.append(run.times)
      againTimes.append(run.againTimes)
    }
    beforeByteCount = runs.compactMap(\.beforeByteCount).max()
    peakByteCount = runs.compactMap(\.peakByteCount).max()
  }
}
