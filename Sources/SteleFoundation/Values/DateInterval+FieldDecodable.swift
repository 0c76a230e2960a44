public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DateInterval: FieldDecodable {
  /// Decodes the fields that `Codable` encodes: the start and the duration.
  ///
  /// Foundation's initialiser accepts a negative duration, which ends the process when the interval is used.
  ///
  /// - Throws: `DecodingError` if the duration is negative or not a number.
  public init(from fields: inout FieldDecoder) throws {
    let start: Date = try fields.decode("start")
    let duration: Double = try fields.decode("duration")
    guard duration >= 0 else { throw fields.refusal("There is no such interval.") }
    self.init(start: start, duration: duration)
  }
}
