/// The part of the class hierarchy of the program that can be archived.
enum Superclass {
  /// Returns the nearest superclass that can be encoded or decoded.
  ///
  /// Superclasses that cannot, such as those of a framework, are not in archives.
  static func nearest(of type: AnyClass) -> AnyClass? {
    // The standard library's `_getSuperclass` is the one way that all platforms have and that needs no object.
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
