public import Stele

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension URL: ArchiveScalarConvertible {
  /// A string, the form in which other programs write URLs, too.
  public static var wireType: ArchiveTypeDescriptor { .string }

  /// The string; nil if the URL is relative, or if parsing its string yields a different URL.
  public var wireValue: ArchiveValue? {
    guard baseURL == nil else { return nil }
    let string = absoluteString
    guard Self.isPlain(string) || Self.isParsedUnchanged(string) else { return nil }
    return .string(string)
  }

  /// Makes the URL in an archive.
  ///
  /// - Throws: An error if the string is not a URL.
  public init(wireValue: ArchiveValue) throws {
    guard case .string(let string) = wireValue else { throw UnfitScalar.kind }
    guard let url = URL(string: string) else { throw UnfitScalar.noURL(string) }
    self = url
  }

  /// Returns whether the URL made from a string has the same string.
  private static func isParsedUnchanged(_ string: String) -> Bool {
    // Two URLs without a base are equal if their strings are.
    guard let copy = URL(string: string), copy.baseURL == nil else { return false }
    return copy.absoluteString.isExactly(string)
  }

  /// Returns whether text is a scheme, `//`, a host of unreserved characters or an empty one, and a path, query and fragment
  /// without escapes.
  ///
  /// Every parser of RFC 3986 accepts this text and leaves it unchanged. Most URLs have this form, and parsing them again would
  /// take longer than the rest of their encoding.
  package static func isPlain(_ text: String) -> Bool {
    var part = Part.beginning
    for byte in text.utf8 {
      switch (part, byte) {
      case (.beginning, _) where URLComponents.isLetter(byte): part = .scheme
      case (.scheme, UInt8(ascii: ":")): part = .colon
      case (.scheme, _) where URLComponents.isOfScheme(byte): break
      case (.colon, UInt8(ascii: "/")): part = .slash
      case (.slash, UInt8(ascii: "/")): part = .host
      case (.host, UInt8(ascii: "/")): part = .path
      case (.host, _) where isUnreserved(byte): break
      case (.path, UInt8(ascii: "#")): part = .fragment
      case (.path, _) where isPlain(byte), (.fragment, _) where isPlain(byte): break
      default: return false
      }
    }
    return part == .path || part == .fragment
  }

  /// The part of a URL before a byte; a query is part of the path.
  private enum Part { case beginning, scheme, colon, slash, host, path, fragment }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: URLComponents.isLetter(byte)
    }
  }

  /// Returns whether a byte stands for itself in a path, query and fragment.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "@"), UInt8(ascii: "&")...UInt8(ascii: ";"):
      true
    default: isUnreserved(byte)
    }
  }
}
