/// Types that write and read their keys by hand, as the documentation recommends for speed.
enum Explicit {}

/// The same types with synthesised `Codable`.
enum Synthesised {}

/// Graphs of values, without types of the program.
enum Dynamic {}

/// Code that knows one type, and writes its values one after the other.
enum Ceiling {}
