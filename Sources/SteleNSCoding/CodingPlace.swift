internal import Foundation
internal import Stele

/// Where a program is in an archive when something goes wrong.
enum CodingPlace {
  /// The way from the outermost object that is being made to the one whose keys are being decoded, such as `Person.friend`.
  static func path(to keys: ObjectDecoder) -> String {
    let way = keys.way
    // What a collection calls its content says nothing to anyone.
    let keys = way.keys.filter { $0 != "NS.objects" && $0 != "NS.keys" }
    let className = BareValue.className(of: way.className)
    let name = className.split(separator: ".").last.map(String.init) ?? className
    return ([name] + keys).joined(separator: ".")
  }

  /// An error with its place, unless it has one.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - key: The key, for errors that do not say it.
  ///   - isOfArchiver: Whether it occurs while objects are encoded.
  ///   - path: The way to the object whose key it is, or nil outside of objects.
  /// - Returns: The error.
  static func locate(
    _ error: any Error, _ key: String = "", isOfArchiver: Bool = false,
    in path: @autoclosure () -> String?
  ) -> any Error {
    guard var located = error as? KeyedCodingError else { return error }
    if located.isOfArchiver == nil { located.isOfArchiver = isOfArchiver }
    guard located.path.isEmpty else { return located }
    if located.key.isEmpty { located.key = key }
    guard let path = path() else { return located }
    if let name = located.key.split(separator: ".").last, ["objects", "keys"].contains(name),
      located.key.hasPrefix("NS."), path.contains(".")
    {
      // The key of the collection is what the program knows.
      located.path = path
    } else if !located.key.isEmpty {
      located.path = "\(path).\(located.key)"
    } else if path.contains(".") {
      located.path = path
    }
    return located
  }

  /// The error for a reference to an object that is not of the classes that were asked for.
  static func refusal(_ error: any Error, _ key: String) -> any Error {
    guard let context = (error as? DecodingError)?.context,
      let cause = context.underlyingError as? SteleCodingError
    else { return error }
    switch cause.reason {
    case .wrongType(.reference(to: let name?)):
      return KeyedCodingError(
        .unexpectedClass, className: BareValue.className(of: name), key: key)
    case .unknownClass(let name), .classNotAllowed(let name):
      return KeyedCodingError(.unknownClass, className: BareValue.className(of: name), key: key)
    default: return error
    }
  }
}

extension KeyedCodingError {
  /// Gives an object as what was asked for.
  ///
  /// - Throws: That it is something else, such as an array of arrays where one of objects was asked for.
  static func validate<Wanted>(_ object: Any?, _ key: String) throws -> Wanted? {
    guard let object else { return nil }
    return try PropertyValue.make(Wanted.self, of: object, key)
  }
}
