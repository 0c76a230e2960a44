/// The classes that a program allows for the targets of references.
///
/// There should be one for each list of classes that a program asks for: it remembers what has been found about the
/// classes of the archive.
package final class ObjectRequest {
  let requested: RequestedClass
  private(set) lazy var decoder = AnyValueDecoder(self)

  /// Makes a request of objects that a session decodes.
  init(_ session: DecodingSession, admits: @escaping (AnyClass) -> Bool) {
    requested = RequestedClass(entryCount: session.plans.count) { type in
      (type as? AnyClass).map(admits) ?? false
    }
  }
}
