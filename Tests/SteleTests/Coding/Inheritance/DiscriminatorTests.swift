import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

private enum KindKey: CodingKey { case kind }

/// Looks into objects before it decodes them, as programs do that come from JSON.
@Suite struct `Programs that look into an object to find out its class` {
  class Drink: Codable {
    private enum CodingKeys: CodingKey { case kind, name }
    let kind: String
    var name: String
    init(kind: String, name: String) {
      self.kind = kind
      self.name = name
    }
  }

  final class Beer: Drink {
    private enum CodingKeys: CodingKey { case strength }
    var strength: Double
    init(name: String, strength: Double) {
      self.strength = strength
      super.init(kind: "beer", name: name)
    }
    required init(from decoder: any Decoder) throws {
      strength = try decoder.container(keyedBy: CodingKeys.self).decode(
        Double.self, forKey: .strength)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(strength, forKey: .strength)
    }
  }

  struct Shelf: Codable {
    private enum CodingKeys: CodingKey { case drinks, best }
    var drinks: [Drink]
    var best: Drink?

    init(drinks: [Drink], best: Drink?) {
      self.drinks = drinks
      self.best = best
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var kinds = try container.nestedUnkeyedContainer(forKey: .drinks)
      var elements = try container.nestedUnkeyedContainer(forKey: .drinks)
      drinks = []
      while !kinds.isAtEnd {
        let kind = try kinds.nestedContainer(keyedBy: KindKey.self)
          .decode(String.self, forKey: .kind)
        drinks.append(try kind == "beer" ? elements.decode(Beer.self) : elements.decode(Drink.self))
      }
      guard try !container.decodeNil(forKey: .best) else { return }
      let best = try container.nestedContainer(keyedBy: KindKey.self, forKey: .best)
      self.best =
        try best.decode(String.self, forKey: .kind) == "beer"
        ? container.decode(Beer.self, forKey: .best) : container.decode(Drink.self, forKey: .best)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(drinks, forKey: .drinks)
      try container.encode(best, forKey: .best)
    }
  }

  private static func waterAndBeer() -> Shelf {
    let beer = Beer(name: "Stout", strength: 4.5)
    return Shelf(drinks: [Drink(kind: "water", name: "Well"), beer], best: beer)
  }

  private func check(_ shelf: Shelf, _ copy: Shelf) {
    #expect(copy.drinks.map(\.name) == shelf.drinks.map(\.name))
    #expect(copy.drinks.map(\.kind) == shelf.drinks.map(\.kind))
    #expect(
      copy.drinks.map { ($0 as? Beer)?.strength } == shelf.drinks.map { ($0 as? Beer)?.strength })
    #expect(copy.best?.name == shelf.best?.name)
  }

  @Test func `get it from JSON and from an archive, which keeps what is shared`() throws {
    let beer = Beer(name: "Stout", strength: 4.5)
    let drinks = [Drink(kind: "water", name: "Well"), beer, Beer(name: "Pils", strength: 5), beer]
    for shelf in [Shelf(drinks: drinks, best: beer), Shelf(drinks: drinks, best: nil)] {
      check(shelf, try JSONDecoder().decode(Shelf.self, from: JSONEncoder().encode(shelf)))
      let copy = try roundTrip(shelf)
      check(shelf, copy)
      #expect(copy.drinks[1] === copy.drinks[3])
      if shelf.best != nil { #expect(copy.best === copy.drinks[1]) }
    }
  }

  @Test func `get it from an archive that is read in part`() throws {
    let shelf = Self.waterAndBeer()
    let bytes = try encoded(shelf)
    let copy = try Unarchiver(bytes).decode(Shelf.self)
    check(shelf, copy)
    let late = try Unarchiver(ArchiveReader(opening: bytes)).decode(Shelf.self)
    check(shelf, late)
  }

  struct Peeking: Decodable {
    let names: [String]
    let kinds: [String?]

    private enum NameKey: CodingKey { case name, absent }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      var list = try container.nestedUnkeyedContainer(forKey: "drinks")
      var names: [String] = []
      while !list.isAtEnd {
        let drink = try list.nestedContainer(keyedBy: NameKey.self)
        names.append(try drink.decode(String.self, forKey: .name))
        if drink.contains(.absent) { names.append("absent") }
      }
      self.names = names
      let best = try container.nestedContainer(keyedBy: AnyKey.self, forKey: "best")
      kinds = best.allKeys.map(\.stringValue).sorted().map {
        try? best.decode(String.self, forKey: AnyKey($0))
      }
    }
  }

  @Test func `make no object when they decode none`() throws {
    let shelf = Self.waterAndBeer()
    let decoder = SteleDecoder(allowing: [Drink.self])
    let peeking = try convert(shelf, to: Peeking.self, with: decoder)
    #expect(peeking.names == ["Well", "Stout"])
    #expect(peeking.kinds == ["beer", "Stout", nil])
  }

  @Test func `get an error where there is no object`() throws {
    let failure = try failure(converting: Shelf(drinks: [], best: nil), to: Peeking.self)
    #expect((failure?.kind, failure?.path) == (.valueNotFound, "best"))
  }
}
