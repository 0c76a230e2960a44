/// What a program asks of the objects behind a reference.
///
/// There should be one for each list of classes that a program asks for: it remembers what has been found about the
/// classes of the archive.
package final class ObjectRequest {
  let requested: RequestedClass
  private(set) lazy var decoder = AnyValueDecoder(self)

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - unarchiver: What decodes the objects.
  ///   - admits: Whether the objects may be of a class.
  package init(_ unarchiver: Unarchiver, admits: @escaping (AnyClass) -> Bool) {
    requested = RequestedClass(entryCount: unarchiver.session.plans.count) { type in
      (type as? AnyClass).map(admits) ?? false
    }
  }
}
