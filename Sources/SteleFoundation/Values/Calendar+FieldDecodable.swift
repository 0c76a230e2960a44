public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Calendar: FieldDecodable {
  /// Decodes the fields that `Codable` encodes.
  ///
  /// Foundation's own initialiser ends the process for numbers of days that do not fit into 32
  /// bits, and for calendars that a program with only a part of Foundation does not have.
  ///
  /// - Throws: `DecodingError` for such a number or calendar, or the error of that initialiser.
  public init(from fields: inout FieldDecoder) throws {
    let weekday: Int? = try fields.decode("firstWeekday")
    let dayCount: Int? = try fields.decode("minimumDaysInFirstWeek")
    guard Int32(exactly: weekday ?? 0) != nil, Int32(exactly: dayCount ?? 0) != nil else {
      throw fields.refusal("There is no such calendar.")
    }
    let stored: String? = Locale.isUnlocalized ? try fields.decode("identifier") : nil
    if let stored, !["gregorian", "iso8601"].contains(stored) {
      throw fields.lacksFoundation("calendar \(stored.quoted)")
    }
    self = try fields.withDecoder { try Calendar(from: $0) }
  }
}
