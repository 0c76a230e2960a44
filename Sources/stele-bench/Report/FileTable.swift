/// The measurements of tasks with a large file.
struct FileTable {
  private let workload: Workload
  private let measurements: [FileMeasurement]

  init(_ workload: Workload, _ measurements: [FileMeasurement]) {
    self.workload = workload
    self.measurements = measurements
  }

  var text: String {
    var table = TextTable([
      workload.rawValue, "ms (CPU / elapsed)", "once more ms", "MB/s", "spread", "MB before",
      "peak MB",
    ])
    for item in measurements {
      let rate = Double(item.fileByteCount) / 1e6 / max(item.times.processorSeconds, 1e-9)
      table.rows.append([
        item.task.rawValue, Figure.milliseconds(item.times),
        item.task == .verify ? "-" : Figure.milliseconds(item.againTimes),
        item.task == .verify ? Figure.short(rate) : "-", Figure.spread([item.times]),
        Figure.megabytes(item.beforeByteCount),
        Figure.megabytes(item.peakByteCount),
      ])
    }
    let file = measurements.first.map {
      "\(Figure.megabytes($0.fileByteCount)) MB, \(Figure.grouped($0.objectCount)) objects"
    }
    return "\(workload.rawValue): \(workload.title) (\(file ?? "none"))\n\(table.text)\n"
  }
}
