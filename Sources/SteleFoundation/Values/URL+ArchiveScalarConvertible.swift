public import Foundation
public import Stele

extension URL: ArchiveScalarConvertible {
  /// A string, the form in which other programs write URLs, too.
  public static var wireType: ArchiveTypeDescriptor { .string }

  /// The string, or nil for a relative URL, or one that its string does not produce again.
  public var wireValue: ArchiveValue? {
    guard baseURL == nil else { return nil }
    let string = absoluteString
    guard let copy = URL(string: string), copy == self, copy.baseURL == nil,
      copy.absoluteString.utf8.elementsEqual(string.utf8)
    else { return nil }
    return .string(string)
  }

  /// Makes the URL in an archive, or nil if the string is not a URL.
  public init?(wireValue: ArchiveValue) {
    guard case .string(let string) = wireValue, let url = URL(string: string) else { return nil }
    self = url
  }
}
