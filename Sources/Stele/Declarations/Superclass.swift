/// The class hierarchy of the program, as far as it can be archived.
enum Superclass {
  /// The nearest superclass that can be encoded or decoded.
  ///
  /// Roots that cannot, such as those of a framework, have no part in archives.
  static func nearest(of type: AnyClass) -> AnyClass? {
    // The standard library's `_getSuperclass` is the one way to ask without an object that all platforms have.
    var next: AnyClass? = _getSuperclass(type)
    while let superclass = next {
      if isArchivable(superclass) { return superclass }
      next = _getSuperclass(superclass)
    }
    return nil
  }

  private static func isArchivable(_ type: Any.Type) -> Bool {
    type is any Encodable.Type || type is any Decodable.Type
  }
}
