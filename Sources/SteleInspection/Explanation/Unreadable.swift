/// Why the rest of a structure is shown as raw bytes.
struct Unreadable: Error {
  /// The reason, in a few words.
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
