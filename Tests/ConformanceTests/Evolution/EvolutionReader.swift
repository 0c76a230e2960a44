import Foundation
import Stele
import TestSupport

/// One version of a program, as far as it reads the archives of a family.
struct EvolutionReader: Sendable {
  /// Family and reader, such as `key-added/2-strict`.
  let name: String
  /// The decoder with the allowed classes.
  let decoder: SteleDecoder
  /// Reads an archive, and gives the values as the expectations have them.
  let read: @Sendable (Unarchiver) throws -> JSONValue

  /// A program that reads what it likes.
  init(
    _ name: String, decoder: SteleDecoder = SteleDecoder(),
    read: @escaping @Sendable (Unarchiver) throws -> JSONValue
  ) {
    self.name = name
    self.decoder = decoder
    self.read = read
  }

  /// A program that reads the root named `root`.
  init<Root: Codable & SendableMetatype>(
    _ name: String, _ type: Root.Type, decoder: SteleDecoder = SteleDecoder()
  ) {
    self.init(name, decoder: decoder) { unarchiver in
      let json = try JSONEncoder().encode(try unarchiver.decode(Root.self))
      return try JSONDecoder().decode(JSONValue.self, from: json)
    }
  }

  /// All programs, by name.
  static let all = Dictionary(
    uniqueKeysWithValues: (keys + presences + types + references + classes + superclasses + enums
      + kinds + roots).map { ($0.name, $0) })
}

extension EvolutionFamily.NamedError {
  /// The named error that an error is, or nil when it is something else.
  init?(_ error: any Error) {
    guard let graphError = error.graphCodingError else { return nil }
    let className = graphError.className
    // Swift itself reports that an enum does not find a case in a struct.
    if case .typeMismatch? = error as? DecodingError, graphError.reason == .valueDoesNotFit {
      self.init(reason: "wrongType", class: className, key: graphError.keyPath)
      return
    }
    switch graphError.reason {
    case .unknownClass(let name): self.init(reason: "unknownClass", class: name, key: nil)
    case .unknownCase(let name):
      self.init(reason: "unknownCase", class: className, key: graphError.keyPath, case: name)
    case .missingKey(let name): self.init(reason: "missingKey", class: className, key: name)
    case .ambiguousKey(let name): self.init(reason: "ambiguousKey", class: className, key: name)
    case .noRoot(let name): self.init(reason: "missingKey", class: nil, key: name)
    case .wrongType:
      self.init(reason: "wrongType", class: className, key: graphError.keyPath)
    case .valueDoesNotFit:
      self.init(reason: "valueDoesNotFit", class: className, key: graphError.keyPath)
    case .duplicateAfterConversion:
      self.init(reason: "duplicateAfterConversion", class: className, key: graphError.keyPath)
    default: return nil
    }
  }
}

extension Error {
  /// The error itself, or what lies under a decoding error.
  fileprivate var graphCodingError: SteleCodingError? {
    self as? SteleCodingError ?? (self as? DecodingError)?.underlyingError as? SteleCodingError
  }
}
