import Testing

/// The forms in which a value may be written.
enum ProbedForm: CaseIterable, CustomTestStringConvertible {
  case keys, oneKey, emptyKey, noKeys, nothing, objects
  case elements, noElements, nils
  case number, text, flag, null, list, map, part, `enum`
  case keysOfPart, elementsOfList, keysOfMap

  var testDescription: String { "\(self)" }

  struct Part: Codable {
    var a = 1
    var b: String? = "b"
  }

  final class PartObject: Codable {
    var a = 1
    var b: String? = "b"
  }

  enum Choice: Codable {
    case one(Int)
    case two(a: Int, b: String)
  }

  enum Keys: String, CodingKey {
    case number, text, null, list, part, absent, `super`, nested, choice
    case a, b
  }

  @Sendable func encode(to encoder: any Encoder) throws {
    switch self {
    case .keys:
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .number)
      try container.encode("text", forKey: .text)
      try container.encodeNil(forKey: .null)
      try container.encode([1, 2], forKey: .list)
      try container.encode(Part(), forKey: .part)
      try container.encode(Choice.two(a: 1, b: "b"), forKey: .choice)
      var nested = container.nestedContainer(keyedBy: Keys.self, forKey: .nested)
      try nested.encode(7, forKey: .number)
    case .oneKey:
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .number)
    case .emptyKey:
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode([1, 2], forKey: "")
      try container.encode(1, forKey: "number")
    case .noKeys: _ = encoder.container(keyedBy: Keys.self)
    case .nothing: break
    case .objects:
      let object = PartObject()
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(object, forKey: .part)
      try container.encode([object, object], forKey: .list)
      try container.encode(PartObject?.none, forKey: .null)
      try container.encode(Optional(object), forKey: .nested)
    case .elements:
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      try container.encode("text")
      try container.encodeNil()
      try container.encode([1, 2])
      try container.encode(Part())
    case .noElements: _ = encoder.unkeyedContainer()
    case .nils:
      var container = encoder.unkeyedContainer()
      try container.encodeNil()
      try container.encodeNil()
    case .number: try single(1, encoder)
    case .text: try single("text", encoder)
    case .flag: try single(true, encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .list: try single([1, 2], encoder)
    case .map: try single(["a": 1, "number": 2], encoder)
    case .part: try single(Part(), encoder)
    case .enum: try single(Choice.one(3), encoder)
    case .keysOfPart: try Part().encode(to: encoder)
    case .elementsOfList: try [1, 2].encode(to: encoder)
    case .keysOfMap: try ["a": 1, "number": 2].encode(to: encoder)
    }
  }

  private func single(_ value: some Encodable, _ encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
