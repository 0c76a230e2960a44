// Apple's Combine, as far as the samples use it. Nothing here is ever run.
public final class ObservableObjectPublisher {
  public init() {}
  public func send() {}
}
public protocol ObservableObject: AnyObject {
  associatedtype ObjectWillChangePublisher = ObservableObjectPublisher
  var objectWillChange: ObjectWillChangePublisher { get }
}
extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  public var objectWillChange: ObservableObjectPublisher { fatalError() }
}
