/// How much of the class table stands before a chunk, and may be used in it.
///
/// Spec §3.1 (T2) and §4.2 (C8).
package struct Definitions: Hashable, Sendable {
  /// How many names have been defined.
  package var nameCount = 0
  /// How many entries have been defined.
  package var entryCount = 0

  package init() {}
}
