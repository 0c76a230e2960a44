/// An encoder, level or observation that was made for a definition of an archive, and that the next archive of a series may use.
protocol ReusedDefinition: AnyObject {
  /// Forgets everything that depends on the previous archive.
  func reset()
}
