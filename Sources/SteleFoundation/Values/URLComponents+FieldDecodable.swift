public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension URLComponents: FieldDecodable {
  /// Decodes the fields that `Codable` encodes.
  ///
  /// Foundation's initialiser ends the process for an impossible scheme or port.
  ///
  /// - Throws: `DecodingError` for one of these, or the error of that initialiser.
  public init(from fields: inout FieldDecoder) throws {
    let scheme: String? = try fields.decode("scheme")
    let port: Int? = try fields.decode("port")
    guard scheme.map(Self.isScheme) ?? true, port ?? 0 >= 0 else {
      throw fields.refusal("There is no such URL.")
    }
    self = try fields.withDecoder { try URLComponents(from: $0) }
  }

  /// Returns whether text is a scheme of RFC 3986.
  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isOfScheme($0) }
  }

  /// Returns whether a byte is allowed in a scheme after the first letter.
  static func isOfScheme(_ byte: UInt8) -> Bool {
    isLetter(byte) || "0123456789+-.".utf8.contains(byte)
  }

  /// Returns whether a byte is an ASCII letter.
  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
