import Stele
import Testing
import TestSupport

/// Questions that a program may put to a decoder, and the answers.
///
/// Paths are those from the decoder on, and errors are told by their kind: that is what a program distinguishes that tries one
/// container after the other.
struct ProbeLog: Hashable, Sendable {
  private(set) var lines: [String] = []
  private let depth: Int

  init(_ decoder: any Decoder) { depth = decoder.codingPath.count }

  mutating func note(_ question: String, _ answer: () throws -> Any) {
    do {
      lines.append("\(question): \(Self.text(try answer()))")
    } catch {
      lines.append("\(question): \(text(error))")
    }
  }

  private static func text(_ value: Any) -> String {
    guard let dictionary = value as? [String: Int] else { return "\(value)" }
    return dictionary.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined()
  }

  private func text(_ error: any Error) -> String {
    let path: [any CodingKey]
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      path = context.codingPath
    case DecodingError.keyNotFound(let key, let context): path = context.codingPath + [key]
    default: return "\(error)"
    }
    return "\(CodingFailure(error).kind) at \(pathText(Array(path.dropFirst(depth))))"
  }
}

/// What a value may be written as.
enum ProbedForm: CaseIterable, CustomTestStringConvertible {
  case keys, oneKey, emptyKey, noKeys, nothing
  case elements, noElements, nils
  case number, text, flag, null, list, map, part, `enum`
  case keysOfPart, elementsOfList, keysOfMap

  var testDescription: String { "\(self)" }

  struct Part: Codable {
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
      try container.encode([1, 2], forKey: AnyKey(""))
      try container.encode(1, forKey: AnyKey("number"))
    case .noKeys: _ = encoder.container(keyedBy: Keys.self)
    case .nothing: break
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

/// Which containers a program asks for.
enum Probe: CaseIterable, CustomTestStringConvertible {
  /// One after the other, as a program does that falls back.
  case kinds, kindsInOtherOrder
  case keys, values, elements, nested, single

  var testDescription: String { "\(self)" }

  @Sendable func log(_ decoder: any Decoder) -> ProbeLog {
    var log = ProbeLog(decoder)
    switch self {
    case .kinds:
      log.note("keyed") { _ = try decoder.container(keyedBy: ProbedForm.Keys.self) }
      log.note("unkeyed") { _ = try decoder.unkeyedContainer() }
      log.note("single") { _ = try decoder.singleValueContainer() }
      log.note("keyed again") { _ = try decoder.container(keyedBy: ProbedForm.Keys.self) }
    case .kindsInOtherOrder:
      log.note("single") { _ = try decoder.singleValueContainer() }
      log.note("unkeyed") { _ = try decoder.unkeyedContainer() }
      log.note("keyed") { _ = try decoder.container(keyedBy: ProbedForm.Keys.self) }
    case .keys: probeKeys(decoder, &log)
    case .values: probeValues(decoder, &log)
    case .elements: probeElements(decoder, &log)
    case .nested: probeNested(decoder, &log)
    case .single: probeSingle(decoder, &log)
    }
    return log
  }

  private static let someKeys: [ProbedForm.Keys] = [.number, .text, .null, .list, .part, .absent]

  private func probeKeys(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard let container = try? decoder.container(keyedBy: ProbedForm.Keys.self) else { return }
    log.note("all keys") { container.allKeys.map(\.rawValue).sorted() }
    for key in Self.someKeys {
      log.note("contains \(key.rawValue)") { container.contains(key) }
      log.note("nil at \(key.rawValue)") { try container.decodeNil(forKey: key) }
    }
    log.note("contains super") { container.contains(.super) }
  }

  private func probeValues(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard let container = try? decoder.container(keyedBy: ProbedForm.Keys.self) else { return }
    for key in Self.someKeys {
      log.note("Int at \(key.rawValue)") { try container.decode(Int.self, forKey: key) }
      log.note("String at \(key.rawValue)") { try container.decode(String.self, forKey: key) }
      log.note("[Int] at \(key.rawValue)") { try container.decode([Int].self, forKey: key) }
      log.note("Part at \(key.rawValue)") {
        try container.decode(ProbedForm.Part.self, forKey: key).a
      }
      log.note("Int? at \(key.rawValue)") {
        "\(try container.decode(Int?.self, forKey: key) as Any)"
      }
      log.note("Int if at \(key.rawValue)") {
        "\(try container.decodeIfPresent(Int.self, forKey: key) as Any)"
      }
      log.note("Part if at \(key.rawValue)") {
        "\(try container.decodeIfPresent(ProbedForm.Part.self, forKey: key)?.a as Any)"
      }
    }
    log.note("Choice") { try container.decode(ProbedForm.Choice.self, forKey: .choice) }
  }

  private func probeNested(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard let container = try? decoder.container(keyedBy: ProbedForm.Keys.self) else { return }
    for key in Self.someKeys + [.nested] {
      log.note("keyed at \(key.rawValue)") {
        try container.nestedContainer(keyedBy: ProbedForm.Keys.self, forKey: key).allKeys
          .map(\.rawValue).sorted()
      }
      log.note("unkeyed at \(key.rawValue)") {
        try container.nestedUnkeyedContainer(forKey: key).count ?? -1
      }
      log.note("decoder at \(key.rawValue)") { try Int(from: container.superDecoder(forKey: key)) }
      log.note("list of decoder at \(key.rawValue)") {
        try [Int](from: container.superDecoder(forKey: key))
      }
    }
  }

  private func probeElements(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard var container = try? decoder.unkeyedContainer() else { return }
    log.note("count") { container.count ?? -1 }
    for index in 0..<6 where index == 0 || !container.isAtEnd {
      log.note("at end \(index)") { container.isAtEnd }
      log.note("index \(index)") { container.currentIndex }
      log.note("nil \(index)") { try container.decodeNil() }
      log.note("list \(index)") { try container.decode([Int].self) }
      log.note("Int \(index)") { try container.decode(Int.self) }
      log.note("String \(index)") { try container.decode(String.self) }
      log.note("keyed \(index)") {
        try container.nestedContainer(keyedBy: ProbedForm.Keys.self).allKeys.map(\.rawValue)
          .sorted()
      }
      // Behind the last element, JSON goes on counting.
      guard !container.isAtEnd else { continue }
      log.note("Int if \(index)") { "\(try container.decodeIfPresent(Int.self) as Any)" }
    }
    log.note("at end") { container.isAtEnd }
    log.note("nil behind") { try container.decodeNil() }
    log.note("Int behind") { try container.decode(Int.self) }
  }

  private func probeSingle(_ decoder: any Decoder, _ log: inout ProbeLog) {
    guard let container = try? decoder.singleValueContainer() else { return }
    log.note("nil") { container.decodeNil() }
    log.note("Int") { try container.decode(Int.self) }
    log.note("Int?") { "\(try container.decode(Int?.self) as Any)" }
    log.note("String") { try container.decode(String.self) }
    log.note("[Int]") { try container.decode([Int].self) }
    log.note("[String: Int]") { (try? container.decode([String: Int].self)) ?? [:] }
    log.note("Part") { try container.decode(ProbedForm.Part.self) }
    log.note("Part?") { "\(try container.decode(ProbedForm.Part?.self) as Any)" }
    log.note("Choice") { try container.decode(ProbedForm.Choice.self) }
  }
}

/// What a ``Probed`` value is written as, how it is asked, and the answers.
struct ProbeScript: Sendable {
  var form: ProbedForm
  var probe: Probe

  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "probe") else {
      preconditionFailure("a text makes a key")
    }
    return key
  }()

  static func write(_ encoder: any Encoder) throws {
    try (encoder.userInfo[key] as? ProbeScript)?.form.encode(to: encoder)
  }

  static func ask(_ decoder: any Decoder) throws -> ProbeLog {
    guard let script = decoder.userInfo[key] as? ProbeScript else {
      preconditionFailure("the test says the script")
    }
    return script.probe.log(decoder)
  }
}

/// A type whose values are written and asked as a ``ProbeScript`` says.
protocol Probed: Codable {
  init()
  var log: ProbeLog? { get }
}

struct ProbedStruct: Probed {
  var log: ProbeLog?
  init() {}
  init(from decoder: any Decoder) throws { log = try ProbeScript.ask(decoder) }
  func encode(to encoder: any Encoder) throws { try ProbeScript.write(encoder) }
}

class ProbedClass: Probed {
  var log: ProbeLog?
  required init() {}
  required init(from decoder: any Decoder) throws { log = try ProbeScript.ask(decoder) }
  func encode(to encoder: any Encoder) throws { try ProbeScript.write(encoder) }
}

/// Inherits its coding.
final class ProbedHeir: ProbedClass {}

/// Has a level of its own, and one for the superclass.
final class ProbedBySuper: ProbedClass {
  private enum Keys: CodingKey { case own }
  required init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    _ = try container.decode(Int.self, forKey: .own)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(1, forKey: .own)
    try super.encode(to: container.superEncoder())
  }
}

/// Shares the type of its keys with the superclass.
final class ProbedByKeys: ProbedClass {
  required init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ProbedForm.Keys.self)
    _ = try container.decode(Int.self, forKey: .number)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ProbedForm.Keys.self)
    try container.encode(100, forKey: .number)
    try super.encode(to: container.superEncoder())
  }
}

/// Has its superclass under a key.
final class ProbedUnderKey: ProbedClass {
  private enum Keys: CodingKey { case base }
  required init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    try super.init(from: container.superDecoder(forKey: .base))
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try super.encode(to: container.superEncoder(forKey: .base))
  }
}
