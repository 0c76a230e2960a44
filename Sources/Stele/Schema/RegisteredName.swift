/// The names that have a meaning in the format, and those that are reserved for it.
///
/// Spec §12.4, chapter 13.
package enum RegisteredName {
  /// The struct of a span of time.
  package static let duration = "$duration"

  /// The overflow key, which holds the values of keys that no entry of the type lists.
  static let overflow = "*"

  /// Whether a class name is reserved: a program must not use it for anything else.
  package static func isReserved(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "$") }
}
