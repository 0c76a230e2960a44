import Stele
import TestSupport
import Testing

/// Values at random places in others: some are coded by the coder of another value, some by a container.
struct RandomPlaceTests {
  /// A way in which one value holds another one.
  enum Way: CaseIterable {
    case through, throughObject, tried, below, listed, tagged, single

    /// Whether the value is coded by the coder of the one around it, or by one for a key or an element.
    var isInPlace: Bool { self != .single }
    /// Whether the value may stand beside keys of the one around it.
    var isBesideKeys: Bool { [.through, .throughObject, .tried, .below].contains(self) }

    func hold(_ value: some Codable) -> any Codable {
      switch self {
      case .through: InPlace.Through(value)
      case .throughObject: InPlace.ThroughObject(value)
      case .tried: InPlace.Tried(value)
      case .below: InPlace.Below(value)
      case .listed: InPlace.Listed(value)
      case .tagged: InPlace.Tagged(value)
      case .single: InPlace.Single(value)
      }
    }
  }

  /// A version of the type of the values.
  enum Version: CaseIterable {
    case plain, renamed, converted, migrated, defaulted, byHand

    var value: any Codable {
      switch self {
      case .plain: InPlace.Pet()
      case .renamed: InPlace.Renamed()
      case .converted: InPlace.Converted()
      case .migrated: InPlace.Migrated()
      case .defaulted: InPlace.Defaulted()
      case .byHand: InPlace.ByHand()
      }
    }

    /// Returns whether a value is what the version makes of one of version 1.
    func makes(_ value: Any?, of pet: InPlace.Pet) -> Bool {
      switch value {
      case let value as InPlace.Pet: (value.nick, value.legs) == (pet.nick, pet.legs)
      case let value as InPlace.Renamed: (value.name, value.legs) == (pet.nick, pet.legs)
      case let value as InPlace.Converted: (value.nick, value.legs) == (pet.nick, pet.legs * 10)
      case let value as InPlace.Migrated: (value.nick, value.legs) == ("new", pet.legs)
      case let value as InPlace.Defaulted: (value.legs, value.tail) == (pet.legs, 1)
      case let value as InPlace.ByHand: value.name == pet.nick
      default: false
      }
    }
  }

  private func hold(_ value: some Codable, by ways: ArraySlice<Way>) -> any Codable {
    guard let way = ways.last else { return value }
    return hold(way.hold(value), by: ways.dropLast())
  }

  /// Returns ways in which values can hold each other, the outermost first.
  private func ways(_ random: inout RandomSource) -> [Way] {
    var ways: [Way] = []
    var isBesideKeys = false
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let way = random.pick(Way.allCases.filter { !isBesideKeys || $0.isBesideKeys }, or: .through)
      isBesideKeys = way == .tagged || isBesideKeys && way != .below
      ways.append(way)
    }
    return ways
  }

  private func decode(_ type: any Codable.Type, from bytes: [UInt8]) throws -> any Codable {
    func decode<T: Codable>(_ type: T.Type) throws -> any Codable {
      try SteleDecoder().decode(type, from: bytes)
    }
    return try decode(type)
  }

  @Test func `a history applies at each place, or is an error there`() throws {
    var errorCount = 0
    let seeds = Seeds.forTest(count: 400)
    for seed in seeds {
      var random = RandomSource(seed: seed)
      let ways = ways(&random)
      let version = random.pick(Version.allCases, or: .plain)
      let pet = InPlace.Pet(nick: random.isOne(in: 3) ? nil : "Tom", legs: random.count(upTo: 8))
      let old = hold(pet, by: ways[...])
      let new = hold(version.value, by: ways[...])
      let bytes = try encoded(old)
      let comment: Comment = "seed \(seed): \(version) in \(ways)"
      if ways.last?.isInPlace == true, version != .plain {
        errorCount += 1
        let place = SteleCodingError.Reason.codedInPlace("Pet")
        #expect(failure(encoding: new)?.reason == place, comment)
        #expect(failure { _ = try decode(type(of: new), from: bytes) }?.reason == place, comment)
      } else {
        let copy = try decode(type(of: new), from: bytes)
        let value = (copy as? any Holding)?.held ?? copy
        #expect(version.makes(value, of: pet), comment)
        #expect(failure(encoding: new) == nil, comment)
      }
    }
    // Both kinds of outcome are common.
    let share = seeds.count / 8
    #expect((share...seeds.count - share).contains(errorCount))
  }
}

/// A value that holds another one.
private protocol Holding {
  associatedtype Value
  var value: Value { get }
}

extension Holding {
  var held: Any { (value as? any Holding)?.held ?? value }
}

extension InPlace.Through: Holding {}
extension InPlace.ThroughObject: Holding {}
extension InPlace.Below: Holding {}
extension InPlace.Listed: Holding {}
extension InPlace.Tagged: Holding {}
extension Disguised: Holding {}
extension InPlace.Tried: Holding {}
