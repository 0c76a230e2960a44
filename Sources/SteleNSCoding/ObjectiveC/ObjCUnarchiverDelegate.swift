#if canImport(ObjectiveC)
  internal import Foundation

  /// ``SteleKeyedUnarchiverDelegate`` for Objective-C, where each method may be missing.
  @objc(SteleKeyedUnarchiverDelegate)
  public protocol ObjCUnarchiverDelegate: AnyObject {
    /// The archive uses a class name for which the program has no class.
    @objc(unarchiver:cannotDecodeObjectOfClassName:originalClasses:)
    optional func unarchiver(
      _ unarchiver: SteleKeyedUnarchiver, cannotDecodeObjectOfClassName name: String,
      originalClasses classNames: [String]
    ) -> AnyClass?
    /// An object has been made; without this method, it is used unchanged.
    @objc(unarchiver:didDecodeObject:)
    optional func unarchiver(_ unarchiver: SteleKeyedUnarchiver, didDecode object: Any?) -> Any?
    /// An object is about to be replaced by another one.
    @objc(unarchiver:willReplaceObject:withObject:)
    optional func unarchiver(
      _ unarchiver: SteleKeyedUnarchiver, willReplace object: Any, with newObject: Any)
    /// Decoding is about to end.
    @objc(unarchiverWillFinish:)
    optional func unarchiverWillFinish(_ unarchiver: SteleKeyedUnarchiver)
    /// Decoding has ended.
    @objc(unarchiverDidFinish:)
    optional func unarchiverDidFinish(_ unarchiver: SteleKeyedUnarchiver)
  }

  /// Forwards calls to a delegate in Objective-C, as far as it implements them.
  final class UnarchiverDelegateAdapter: SteleKeyedUnarchiverDelegate {
    private(set) weak var delegate: (any ObjCUnarchiverDelegate)?

    init(_ delegate: any ObjCUnarchiverDelegate) { self.delegate = delegate }

    func unarchiver(
      _ unarchiver: SteleKeyedUnarchiver, cannotDecodeObjectOfClassName name: String,
      originalClasses classNames: [String]
    ) -> AnyClass? {
      delegate?.unarchiver?(
        unarchiver, cannotDecodeObjectOfClassName: name, originalClasses: classNames) ?? nil
    }

    func unarchiver(_ unarchiver: SteleKeyedUnarchiver, didDecode object: Any?) -> Any? {
      delegate?.unarchiver?(unarchiver, didDecode: object) ?? .some(object as Any)
    }

    func unarchiver(
      _ unarchiver: SteleKeyedUnarchiver, willReplace object: Any, with newObject: Any
    ) {
      delegate?.unarchiver?(unarchiver, willReplace: object, with: newObject)
    }

    func unarchiverWillFinish(_ unarchiver: SteleKeyedUnarchiver) {
      delegate?.unarchiverWillFinish?(unarchiver)
    }

    func unarchiverDidFinish(_ unarchiver: SteleKeyedUnarchiver) {
      delegate?.unarchiverDidFinish?(unarchiver)
    }
  }
#endif
