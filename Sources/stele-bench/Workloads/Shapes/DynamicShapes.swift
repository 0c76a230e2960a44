internal import Stele
internal import SteleModel

extension Dynamic {
  /// Makes a graph of shapes.
  static func shapes(_ rows: [ShapeRow]) -> ArchiveGraph {
    var graph = ArchiveGraph()
    let shape = graph.classes.define(
      .class("Shape", keys: [ArchiveKey("id", .int64), ArchiveKey("name", .string)]))
    var entries: [Int] = []
    for family in shapeFamilies {
      let entry = graph.classes.define(
        .class(family.name, superclass: shape, keys: family.keys))
      entries += family.classes.map { graph.classes.define(.class($0, superclass: entry)) }
    }
    for row in rows {
      graph.add(
        ArchiveObject(
          entry: entries[row.kind],
          values: [.integer(Int128(row.id)), .string(row.name)] + row.ownValues))
    }
    graph.roots = [
      ArchiveNamedValue(
        "root", .list(.reference(to: "Shape")), .list((1...rows.count).map { .reference($0) }))
    ]
    return graph
  }

  /// Returns the shapes of a graph.
  static func shapes(_ graph: ArchiveGraph) throws -> [ShapeRow] {
    let names = shapeFamilies.flatMap(\.classes)
    let kinds = graph.classes.entries.map { names.firstIndex(of: $0.name) }
    return try graph.root("root").wanted.value.list.map { value in
      let number = try value.referenceNumber.wanted
      let values = try graph.object(number)
      var row = ShapeRow(id: try values[0].wanted.number, name: try values[1].wanted.text)
      row.kind = try kinds[graph.objects[number - 1].entry - 1].wanted
      try row.setOwnValues(values.dropFirst(2).map { try $0.wanted })
      return row
    }
  }
}

extension ShapeRow {
  /// The values of the keys that only some shapes have.
  fileprivate var ownValues: [ArchiveValue?] {
    let x = ArchiveValue.float64(x ?? 0)
    let number = ArchiveValue.integer(Int128(number ?? 0))
    let flag = ArchiveValue.bool(flag ?? false)
    return switch kind / 5 {
    case 0: [x]
    case 1: [x, .float64(y ?? 0)]
    case 2: [x, flag]
    case 3: [.string(text ?? ""), number]
    case 4: [number]
    case 5: [.list((points ?? []).map { .float32($0) })]
    case 6: [number, flag]
    default: [number, x]
    }
  }

  fileprivate mutating func setOwnValues(_ values: [ArchiveValue]) throws {
    switch kind / 5 {
    case 0: x = try values[0].double
    case 1: (x, y) = (try values[0].double, try values[1].double)
    case 2: (x, flag) = (try values[0].double, try values[1].flag)
    case 3: (text, number) = (try values[0].text, try values[1].number)
    case 4: number = try values[0].number
    case 5: points = try values[0].list.map { try $0.float }
    case 6: (number, flag) = (try values[0].number, try values[1].flag)
    default: (number, x) = (try values[0].number, try values[1].double)
    }
  }
}
