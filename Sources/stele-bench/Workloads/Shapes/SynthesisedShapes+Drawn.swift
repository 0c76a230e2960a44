extension Synthesised {
  /// A shape with a radius.
  class Round: Shape {
    let radius: Double

    required init(_ row: ShapeRow) {
      radius = row.x ?? 0
      super.init(row)
    }

    private enum CodingKeys: CodingKey {
      case radius
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      radius = try container.decode(Double.self, forKey: .radius)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(radius, forKey: .radius)
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

    private enum CodingKeys: CodingKey {
      case width, height
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      width = try container.decode(Double.self, forKey: .width)
      height = try container.decode(Double.self, forKey: .height)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(width, forKey: .width)
      try container.encode(height, forKey: .height)
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

    private enum CodingKeys: CodingKey {
      case length, isDashed
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      length = try container.decode(Double.self, forKey: .length)
      isDashed = try container.decode(Bool.self, forKey: .isDashed)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(length, forKey: .length)
      try container.encode(isDashed, forKey: .isDashed)
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

    private enum CodingKeys: CodingKey {
      case text, size
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = try container.decode(String.self, forKey: .text)
      size = try container.decode(Int.self, forKey: .size)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(text, forKey: .text)
      try container.encode(size, forKey: .size)
    }

    override var row: ShapeRow {
      var row = super.row
      row.text = text
      row.number = size
      return row
    }
  }
}
