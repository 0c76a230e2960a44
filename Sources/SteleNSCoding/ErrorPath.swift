internal import Foundation
internal import Stele

enum ErrorPath {
  /// Returns the path from the outermost object being made to the object that is decoding its keys, such as `Person.friend`.
  static func path(to keys: ObjectDecoder) -> String {
    let way = keys.way
    // The keys that a collection uses for its content do not help the reader.
    let keys = way.keys.filter { $0 != "NS.objects" && $0 != "NS.keys" }
    let className = BareValue.className(of: way.className)
    let name = className.split(separator: ".").last.map(String.init) ?? className
    return KeyPathText.root(name) + keys.map { KeyPathText.key($0) }.joined()
  }

  /// Returns an error with its key path, unless it has one.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - key: The key, for errors without one.
  ///   - isOfArchiver: Whether the error occurred during encoding.
  ///   - path: The path to the object that has the key, or nil outside objects.
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
      // The program uses the key of the collection, not the key of its content.
      located.path = path
    } else if !located.key.isEmpty {
      located.path = path + KeyPathText.key(located.key)
    } else if path.contains(".") {
      located.path = path
    }
    return located
  }

  /// Returns the error for a reference to an object that does not have a requested class.
  static func refusal(_ error: any Error, _ key: String) -> any Error {
    guard let cause = (error as? DecodingError)?.underlyingError as? SteleCodingError
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
  /// Casts an object to the requested type.
  ///
  /// - Throws: An error if the object has another type, for example if it is an array of arrays instead of an array of objects.
  static func validate<Wanted>(_ object: Any?, _ key: String) throws -> Wanted? {
    guard let object else { return nil }
    return try PropertyValue.make(Wanted.self, of: object, key)
  }
}
