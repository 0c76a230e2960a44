public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: ArchiveScalarConvertible {
  /// A date of the format, which has the same epoch and unit.
  public static var wireType: ArchiveTypeDescriptor { .date }

  /// The seconds since 2001, bit for bit.
  public var wireValue: ArchiveValue? { .date(timeIntervalSinceReferenceDate) }

  /// Makes a date from one in an archive.
  ///
  /// - Throws: An error if the value has a different type.
  public init(wireValue: ArchiveValue) throws {
    guard case .date(let seconds) = wireValue else { throw UnfitScalar.kind }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}
