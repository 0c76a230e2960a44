public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Data: ArchiveScalarConvertible {
  /// Bytes.
  public static var wireType: ArchiveTypeDescriptor { .bytes }

  /// The bytes.
  public var wireValue: ArchiveValue? { .bytes([UInt8](self)) }

  /// Makes data from the bytes in an archive.
  ///
  /// - Throws: An error if the value has a different type.
  public init(wireValue: ArchiveValue) throws {
    guard case .bytes(let bytes) = wireValue else { throw UnfitScalar.kind }
    self.init(bytes)
  }
}
