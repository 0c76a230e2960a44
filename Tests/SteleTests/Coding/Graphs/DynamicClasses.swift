import Stele
import TestSupport
import Testing

/// A hierarchy whose members count how often they are decoded.
enum DynamicClasses {
  static let made = CodingUserInfoKey.named("made")

  static func count(_ decoder: any Decoder) {
    (decoder.userInfo[made] as? Counter)?.add()
  }

  class Animal: Codable {
    private enum CodingKeys: CodingKey { case name }
    let name: String
    init(name: String) { self.name = name }
    required init(from decoder: any Decoder) throws {
      DynamicClasses.count(decoder)
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
    }
  }

  class Dog: Animal {
    private enum CodingKeys: CodingKey { case breed }
    let breed: String
    init(name: String, breed: String) {
      self.breed = breed
      super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
      breed = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .breed)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(breed, forKey: .breed)
    }
  }

  final class Cat: Animal {}

  /// Not related to animals.
  final class Stone: Codable {
    let weight: Int
    init(weight: Int) { self.weight = weight }
    init(from decoder: any Decoder) throws {
      DynamicClasses.count(decoder)
      weight = try decoder.container(keyedBy: AnyKey.self).decode(Int.self, forKey: "weight")
    }
  }

  /// A decoder whose objects are counted.
  static func decoder(_ counter: Counter) -> SteleDecoder {
    var decoder = SteleDecoder()
    decoder.userInfo[made] = counter
    return decoder
  }
}
