internal import Foundation

/// A coder of Foundation for trees of `Codable` values.
enum TreeCoder {
  case json
  case propertyList

  func encode(_ value: some Encodable) throws -> Data {
    switch self {
    case .json: return try JSONEncoder().encode(value)
    case .propertyList: return try Self.propertyListEncoder().encode(value)
    }
  }

  /// Makes an encoder of binary property lists.
  static func propertyListEncoder() -> PropertyListEncoder {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return encoder
  }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    switch self {
    case .json: try JSONDecoder().decode(type, from: data)
    case .propertyList: try PropertyListDecoder().decode(type, from: data)
    }
  }
}
