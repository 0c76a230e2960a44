public import Foundation
public import Stele

extension Data: ArchiveScalarConvertible {
  /// Bytes.
  public static var wireType: ArchiveTypeDescriptor { .bytes }

  /// The bytes.
  public var wireValue: ArchiveValue? { .bytes([UInt8](self)) }

  /// Makes data from the bytes in an archive.
  public init?(wireValue: ArchiveValue) {
    guard case .bytes(let bytes) = wireValue else { return nil }
    self.init(bytes)
  }
}
