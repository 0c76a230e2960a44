internal import Foundation

// Foundation on Linux loses the base of a URL when it converts one form to the other.

extension URL {
  /// The object for the URL, with its base.
  var object: NSURL {
    baseURL.flatMap { NSURL(string: relativeString, relativeTo: $0) } ?? self as NSURL
  }

  /// Makes the URL for an object, with its base.
  init(_ object: NSURL) {
    let base = object.baseURL
    self = base.flatMap { URL(string: object.relativeString, relativeTo: $0) } ?? object as URL
  }
}
