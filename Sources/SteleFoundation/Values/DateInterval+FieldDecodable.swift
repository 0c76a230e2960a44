public import Foundation
public import Stele

extension DateInterval: FieldDecodable {
  /// Reads what `Codable` writes: the start and the duration.
  ///
  /// Foundation's own initialiser takes a negative duration, which then ends the process when the interval is used.
  ///
  /// - Throws: `DecodingError` if the duration is negative or none.
  public init(from fields: inout FieldDecoder) throws {
    let start: Date = try fields.decode("start")
    let duration: Double = try fields.decode("duration")
    guard duration >= 0 else { throw fields.refusal("There is no such interval.") }
    self.init(start: start, duration: duration)
  }
}
