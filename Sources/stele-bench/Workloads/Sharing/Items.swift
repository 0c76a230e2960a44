internal import Foundation
internal import Stele

extension Explicit {
  /// A thing with a name.
  final class Item: FieldCodable, ItemObject {
    let id: Int
    let name: String

    init(id: Int, name: String) {
      self.id = id
      self.name = name
    }

    init(from fields: inout FieldDecoder) throws {
      id = try fields.decode("id")
      name = try fields.decode("name")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(id, "id")
      try fields.encode(name, "name")
    }
  }
}

extension Synthesised {
  /// A thing with a name.
  final class Item: Codable, ItemObject {
    var id: Int
    var name: String

    init(id: Int, name: String) {
      self.id = id
      self.name = name
    }
  }
}

/// A thing with a name for NSKeyedArchiver.
final class KeyedItem: NSObject, NSSecureCoding, ItemObject {
  static var supportsSecureCoding: Bool { true }
  let id: Int
  let name: String

  init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  func encode(with coder: NSCoder) {
    coder.encode(id, forKey: "id")
    coder.encode(name as NSString, forKey: "name")
  }

  init?(coder: NSCoder) {
    id = coder.decodeInteger(forKey: "id")
    name = coder.text("name")
  }
}
