public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID: ArchiveScalarConvertible {
  /// A UUID.
  public static var wireType: ArchiveTypeDescriptor { .uuid }

  /// The 16 bytes as a number, most significant first.
  public var wireValue: ArchiveValue? {
    let bytes = uuid
    let first = [
      bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7,
      bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
    ]
    return .uuid(first.reduce(0) { $0 << 8 | UInt128($1) })
  }

  /// Makes the UUID in an archive.
  ///
  /// - Throws: An error if the value has a different type.
  public init(wireValue: ArchiveValue) throws {
    guard case .uuid(let number) = wireValue else { throw UnfitScalar.kind }
    func byte(_ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: number >> UInt128(8 * (15 - index)))
    }
    self.init(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7),
        byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      ))
  }
}
