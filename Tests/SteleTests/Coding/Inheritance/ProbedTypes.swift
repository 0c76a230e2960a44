/// The form in which a ``Probed`` value is written, the questions, and the answers.
struct ProbeScript: Sendable {
  var form: ProbedForm
  var probe: Probe

  static let key = CodingUserInfoKey.named("probe")

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

/// A type whose values are written and asked according to a ``ProbeScript``.
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
