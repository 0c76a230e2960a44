import Stele

/// The objects that keys of a program refer to.
final class MadeObjects<N: TypeNumber> {
  let item = Item<N>()
  let subitem = Subitem<N>()
  let stone = Stone<N>()
}

class Item<N: TypeNumber>: TwoPhaseCodable, ArchiveDeclaring {
  final var sampleNumber = 0

  class var archiveClass: ArchiveClass {
    let program = GeneratedProgram.of(N.self)
    return program.declaration(of: program.item, N.self)
  }

  required init() {}

  func encode(to fields: inout FieldEncoder) throws {
    try fields.level(Item<N>.self)
    try GeneratedProgram.of(N.self).item.write(sampleNumber, MadeObjects<N>(), to: &fields)
  }

  func decode(from fields: inout FieldDecoder) throws {
    try fields.level(Item<N>.self)
    try GeneratedProgram.of(N.self).item.read(N.self, from: &fields)
  }
}

final class Subitem<N: TypeNumber>: Item<N> {
  override class var archiveClass: ArchiveClass { ArchiveClass("Subitem") }
}

final class Stone<N: TypeNumber>: TwoPhaseCodable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Stone") }

  func encode(to fields: inout FieldEncoder) throws {}
  func decode(from fields: inout FieldDecoder) throws {}
}

struct GeneratedStruct<N: TypeNumber>: FieldCodable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass {
    let program = GeneratedProgram.of(N.self)
    return program.declaration(of: program.structure, N.self)
  }

  static var sampleCount: Int {
    GeneratedProgram.of(N.self).structure.sampleCount(MadeObjects<N>())
  }

  private let number: Int
  private let made: MadeObjects<N>

  init(sample: Int, _ made: MadeObjects<N>) {
    number = sample
    self.made = made
  }

  init(from fields: inout FieldDecoder) throws {
    self.init(sample: 0, MadeObjects())
    try GeneratedProgram.of(N.self).structure.read(N.self, from: &fields)
  }

  func encode(to fields: inout FieldEncoder) throws {
    try GeneratedProgram.of(N.self).structure.write(number, made, to: &fields)
  }
}

enum GeneratedEnum<N: TypeNumber>: Codable, ArchiveDeclaring {
  case value(sample: Int, MadeObjects<N>)

  static var archiveClass: ArchiveClass { GeneratedProgram.of(N.self).enumDeclaration(N.self) }

  static var sampleCount: Int {
    let cases = GeneratedProgram.of(N.self).cases
    return cases.count * (cases.map { $0.sampleCount(MadeObjects<N>()) }.max() ?? 1)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CaseName<N>.self)
    guard let name = container.allKeys.first,
      let body = GeneratedProgram.of(N.self).cases.first(where: { $0.name == name.stringValue })
    else {
      throw DecodingError.typeMismatch(
        Self.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no case"))
    }
    try body.read(N.self, from: container.nestedContainer(keyedBy: KeyName.self, forKey: name))
    self = .value(sample: 0, MadeObjects())
  }

  func encode(to encoder: any Encoder) throws {
    guard case .value(let sample, let made) = self else { return }
    let cases = GeneratedProgram.of(N.self).cases
    let body = cases[sample % cases.count]
    var container = encoder.container(keyedBy: KeyName.self)
    var payload = container.nestedContainer(keyedBy: KeyName.self, forKey: KeyName(body.name))
    try body.write(sample / cases.count, made, to: &payload)
  }
}

/// A class of objects of the root.
protocol GeneratedObject: AnyObject, FieldEncodable, TwoPhaseDecodable, SendableMetatype {}

/// The topmost class of the objects of the root.
class Top<N: TypeNumber>: GeneratedObject, ArchiveDeclaring {
  final var sampleNumber = 0
  final var made = MadeObjects<N>()

  static var program: GeneratedProgram { GeneratedProgram.of(N.self) }

  /// The classes from the topmost to this one, with their keys.
  class var levels: [(type: Top<N>.Type, body: GeneratedProgram.Body)] {
    [(Top<N>.self, program.levels[0])]
  }

  class var archiveClass: ArchiveClass {
    program.declaration(of: levels[levels.count - 1].body, N.self)
  }

  required init() {}

  func encode(to fields: inout FieldEncoder) throws {
    for level in Self.levels {
      try fields.level(level.type)
      try level.body.write(sampleNumber, made, to: &fields)
    }
  }

  func decode(from fields: inout FieldDecoder) throws {
    for level in Self.levels {
      try fields.level(level.type)
      try level.body.read(N.self, from: &fields)
    }
  }
}

class Middle<N: TypeNumber>: Top<N> {
  override class var levels: [(type: Top<N>.Type, body: GeneratedProgram.Body)] {
    super.levels + [(Middle<N>.self, program.levels[1])]
  }
}

final class Low<N: TypeNumber>: Middle<N> {
  override class var levels: [(type: Top<N>.Type, body: GeneratedProgram.Body)] {
    super.levels + [(Low<N>.self, program.levels[2])]
  }
}

/// The first class beside the others below the topmost.
final class FirstSide<N: TypeNumber>: Top<N> {
  override class var levels: [(type: Top<N>.Type, body: GeneratedProgram.Body)] {
    super.levels + [(FirstSide<N>.self, program.sides[0])]
  }
}

/// The second class beside the others below the topmost.
final class SecondSide<N: TypeNumber>: Top<N> {
  override class var levels: [(type: Top<N>.Type, body: GeneratedProgram.Body)] {
    super.levels + [(SecondSide<N>.self, program.sides[1])]
  }
}

/// The root: a list of objects, and the objects that weak references lead to.
struct GeneratedRoot<N: TypeNumber>: FieldCodable, ArchiveDeclaring {
  static var archiveClass: ArchiveClass { ArchiveClass("Root") }

  private var objects: [Top<N>] = []
  private var made: [MadeObjects<N>] = []

  init(_ trials: [GeneratedTrial]) {
    for trial in trials {
      let made = MadeObjects<N>()
      self.made.append(made)
      let object = Self.classes[trial.classNumber].init()
      made.item.sampleNumber = trial.sample
      made.subitem.sampleNumber = trial.sample
      object.sampleNumber = trial.sample
      object.made = made
      objects.append(object)
    }
  }

  /// The classes of the chain, then those beside it.
  static var classes: [Top<N>.Type] {
    let program = GeneratedProgram.of(N.self)
    let chain: [Top<N>.Type] = [Top<N>.self, Middle<N>.self, Low<N>.self]
    let sides: [Top<N>.Type] = [FirstSide<N>.self, SecondSide<N>.self]
    return Array(chain.prefix(program.levels.count)) + Array(sides.prefix(program.sides.count))
  }

  /// All objects that the program writes: one for each class and sample.
  static var trials: [GeneratedTrial] {
    let program = GeneratedProgram.of(N.self)
    let made = MadeObjects<N>()
    return classes.indices.flatMap { number -> [GeneratedTrial] in
      let chainLength = program.levels.count
      let bodies =
        number < chainLength
        ? Array(program.levels[...number])
        : [program.levels[0], program.sides[number - chainLength]]
      guard number >= chainLength - 1 || program.hasSuperobjects else { return [] }
      let count = (bodies + [program.item]).map { $0.sampleCount(made) }.max() ?? 1
      return (0..<count).map { GeneratedTrial(classNumber: number, sample: $0) }
    }
  }

  private static var rootLevel: Int {
    let program = GeneratedProgram.of(N.self)
    return program.rootLevel ?? program.levels.count - 1
  }

  func encode(to fields: inout FieldEncoder) throws {
    func put<C: GeneratedObject>(_: C.Type, _ fields: inout FieldEncoder) throws {
      try fields.encode(objects.compactMap { $0 as? C }, "objects")
    }
    let type: any GeneratedObject.Type = Self.classes[Self.rootLevel]
    try put(type, &fields)
    try fields.encode(made.flatMap { [$0.item, $0.subitem] }, "items")
    try fields.encode(made.map(\.stone), "stones")
  }

  init(from fields: inout FieldDecoder) throws {
    func take<C: GeneratedObject>(_: C.Type, _ fields: inout FieldDecoder) throws {
      _ = try fields.decode("objects", as: [C].self)
    }
    let type: any GeneratedObject.Type = Self.classes[Self.rootLevel]
    try take(type, &fields)
    _ = try fields.decode("items", as: [Item<N>].self)
    _ = try fields.decode("stones", as: [Stone<N>].self)
  }
}

/// One object of a generated program.
struct GeneratedTrial: Sendable {
  let classNumber: Int
  let sample: Int
}
