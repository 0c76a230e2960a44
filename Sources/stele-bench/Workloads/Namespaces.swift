/// Types that write and read their keys by hand, as the documentation advises where speed counts.
enum Explicit {}

/// The same types with synthesised `Codable`.
enum Synthesised {}

/// Graphs of values, without any type of a program.
enum Dynamic {}

/// Code that knows one type, and writes its values one after the other.
enum Ceiling {}
