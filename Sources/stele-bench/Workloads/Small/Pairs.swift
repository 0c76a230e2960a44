internal import Foundation
internal import Stele

extension Explicit {
  /// An object of two keys.
  final class Pair: FieldCodable {
    let name: String
    let number: Int

    init(name: String, number: Int) {
      self.name = name
      self.number = number
    }

    init(from fields: inout FieldDecoder) throws {
      name = try fields.decode("name")
      number = try fields.decode("number")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(name, "name")
      try fields.encode(number, "number")
    }
  }
}

extension Synthesised {
  /// An object of two keys.
  final class Pair: Codable {
    var name: String
    var number: Int

    init(name: String, number: Int) {
      self.name = name
      self.number = number
    }
  }
}

/// An object of two keys for NSKeyedArchiver.
final class KeyedPair: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let row: PairRow

  init(_ row: PairRow) {
    self.row = row
  }

  func encode(with coder: NSCoder) {
    coder.encode(row.name as NSString, forKey: "name")
    coder.encode(row.number, forKey: "number")
  }

  init?(coder: NSCoder) {
    row = PairRow(name: coder.text("name"), number: coder.decodeInteger(forKey: "number"))
  }
}
