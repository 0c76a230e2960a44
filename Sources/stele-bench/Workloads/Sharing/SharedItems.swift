/// A thing with a name.
struct ItemRow {
  var id: Int
  var name: String
}

/// A thousand things, and references to them.
struct SharedItems {
  var items: [ItemRow] = []
  /// Positions in `items`.
  var references: [Int] = []
}

/// An item of a graph of objects.
protocol ItemObject: AnyObject {
  var id: Int { get }
  var name: String { get }

  init(id: Int, name: String)
}

extension SharedItems {
  init(_ referenceCount: Int) {
    let itemCount = 1000
    var random = SplitMix64(seed: 6)
    items = (0..<itemCount).map { ItemRow(id: $0, name: random.nextName(8, spread: 9)) }
    references = (0..<referenceCount).map { _ in random.next(below: itemCount) }
  }

  /// A hash of the item of each reference.
  var hash: UInt64 {
    var hash = ContentHash()
    for reference in references {
      hash.combine(items[reference].id)
      hash.combine(items[reference].name)
    }
    return hash.value
  }

  /// Makes objects from the items, and references to them.
  func objects<Item: ItemObject>(_ type: Item.Type = Item.self) -> [Item] {
    let objects = items.map { Item(id: $0.id, name: $0.name) }
    return references.map { objects[$0] }
  }

  /// Makes references from objects, each of which is the only one of its item.
  init<Item: ItemObject>(_ objects: [Item]) throws {
    var numbers = IdentityIndex()
    var known: Set<Int> = []
    for object in objects {
      let (number, isNew) = numbers.number(of: object)
      if isNew {
        guard known.insert(object.id).inserted else { throw UnexpectedValue() }
        items.append(ItemRow(id: object.id, name: object.name))
      }
      references.append(number)
    }
  }

  /// Makes references from copies of the items.
  init<Item: ItemObject>(copies: [Item]) {
    items = copies.map { ItemRow(id: $0.id, name: $0.name) }
    references = Array(copies.indices)
  }
}
