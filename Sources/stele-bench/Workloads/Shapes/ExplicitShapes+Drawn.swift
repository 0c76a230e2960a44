internal import Stele

extension Explicit {
  /// A shape with a radius.
  class Round: Shape {
    let radius: Double

    required init(_ row: ShapeRow) {
      radius = row.x ?? 0
      super.init(row)
    }

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Round.self)
      radius = try fields.decode("radius")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Round.self)
      try fields.encode(radius, "radius")
    }

    override var row: ShapeRow {
      var row = super.row
      row.x = radius
      return row
    }
  }

  /// A shape with two sides.
  class Box: Shape {
    let width: Double
    let height: Double

    required init(_ row: ShapeRow) {
      width = row.x ?? 0
      height = row.y ?? 0
      super.init(row)
    }

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Box.self)
      width = try fields.decode("width")
      height = try fields.decode("height")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Box.self)
      try fields.encode(width, "width")
      try fields.encode(height, "height")
    }

    override var row: ShapeRow {
      var row = super.row
      row.x = width
      row.y = height
      return row
    }
  }

  /// A shape with a length.
  class Line: Shape {
    let length: Double
    let isDashed: Bool

    required init(_ row: ShapeRow) {
      length = row.x ?? 0
      isDashed = row.flag ?? false
      super.init(row)
    }

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Line.self)
      length = try fields.decode("length")
      isDashed = try fields.decode("isDashed")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Line.self)
      try fields.encode(length, "length")
      try fields.encode(isDashed, "isDashed")
    }

    override var row: ShapeRow {
      var row = super.row
      row.x = length
      row.flag = isDashed
      return row
    }
  }

  /// A text.
  class Label: Shape {
    let text: String
    let size: Int

    required init(_ row: ShapeRow) {
      text = row.text ?? ""
      size = row.number ?? 0
      super.init(row)
    }

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Label.self)
      text = try fields.decode("text")
      size = try fields.decode("size")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Label.self)
      try fields.encode(text, "text")
      try fields.encode(size, "size")
    }

    override var row: ShapeRow {
      var row = super.row
      row.text = text
      row.number = size
      return row
    }
  }
}
