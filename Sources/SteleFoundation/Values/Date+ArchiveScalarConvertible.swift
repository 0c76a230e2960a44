public import Foundation
public import Stele

extension Date: ArchiveScalarConvertible {
  /// A date of the format, which counts from the same moment in the same unit.
  public static var wireType: ArchiveTypeDescriptor { .date }

  /// The seconds since 2001, bit for bit.
  public var wireValue: ArchiveValue? { .date(timeIntervalSinceReferenceDate) }

  /// Makes a date from that in an archive.
  public init?(wireValue: ArchiveValue) {
    guard case .date(let seconds) = wireValue else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}
