import Stele
import SteleModel

extension ArchiveCheck {
  /// Validates all values as ``validateValues()`` does, and counts their contents.
  ///
  /// The closure receives the number of objects counted so far, after each block.
  ///
  /// - Throws: The rule that the archive breaks, or L4 if there are too many objects to count.
  /// - Complexity: O(*n*), where *n* is the number of bytes, with memory for each object and reference.
  func measureValues(progress: (Int) -> Void) throws(ArchiveError) -> ContentMeter {
    let context = tables.context
    guard context.objectCount < UInt32.max else { throw ArchiveError(.memory, at: 0) }
    let meter = ContentMeter(
      entryCount: context.classes.count, objectEntries: context.objectEntries ?? [])
    try visitValues(meter, progress: progress) { (item, _, visit) throws(ArchiveError) in
      if !item.isMetadata { try visit.walkValue(of: item) }
    }
    return meter
  }
}
