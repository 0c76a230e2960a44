import Stele

/// The state of a simulation: sheep on meadows.
///
/// Everything that decides the next step is archived, the generator of random numbers too, so that a
/// run that continues from a checkpoint takes the same steps as one that was never interrupted.
final class World: FieldCodable {
  private(set) var step = 0
  private var random: RandomNumbers
  private(set) var meadows: [Meadow]
  private(set) var flock: [Sheep]

  init(meadowCount: Int, sheepCount: Int, seed: UInt64) {
    var random = RandomNumbers(state: seed)
    let meadows = (0..<max(1, meadowCount)).map { _ in Meadow(grass: 10) }
    flock = (0..<sheepCount).map { _ in
      let meadow = meadows[Int.random(in: meadows.indices, using: &random)]
      return Sheep(energy: Int.random(in: 1...9, using: &random), meadow: meadow, mother: nil)
    }
    self.meadows = meadows
    self.random = random
  }

  init(from fields: inout FieldDecoder) throws {
    step = try fields.decode("step")
    random = try fields.decode("random")
    meadows = try fields.decode("meadows")
    flock = try fields.decode("flock")
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(step, "step")
    try fields.encode(random, "random")
    try fields.encode(meadows, "meadows")
    try fields.encode(flock, "flock")
  }

  /// Lets the grass grow, and every sheep eat, follow its mother or stray, give birth or die.
  func advance() {
    for meadow in meadows { meadow.grass = min(meadow.grass + 3, 20) }
    var survivors: [Sheep] = []
    survivors.reserveCapacity(flock.count)
    for sheep in flock {
      let bite = min(sheep.meadow.grass, 2)
      sheep.meadow.grass -= bite
      sheep.energy += bite - 1
      if sheep.energy <= 0 { continue }
      survivors.append(sheep)
      if sheep.energy > 12 {
        sheep.energy /= 2
        survivors.append(Sheep(energy: sheep.energy, meadow: sheep.meadow, mother: sheep))
      }
      let stray = meadows[Int.random(in: meadows.indices, using: &random)]
      sheep.meadow = sheep.mother?.meadow ?? stray
    }
    flock = survivors
    step += 1
  }
}

/// A meadow, which many sheep share.
final class Meadow: FieldCodable {
  var grass: Int

  init(grass: Int) { self.grass = grass }

  init(from fields: inout FieldDecoder) throws {
    grass = try fields.decode("grass")
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(grass, "grass")
  }
}

/// A sheep; its mother is nil as soon as she is dead, which a back reference takes care of.
final class Sheep: FieldCodable {
  var energy: Int
  var meadow: Meadow
  @BackReference var mother: Sheep?

  init(energy: Int, meadow: Meadow, mother: Sheep?) {
    self.energy = energy
    self.meadow = meadow
    self.mother = mother
  }

  init(from fields: inout FieldDecoder) throws {
    energy = try fields.decode("energy")
    meadow = try fields.decode("meadow")
    _mother = try fields.decode("mother")  // the wrapper: it is set when all sheep exist
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(energy, "energy")
    try fields.encode(meadow, "meadow")
    try fields.encode(_mother, "mother")
  }
}

/// Random numbers whose whole state is one number (SplitMix64); that of the system cannot be saved.
struct RandomNumbers: RandomNumberGenerator, FieldCodable {
  private var state: UInt64

  init(state: UInt64) { self.state = state }

  init(from fields: inout FieldDecoder) throws {
    state = try fields.decode("state")
  }

  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(state, "state")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
