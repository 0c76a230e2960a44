extension Synthesised {
  /// A picture of a catalogue.
  class Icon: Shape {
    let picture: Int

    required init(_ row: ShapeRow) {
      picture = row.number ?? 0
      super.init(row)
    }

    private enum CodingKeys: CodingKey {
      case picture
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      picture = try container.decode(Int.self, forKey: .picture)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(picture, forKey: .picture)
    }

    override var row: ShapeRow {
      var row = super.row
      row.number = picture
      return row
    }
  }

  /// A shape made of points.
  class Path: Shape {
    let points: [Float]

    required init(_ row: ShapeRow) {
      points = row.points ?? []
      super.init(row)
    }

    private enum CodingKeys: CodingKey {
      case points
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      points = try container.decode([Float].self, forKey: .points)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(points, forKey: .points)
    }

    override var row: ShapeRow {
      var row = super.row
      row.points = points
      return row
    }
  }

  /// A group of others.
  class Group: Shape {
    let memberCount: Int
    let isOpen: Bool

    required init(_ row: ShapeRow) {
      memberCount = row.number ?? 0
      isOpen = row.flag ?? false
      super.init(row)
    }

    private enum CodingKeys: CodingKey {
      case memberCount, isOpen
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      memberCount = try container.decode(Int.self, forKey: .memberCount)
      isOpen = try container.decode(Bool.self, forKey: .isOpen)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(memberCount, forKey: .memberCount)
      try container.encode(isOpen, forKey: .isOpen)
    }

    override var row: ShapeRow {
      var row = super.row
      row.number = memberCount
      row.flag = isOpen
      return row
    }
  }

  /// A place on an axis.
  class Mark: Shape {
    let position: Int
    let level: Double

    required init(_ row: ShapeRow) {
      position = row.number ?? 0
      level = row.x ?? 0
      super.init(row)
    }

    private enum CodingKeys: CodingKey {
      case position, level
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      position = try container.decode(Int.self, forKey: .position)
      level = try container.decode(Double.self, forKey: .level)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(position, forKey: .position)
      try container.encode(level, forKey: .level)
    }

    override var row: ShapeRow {
      var row = super.row
      row.number = position
      row.x = level
      return row
    }
  }
}
