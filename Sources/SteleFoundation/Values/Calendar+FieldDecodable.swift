public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Calendar: FieldDecodable {
  /// Decodes the fields that `Codable` encodes.
  ///
  /// Foundation's initialiser ends the process for numbers of days that do not fit into 32 bits, and for calendars that are
  /// missing in a program with only a part of Foundation.
  ///
  /// - Throws: `DecodingError` for one of these numbers or calendars, or the error of that initialiser.
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

extension Locale: FieldDecodable {
  /// Decodes the fields that `Codable` encodes.
  ///
  /// In a program with only a part of Foundation, its initialiser makes the same locale from every identifier.
  ///
  /// - Throws: `DecodingError` for any other locale in that program, or the error of that initialiser.
  public init(from fields: inout FieldDecoder) throws {
    self = try fields.withDecoder { try Locale(from: $0) }
    guard Self.isUnlocalized else { return }
    let stored: String = try fields.decode("identifier")
    guard stored == identifier else { throw fields.lacksFoundation("locale \(stored.quoted)") }
  }

  /// Whether the program has only a part of Foundation, without locales, time zones, and calendars other than the Gregorian.
  ///
  /// `FoundationEssentials` declares these types, but a module that imports all of Foundation provides most of their values.
  /// The linker leaves that module out of a static program that does not need it.
  static let isUnlocalized = Locale(identifier: "de").identifier != "de"
}

extension TimeZone: FieldDecodable {
  /// Decodes the fields that `Codable` encodes.
  ///
  /// - Throws: `DecodingError` if the time zone does not exist, or the program has only a part of Foundation, with GMT alone.
  public init(from fields: inout FieldDecoder) throws {
    if Locale.isUnlocalized {
      let stored: String = try fields.decode("identifier")
      guard TimeZone(identifier: stored) != nil else {
        throw fields.lacksFoundation("time zone \(stored.quoted)")
      }
    }
    self = try fields.withDecoder { try TimeZone(from: $0) }
  }
}
