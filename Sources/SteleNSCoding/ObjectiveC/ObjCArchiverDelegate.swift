#if canImport(ObjectiveC)
  internal import Foundation

  /// ``SteleKeyedArchiverDelegate`` for Objective-C, where each method may be missing.
  @objc(SteleKeyedArchiverDelegate)
  public protocol ObjCArchiverDelegate: AnyObject {
    /// An object is about to be encoded for the first time; without this method, the object itself is encoded.
    @objc(archiver:willEncodeObject:)
    optional func archiver(_ archiver: SteleKeyedArchiver, willEncode object: Any) -> Any?
    /// An object has been encoded.
    @objc(archiver:didEncodeObject:)
    optional func archiver(_ archiver: SteleKeyedArchiver, didEncode object: Any?)
    /// An object is about to be replaced by another one.
    @objc(archiver:willReplaceObject:withObject:)
    optional func archiver(
      _ archiver: SteleKeyedArchiver, willReplace object: Any?, with newObject: Any?)
    /// The archive is about to be completed.
    @objc(archiverWillFinish:)
    optional func archiverWillFinish(_ archiver: SteleKeyedArchiver)
    /// The archive is complete.
    @objc(archiverDidFinish:)
    optional func archiverDidFinish(_ archiver: SteleKeyedArchiver)
  }

  /// Forwards calls to a delegate in Objective-C, as far as it implements them.
  final class ArchiverDelegateAdapter: SteleKeyedArchiverDelegate {
    private(set) weak var delegate: (any ObjCArchiverDelegate)?

    init(_ delegate: any ObjCArchiverDelegate) { self.delegate = delegate }

    func archiver(_ archiver: SteleKeyedArchiver, willEncode object: Any) -> Any? {
      delegate?.archiver?(archiver, willEncode: object) ?? .some(object)
    }

    func archiver(_ archiver: SteleKeyedArchiver, didEncode object: Any?) {
      delegate?.archiver?(archiver, didEncode: object)
    }

    func archiver(_ archiver: SteleKeyedArchiver, willReplace object: Any?, with newObject: Any?) {
      delegate?.archiver?(archiver, willReplace: object, with: newObject)
    }

    func archiverWillFinish(_ archiver: SteleKeyedArchiver) {
      delegate?.archiverWillFinish?(archiver)
    }

    func archiverDidFinish(_ archiver: SteleKeyedArchiver) {
      delegate?.archiverDidFinish?(archiver)
    }
  }
#endif
