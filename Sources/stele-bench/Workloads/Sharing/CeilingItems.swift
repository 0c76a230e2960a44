extension Ceiling {
  /// Writes a number for each reference, and each item at the first reference to it.
  static func encode(_ items: [Explicit.Item]) -> PositionalBytes {
    var writer = PositionalWriter()
    var numbers = IdentityNumbers()
    writer.write(count: items.count)
    for item in items {
      let (number, isNew) = numbers.number(of: item)
      writer.write(count: number)
      guard isNew else { continue }
      writer.write(signed: item.id)
      writer.write(item.name)
    }
    return PositionalBytes(writer.finish())
  }

  /// Reads references and items.
  static func decodeItems(_ bytes: PositionalBytes) throws -> [Explicit.Item] {
    try PositionalReader.read(bytes.raw) { reader in
      let count = try reader.count()
      var items: [Explicit.Item] = []
      items.reserveCapacity(count)
      var known: [Explicit.Item] = []
      for _ in 0..<count {
        let number = try reader.reference(below: known.count + 1)
        if number == known.count {
          let id = try reader.signed()
          known.append(Explicit.Item(id: id, name: try reader.text()))
        }
        items.append(known[number])
      }
      return items
    }
  }
}
