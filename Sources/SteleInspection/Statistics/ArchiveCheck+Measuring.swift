import Stele

extension ArchiveCheck {
  /// Validates all values as ``validateValues()`` does, and counts what they consist of.
  ///
  /// - Parameter progress: Takes the number of objects that have been counted, after each block.
  /// - Returns: The counts.
  /// - Throws: The rule that is broken, or L4 if there are more objects than can be counted.
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
