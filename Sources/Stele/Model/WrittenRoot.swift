/// A root that has been written, but for its place in the archive.
struct WrittenRoot {
  let name: String
  let type: TypePlan
  /// What keeps the bytes of the value.
  let value: OutputOwner
}
