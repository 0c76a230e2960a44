public import Foundation
public import Stele

extension Data: NativeValue {
  /// Bytes.
  public static var wireType: TypeDescriptor { .bytes }

  /// The bytes.
  public var wireValue: Value? { .bytes([UInt8](self)) }

  /// Makes data of the bytes that an archive has.
  public init?(wireValue: Value) {
    guard case .bytes(let bytes) = wireValue else { return nil }
    self.init(bytes)
  }
}
