/// What references are compared by.
protocol ReferenceKeys {
  /// How many keys there are of a reference, each of which tells fewer objects apart than the one before it.
  var levelCount: Int { get }

  /// A key of an object. Objects are alike on a level if their keys are equal.
  func key(_ object: Int, _ side: ArchiveDifference.Side, level: Int) -> UInt64

  /// A key of an object by which it may change into another one; nil if it may not.
  func looseKey(_ object: Int, _ side: ArchiveDifference.Side) -> UInt64?

  /// Whether an object says so little that it is not searched for elsewhere by its key of a level.
  func isPlain(_ object: Int, _ side: ArchiveDifference.Side, level: Int) -> Bool
}
