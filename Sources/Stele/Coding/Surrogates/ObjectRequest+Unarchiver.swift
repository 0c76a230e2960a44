extension ObjectRequest {
  /// Makes a request.
  ///
  /// - Parameters:
  ///   - unarchiver: What decodes the objects.
  ///   - admits: Whether the objects may be of a class.
  package convenience init(_ unarchiver: Unarchiver, admits: @escaping (AnyClass) -> Bool) {
    self.init(unarchiver.session, admits: admits)
  }
}
