public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TimeZone: FieldDecodable {
  /// Decodes the fields that `Codable` encodes.
  ///
  /// - Throws: `DecodingError` if there is no such time zone, or the program has only a part of Foundation, which has GMT alone.
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
