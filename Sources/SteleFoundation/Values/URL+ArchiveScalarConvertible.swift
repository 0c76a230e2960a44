public import Foundation
public import Stele

extension URL: ArchiveScalarConvertible {
  /// A string, as others write URLs, too.
  public static var wireType: ArchiveTypeDescriptor { .string }

  /// The string, or nil for a URL that is relative to another one, or that its string does not make again.
  public var wireValue: ArchiveValue? {
    guard baseURL == nil else { return nil }
    let string = absoluteString
    guard let copy = URL(string: string), copy == self, copy.baseURL == nil,
      copy.absoluteString.utf8.elementsEqual(string.utf8)
    else { return nil }
    return .string(string)
  }

  /// Makes the URL that an archive has, or nil when the string is none.
  public init?(wireValue: ArchiveValue) {
    guard case .string(let string) = wireValue, let url = URL(string: string) else { return nil }
    self = url
  }
}
