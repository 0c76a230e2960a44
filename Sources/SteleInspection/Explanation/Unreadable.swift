/// The error after which the rest of a structure is shown as raw bytes.
struct Unreadable: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
