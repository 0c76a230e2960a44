internal import Foundation
internal import Stele
internal import SteleFoundation

/// A run: makes an archive in a temporary file, and measures it.
struct Benchmark {
  var workload = Workload.people
  var isQuick = false
  var isJSON = false
  /// Where the archive is kept, or nil when it is removed.
  var keptPath: String?

  static let help = """
    stele-bench: measures the library and the verifier

    usage: stele-bench [options]

    Makes an archive of at least 200 MB and more than two million objects in a temporary file, with
    the streaming writer, the same bytes in every run, and says
      - how fast it was written, the making of the content included,
      - how fast the verifier examines it, every reference included, with the file mapped as by
        stele verify; and the most memory (VmHWM) that took, as part of the file,
      - how long it takes to open the file and read one object by its number, in a process that
        has done nothing before, and once more in the same process,
      - what small archives weigh.
    Everything about the large archive is measured in fresh processes, one for each run, so that
    making it does not count. The file is in the cache of the operating system by then. Build with
    `swift build -c release`; other builds are many times slower.

    options:
          --workload NAME  people (the default): people, addresses, and albums with packed lists and
                           bytes, all linked with each other; pairs: objects of two keys
          --quick          a twentieth of the size, fewer runs
          --keep FILE      keep the archive under this name
          --json           say it in JSON
      -h, --help           show this help

    exit codes:
      0  it was measured
      1  it could not be measured
      2  wrong usage
    """

  func run() throws {
    let directory = FileManager.default.temporaryDirectory
    let file =
      keptPath.map { URL(fileURLWithPath: $0) }
      ?? directory.appendingPathComponent("stele-bench-\(UUID().uuidString).stele")
    defer { if keptPath == nil { try? FileManager.default.removeItem(at: file) } }
    let objectCount = isQuick ? workload.objectCount / 20 : workload.objectCount
    let writeSeconds = try ContinuousClock().measure {
      let target = try AtomicFile(replacing: file)
      var writer = try ArchiveWriter(sink: target)
      try workload.write(objectCount, to: &writer)
      try writer.finish()
      try target.commit()
    }.inSeconds
    let verified = try (0..<(isQuick ? 3 : 7)).map { _ in
      try Measurement.measureAfresh(.verify, file)
    }
    let runCount = isQuick ? 5 : 15
    let opened = try (0..<runCount).map { run in
      let number = 1 + objectCount / runCount * run + objectCount / runCount / 2
      return try Measurement.measureAfresh(.object, file, objectNumber: number)
    }
    let report = Report(
      workload: workload.rawValue, fileByteCount: try FileSource(file).byteCount,
      objectCount: objectCount, writeSeconds: writeSeconds,
      verifySeconds: .init(verified.map(\.seconds)),
      verifyProcessorSeconds: .init(verified.map(\.processorSeconds)),
      verifyPeakByteCount: verified.compactMap(\.peakByteCount).max(),
      objectSeconds: .init(opened.map(\.seconds)),
      objectAgainSeconds: .init(opened.compactMap(\.againSeconds)),
      objectPeakByteCount: opened.compactMap(\.peakByteCount).max(), sizes: try Sizes())
    print(isJSON ? try report.json() : report.text)
  }
}
