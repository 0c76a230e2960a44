internal import Stele

extension Explicit {
  /// A picture of a catalogue.
  class Icon: Shape {
    let picture: Int

    required init(_ row: ShapeRow) {
      picture = row.number ?? 0
      super.init(row)
    }

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Icon.self)
      picture = try fields.decode("picture")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Icon.self)
      try fields.encode(picture, "picture")
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

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Path.self)
      points = try fields.decode("points")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Path.self)
      try fields.encode(points, "points")
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

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Group.self)
      memberCount = try fields.decode("memberCount")
      isOpen = try fields.decode("isOpen")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Group.self)
      try fields.encode(memberCount, "memberCount")
      try fields.encode(isOpen, "isOpen")
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

    required init(from fields: inout FieldDecoder) throws {
      try fields.level(Mark.self)
      position = try fields.decode("position")
      level = try fields.decode("level")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Mark.self)
      try fields.encode(position, "position")
      try fields.encode(level, "level")
    }

    override var row: ShapeRow {
      var row = super.row
      row.number = position
      row.x = level
      return row
    }
  }
}
