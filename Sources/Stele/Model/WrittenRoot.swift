/// A root that has been written, but for its place in the archive.
struct WrittenRoot {
  let name: String
  /// The index of the type.
  let type: Int
  /// What keeps the bytes of the value.
  let value: OutputOwner
}
