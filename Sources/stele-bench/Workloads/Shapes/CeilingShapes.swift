extension Ceiling {
  /// Writes shapes, each with the number of its class.
  static func encode(_ shapes: [Explicit.Shape]) -> PositionalBytes {
    var kinds: [ObjectIdentifier: Int] = [:]
    for (kind, type) in Explicit.shapeClasses.enumerated() { kinds[ObjectIdentifier(type)] = kind }
    var writer = PositionalWriter()
    var numbers = IdentityNumbers()
    writer.write(count: shapes.count)
    for shape in shapes {
      let (number, isNew) = numbers.number(of: shape)
      writer.write(count: number)
      guard isNew else { continue }
      let kind = kinds[ObjectIdentifier(type(of: shape))] ?? 0
      writer.write(fixed: UInt8(kind))
      writer.write(signed: shape.id)
      writer.write(shape.name)
      writeOwn(shape, kind, to: &writer)
    }
    return PositionalBytes(writer.finish())
  }

  private static func writeOwn(
    _ shape: Explicit.Shape, _ kind: Int, to writer: inout PositionalWriter
  ) {
    // Safe: `kind` is the position of the class of the shape, and each group of five classes has
    // one superclass.
    switch kind / 5 {
    case 0: writer.write(fixed: unsafe unsafeDowncast(shape, to: Explicit.Round.self).radius)
    case 1:
      let box = unsafe unsafeDowncast(shape, to: Explicit.Box.self)
      writer.write(fixed: box.width)
      writer.write(fixed: box.height)
    case 2:
      let line = unsafe unsafeDowncast(shape, to: Explicit.Line.self)
      writer.write(fixed: line.length)
      writer.write(line.isDashed)
    case 3:
      let label = unsafe unsafeDowncast(shape, to: Explicit.Label.self)
      writer.write(label.text)
      writer.write(signed: label.size)
    case 4: writer.write(signed: unsafe unsafeDowncast(shape, to: Explicit.Icon.self).picture)
    case 5: writer.write(packed: unsafe unsafeDowncast(shape, to: Explicit.Path.self).points)
    case 6:
      let group = unsafe unsafeDowncast(shape, to: Explicit.Group.self)
      writer.write(signed: group.memberCount)
      writer.write(group.isOpen)
    default:
      let mark = unsafe unsafeDowncast(shape, to: Explicit.Mark.self)
      writer.write(signed: mark.position)
      writer.write(fixed: mark.level)
    }
  }

  /// Reads shapes.
  static func decodeShapes(_ bytes: PositionalBytes) throws -> [Explicit.Shape] {
    try PositionalReader.read(bytes.raw) { reader in
      let count = try reader.count()
      var shapes: [Explicit.Shape] = []
      shapes.reserveCapacity(count)
      var known: [Explicit.Shape] = []
      for _ in 0..<count {
        let number = try reader.reference(below: known.count + 1)
        if number == known.count { known.append(try readShape(&reader)) }
        shapes.append(known[number])
      }
      return shapes
    }
  }

  private static func readShape(_ reader: inout PositionalReader) throws -> Explicit.Shape {
    let kind = Int(try reader.fixed(UInt8.self))
    guard kind < Explicit.shapeClasses.count else { throw PositionalError.referenceOutOfRange }
    let id = try reader.signed()
    var row = ShapeRow(id: id, name: try reader.text())
    switch kind / 5 {
    case 0: row.x = try reader.fixed(Double.self)
    case 1:
      row.x = try reader.fixed(Double.self)
      row.y = try reader.fixed(Double.self)
    case 2:
      row.x = try reader.fixed(Double.self)
      row.flag = try reader.flag()
    case 3:
      row.text = try reader.text()
      row.number = try reader.signed()
    case 4: row.number = try reader.signed()
    case 5: row.points = try reader.packed(Float.self)
    case 6:
      row.number = try reader.signed()
      row.flag = try reader.flag()
    default:
      row.number = try reader.signed()
      row.x = try reader.fixed(Double.self)
    }
    return Explicit.shapeClasses[kind].init(row)
  }
}
