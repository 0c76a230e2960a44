/// The keys by which references are compared.
protocol ReferenceKeys {
  /// The number of levels of keys; each level distinguishes fewer objects than the previous one.
  var levelCount: Int { get }

  /// Returns the key of an object on a level. Objects are equal on a level if their keys are equal.
  func key(_ object: Int, _ side: ArchiveDifference.Side, level: Int) -> UInt64

  /// Returns the key that an object shares with the objects that may replace it; `nil` if no other object may replace it.
  func looseKey(_ object: Int, _ side: ArchiveDifference.Side) -> UInt64?

  /// Returns whether an object has too little content to be identified by its key of a level.
  func isPlain(_ object: Int, _ side: ArchiveDifference.Side, level: Int) -> Bool
}
