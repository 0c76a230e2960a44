internal import SteleInspection

struct StatsTotals {
  private(set) var fileCount = 0
  private var byteCount = 0
  private var objectCount = 0
  private var unreachableCount = 0

  mutating func add(_ statistics: ArchiveStatistics) {
    fileCount += 1
    byteCount += statistics.byteCount
    objectCount += statistics.objectCount
    unreachableCount += statistics.unreachableObjectCount
  }

  var line: Line {
    var line: Line =
      "\(fileCount.of("file")): \(byteCount.of("byte")), \(objectCount.of("object"))"
    if unreachableCount > 0 { line += ", \(unreachableCount.grouped) unreachable" }
    return line
  }

  var document: JSON {
    [
      "files": fileCount, "bytes": byteCount, "objects": objectCount,
      "unreachableObjects": unreachableCount,
    ]
  }
}
