import Stele
import SteleInspection
import SteleModel
import TestSupport

/// The changes between two graphs, as lines.
struct ChangesBetween {
  let changes: [ArchiveDifference.Change]
  let counts: ChangeCounts

  init(_ old: [UInt8], _ new: [UInt8]) throws {
    let left = try ComparedArchive(.memory(old), .old)
    let right = try ComparedArchive(.memory(new), .new)
    var difference = try ArchiveComparison(left, right)
    var changes: [ArchiveDifference.Change] = []
    try difference.forEachChange { changes.append($0) }
    self.changes = changes
    counts = difference.counts
  }

  init(_ old: ArchiveGraph, _ new: ArchiveGraph) throws {
    try self.init(try old.encoded(), try new.encoded())
  }

  /// One line for each change, as `stele diff` writes it.
  var lines: [String] { changes.map(\.description) }
}
