/// A shape of a hierarchy of classes.
protocol ShapeObject: AnyObject {
  /// The properties, without the class.
  var row: ShapeRow { get }

  init(_ row: ShapeRow)
}

extension ShapeRow {
  /// Makes objects of the classes of the rows.
  static func objects<Shape: ShapeObject>(
    _ rows: [ShapeRow], _ classes: [Shape.Type]
  ) -> [Shape] {
    rows.map { classes[$0.kind].init($0) }
  }

  /// Makes rows from objects, by their classes.
  static func rows<Shape: ShapeObject>(_ objects: [Shape], _ classes: [Shape.Type]) throws
    -> [ShapeRow]
  {
    var kinds: [ObjectIdentifier: Int] = [:]
    for (kind, type) in classes.enumerated() { kinds[ObjectIdentifier(type)] = kind }
    return try objects.map { object in
      var row = object.row
      row.kind = try kinds[ObjectIdentifier(type(of: object))].wanted
      return row
    }
  }
}
