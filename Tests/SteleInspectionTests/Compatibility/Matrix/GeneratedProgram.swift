import Stele
import Synchronization

/// A program that a test generates: its classes, keys and cases, and, for a second attempt, what it declares about the
/// files of another program.
struct GeneratedProgram: Sendable {
  /// A key.
  struct Key: Sendable {
    var name: StaticString
    var type: GeneratedType
    /// Whether the key is written only if there is a value.
    var isOptional = false
    var since = 1

    init(_ name: StaticString, _ type: GeneratedType, isOptional: Bool = false, since: Int = 1) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.since = since
    }
  }

  /// A class, a struct, or the payload of a case.
  struct Body: Sendable {
    var name: String
    var version = 1
    var keys: [Key] = []
    /// Keys that are no longer in use.
    var retired: [(name: String, type: ArchiveTypeDescriptor)] = []

    init(_ name: String, version: Int = 1, _ keys: [Key] = []) {
      self.name = name
      self.version = version
      self.keys = keys
    }
  }

  /// The class of the objects of the root, and its superclasses, the topmost first: one to three.
  var levels: [Body] = [Body("Thing")]
  /// Further classes below the topmost: none to two.
  var sides: [Body] = []
  /// Whether there are objects of the superclasses.
  var hasSuperobjects = false
  /// The level of the class that the root has a list of.
  var rootLevel: Int?
  var item = Body("Item")
  var structure = Body("Pair", [Key("first", .int8)])
  var enumeration = Body("Choice")
  var cases: [Body] = [Body("one")]
  /// The program whose files this one has declarations for.
  var file: File?

  /// The program that wrote a file, and the former names of classes, keys and cases.
  struct File: Sendable {
    var bodies: [Body]
    /// The classes of hierarchies.
    var classes: [Body]
    var formerNames: [String: String]
  }

  /// All parts that have keys.
  var bodies: [Body] { levels + sides + [item, structure] + cases }

  /// Returns the program with declarations for the files of another program.
  func declaring(for other: GeneratedProgram, formerNames: [String: String]) -> Self {
    var program = self
    program.file = File(
      bodies: other.bodies, classes: other.levels + other.sides, formerNames: formerNames)
    for body in other.sides where !sides.contains(where: { $0.name == body.name }) {
      if formerNames.values.contains(body.name) { continue }
      program.sides.append(body)
    }
    if other.cases.contains(where: { body in !cases.contains { $0.name == body.name } }) {
      program.cases.append(Body("other"))
    }
    return program
  }

  // The programs, by the numbers of their types

  private static let known = Mutex<[GeneratedProgram]>([])

  /// Returns the program of a number.
  static func of<N: TypeNumber>(_: N.Type) -> GeneratedProgram { known.withLock { $0[N.value] } }

  /// Returns a number for the types of the program.
  func register() -> any TypeNumber.Type {
    typeNumber(
      Self.known.withLock { known in
        known.append(self)
        return known.count - 1
      })
  }
}

extension GeneratedProgram {
  /// Returns the declaration of a class or struct.
  func declaration<N: TypeNumber>(of body: Body, _ number: N.Type) -> ArchiveClass {
    ArchiveClass(
      body.name, version: body.version, aliases: aliases(of: body.name),
      keys: body.keys.map { history(of: $0, in: body, prefix: "", number) }
        + body.retired.map { .retired($0.name, $0.type) })
  }

  /// Returns the declaration of the enum.
  func enumDeclaration<N: TypeNumber>(_ number: N.Type) -> ArchiveClass {
    var histories: [KeyHistory] = []
    for body in cases {
      if !aliases(of: body.name).isEmpty {
        histories.append(.key(body.name, aliases: aliases(of: body.name)))
      }
      histories += body.keys.map {
        history(of: $0, in: body, prefix: "\(body.name).", number)
      }
    }
    return ArchiveClass(
      enumeration.name, version: enumeration.version, aliases: aliases(of: enumeration.name),
      keys: histories, unknownCase: cases.last?.name == "other" ? "other" : nil)
  }

  private func aliases(of name: String) -> [String] {
    file?.formerNames[name].map { [$0] } ?? []
  }

  /// Returns the names of other classes that have a key in the file, and not in this program.
  private func earlierClasses(of name: String, in body: Body) -> [String] {
    guard let file, (levels + sides).contains(where: { $0.name == body.name }) else { return [] }
    return file.classes.filter { other in
      other.name != body.name && other.keys.contains { $0.name.description == name }
        && !(levels + sides).contains { own in
          own.name == other.name && own.keys.contains { $0.name.description == name }
        }
    }.map(\.name)
  }

  private func history<N: TypeNumber>(
    of key: Key, in body: Body, prefix: String, _ number: N.Type
  ) -> KeyHistory {
    let name = key.name.description
    guard let file else { return .key(prefix + name, since: key.since) }
    let aliases = aliases(of: name)
    let moved = earlierClasses(of: name, in: body)
    precondition(moved.count < 3, "more classes than are passed on")
    var sources: [GeneratedType] = []
    for body in file.bodies {
      for other in body.keys where ([name] + aliases).contains(other.name.description) {
        let known = sources.contains { $0.type(number) == other.type.type(number) }
        if other.type.type(number) != key.type.type(number), !known { sources.append(other.type) }
      }
    }
    func history<T: SampleValue>(_: T.Type) -> KeyHistory {
      let type = key.type
      let sample: @Sendable () -> T = {
        guard let sample = type.samples(MadeObjects<N>()).first as? T else {
          preconditionFailure("a sample is of another type")
        }
        return sample
      }
      var history =
        moved.isEmpty
        ? KeyHistory.key(prefix + name, since: key.since, aliases: aliases, default: sample())
        : KeyHistory.key(
          prefix + name, since: key.since, aliases: aliases, movedFrom: moved[0],
          moved[moved.count - 1], default: sample())
      func convert<Old: SampleValue>(_: Old.Type) {
        history = history.converting(from: Old.self) { _ in sample() }
      }
      for source in sources { convert(source.type(number)) }
      return history
    }
    return history(key.type.type(number))
  }
}

extension GeneratedProgram.Body {
  /// The number of samples that shows each sample of each key.
  func sampleCount<N: TypeNumber>(_ made: MadeObjects<N>) -> Int {
    keys.map { max($0.type.samples(made).count, $0.isOptional ? 2 : 1) }.max() ?? 1
  }

  /// Returns the value of a key in a sample, or `nil` if it is absent.
  fileprivate func value<N: TypeNumber>(
    _ key: GeneratedProgram.Key, _ sample: Int, _ made: MadeObjects<N>
  ) -> (any SampleValue)? {
    if key.isOptional, sample % 2 == 1 { return nil }
    let samples = key.type.samples(made)
    return samples[sample % samples.count]
  }

  func write<N: TypeNumber>(
    _ sample: Int, _ made: MadeObjects<N>, to fields: inout FieldEncoder
  ) throws {
    // The type is that of the key: a value may be of a subclass.
    func put<T: SampleValue>(
      _: T.Type, _ value: any SampleValue, _ key: StaticString, _ fields: inout FieldEncoder
    ) throws {
      guard let value = value as? T else { preconditionFailure("a sample is of another type") }
      try fields.encode(value, key)
    }
    for key in keys {
      guard let value = value(key, sample, made) else { continue }
      try put(key.type.type(N.self), value, key.name, &fields)
    }
  }

  func read<N: TypeNumber>(_ number: N.Type, from fields: inout FieldDecoder) throws {
    func take<T: SampleValue>(
      _: T.Type, _ key: GeneratedProgram.Key, _ fields: inout FieldDecoder
    ) throws {
      if key.isOptional {
        _ = try fields.decode(key.name, as: T?.self)
      } else {
        _ = try fields.decode(key.name, as: T.self)
      }
    }
    for key in keys { try take(key.type.type(number), key, &fields) }
  }

  func write<N: TypeNumber>(
    _ sample: Int, _ made: MadeObjects<N>, to container: inout KeyedEncodingContainer<KeyName>
  ) throws {
    func put<T: SampleValue>(
      _: T.Type, _ value: any SampleValue, _ key: StaticString,
      _ container: inout KeyedEncodingContainer<KeyName>
    ) throws {
      guard let value = value as? T else { preconditionFailure("a sample is of another type") }
      try container.encode(value, forKey: KeyName(key.description))
    }
    for key in keys {
      guard let value = value(key, sample, made) else { continue }
      try put(key.type.type(N.self), value, key.name, &container)
    }
  }

  func read<N: TypeNumber>(
    _ number: N.Type, from container: KeyedDecodingContainer<KeyName>
  ) throws {
    func take<T: SampleValue>(_: T.Type, _ key: GeneratedProgram.Key) throws {
      let name = KeyName(key.name.description)
      if key.isOptional || (T.self as? any OptionalValue.Type) != nil {
        _ = try container.decodeIfPresent(T.self, forKey: name)
      } else {
        _ = try container.decode(T.self, forKey: name)
      }
    }
    for key in keys { try take(key.type.type(number), key) }
  }
}

/// An optional, for which synthesised code asks only if the key is present.
private protocol OptionalValue {}
extension Optional: OptionalValue {}
extension BackReference: OptionalValue {}

/// A key of any name.
struct KeyName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ stringValue: String) { self.stringValue = stringValue }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// The name of a case that the program has.
struct CaseName<N: TypeNumber>: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init?(stringValue: String) {
    let program = GeneratedProgram.of(N.self)
    guard
      let body = program.cases.first(where: { body in
        body.name == stringValue || program.file?.formerNames[body.name] == stringValue
      })
    else { return nil }
    self.stringValue = body.name
  }
  init?(intValue: Int) { nil }
}
