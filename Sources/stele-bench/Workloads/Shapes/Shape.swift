internal import Stele

extension Explicit {
  /// The common properties of all shapes.
  class Shape: FieldCodable, ShapeObject {
    let id: Int
    let name: String

    required init(_ row: ShapeRow) {
      id = row.id
      name = row.name
    }

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Shape.self)
      id = try fields.decode("id")
      name = try fields.decode("name")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.level(Shape.self)
      try fields.encode(id, "id")
      try fields.encode(name, "name")
    }

    var row: ShapeRow { ShapeRow(id: id, name: name) }
  }
}

extension Synthesised {
  /// The common properties of all shapes.
  class Shape: Codable, ShapeObject {
    let id: Int
    let name: String

    required init(_ row: ShapeRow) {
      id = row.id
      name = row.name
    }

    var row: ShapeRow { ShapeRow(id: id, name: name) }
  }
}
