extension ArchiveError {
  /// A reference points at an object of another class: R6.
  ///
  /// - Parameters:
  ///   - number: The number of the object.
  ///   - entry: The entry of the object.
  ///   - name: The number of the class name that the reference has.
  ///   - schema: The class table.
  ///   - offset: The offset of the reference.
  /// - Returns: The error, which names both classes.
  @inline(never)
  static func wrongClass(
    _ number: Int, _ entry: Int, _ name: Int32, _ schema: CompiledSchema, at offset: Int
  ) -> ArchiveError {
    var error = ArchiveError(.wrongClass, at: offset)
    if let wanted = schema.name(name), let found = schema[entry].flatMap({ schema.name($0.name) }) {
      error.found =
        "object \(number) is of class \(found.quoted), the reference to one of class \(wanted.quoted)"
    }
    return error
  }
}
