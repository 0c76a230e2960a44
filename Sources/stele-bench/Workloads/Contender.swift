/// A way to perform a workload.
enum Contender: String, CaseIterable {
  /// Types that write and read their keys by hand.
  case explicit
  /// The same, for a doubly linked list.
  case doubly
  /// Types with synthesised `Codable`.
  case codable
  /// Types that write and read their keys by hand, with coders that the program keeps for many archives.
  case kept
  /// Types with synthesised `Codable`, with such coders.
  case keptCodable = "kept-codable"
  /// Graphs of values, without any type of the program.
  case dynamic
  /// Code by hand for one type, with every possible check.
  case ceiling
  /// A copy of the bytes in memory.
  case memcpy
  /// JSONEncoder and JSONDecoder.
  case json
  /// PropertyListEncoder, binary, and PropertyListDecoder.
  case plist
  /// NSKeyedArchiver and NSKeyedUnarchiver.
  case keyed
  /// The same classes with SteleKeyedArchiver and SteleKeyedUnarchiver.
  case nscoding
  /// Empty archives.
  case empty
}
