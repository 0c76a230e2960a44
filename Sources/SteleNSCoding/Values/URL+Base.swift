internal import Foundation

// Foundation on Linux loses the base of a URL where it makes one of the two of the other.

extension URL {
  /// The object that stands for it, with its base.
  var object: NSURL {
    baseURL.flatMap { NSURL(string: relativeString, relativeTo: $0) } ?? self as NSURL
  }

  /// Makes the URL that an object stands for, with its base.
  init(_ object: NSURL) {
    let base = object.baseURL
    self = base.flatMap { URL(string: object.relativeString, relativeTo: $0) } ?? object as URL
  }
}
