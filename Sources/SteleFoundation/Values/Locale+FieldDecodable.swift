public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Locale: FieldDecodable {
  /// Decodes the fields that `Codable` encodes.
  ///
  /// In a program with only a part of Foundation, its own initialiser makes one locale of all identifiers.
  ///
  /// - Throws: `DecodingError` for another locale in such a program, or the error of that initialiser.
  public init(from fields: inout FieldDecoder) throws {
    self = try fields.withDecoder { try Locale(from: $0) }
    guard Self.isUnlocalized else { return }
    let stored: String = try fields.decode("identifier")
    guard stored == identifier else { throw fields.lacksFoundation("locale \(stored.quoted)") }
  }

  /// Whether the program has only a part of Foundation, without locales, time zones, and calendars other than the Gregorian.
  ///
  /// `FoundationEssentials` declares these types, but a module that imports all of Foundation brings most of their values. The
  /// linker leaves that module out of a static program that does not need it.
  static let isUnlocalized = Locale(identifier: "de").identifier != "de"
}
