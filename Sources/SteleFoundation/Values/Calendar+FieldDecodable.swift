public import Foundation
public import Stele

extension Calendar: FieldDecodable {
  /// Decodes the fields that `Codable` encodes.
  ///
  /// Foundation's own initialiser ends the process for numbers of days that do not fit into 32
  /// bits.
  ///
  /// - Throws: `DecodingError` for such a number, or the error of that initialiser.
  public init(from fields: inout FieldDecoder) throws {
    let weekday: Int? = try fields.decode("firstWeekday")
    let dayCount: Int? = try fields.decode("minimumDaysInFirstWeek")
    guard Int32(exactly: weekday ?? 0) != nil, Int32(exactly: dayCount ?? 0) != nil else {
      throw fields.refusal("There is no such calendar.")
    }
    self = try fields.withDecoder { try Calendar(from: $0) }
  }
}
