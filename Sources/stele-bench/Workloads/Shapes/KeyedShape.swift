internal import Foundation

/// A shape of any class for NSKeyedArchiver.
final class KeyedShape: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let row: ShapeRow

  init(_ row: ShapeRow) {
    self.row = row
  }

  func encode(with coder: NSCoder) {
    coder.encode(row.kind, forKey: "kind")
    coder.encode(row.id, forKey: "id")
    coder.encode(row.name as NSString, forKey: "name")
    if let x = row.x { coder.encode(x, forKey: "x") }
    if let y = row.y { coder.encode(y, forKey: "y") }
    if let number = row.number { coder.encode(number, forKey: "number") }
    if let flag = row.flag { coder.encode(flag, forKey: "flag") }
    if let text = row.text { coder.encode(text as NSString, forKey: "text") }
    if let points = row.points {
      coder.encode(points.count, forKey: "points")
      for (index, point) in points.enumerated() { coder.encode(point, forKey: "point\(index)") }
    }
  }

  init?(coder: NSCoder) {
    var row = ShapeRow(id: coder.decodeInteger(forKey: "id"), name: coder.text("name"))
    row.kind = coder.decodeInteger(forKey: "kind")
    if coder.containsValue(forKey: "x") { row.x = coder.decodeDouble(forKey: "x") }
    if coder.containsValue(forKey: "y") { row.y = coder.decodeDouble(forKey: "y") }
    if coder.containsValue(forKey: "number") { row.number = coder.decodeInteger(forKey: "number") }
    if coder.containsValue(forKey: "flag") { row.flag = coder.decodeBool(forKey: "flag") }
    if coder.containsValue(forKey: "text") { row.text = coder.text("text") }
    if coder.containsValue(forKey: "points") {
      let pointCount = max(0, coder.decodeInteger(forKey: "points"))
      row.points = (0..<pointCount).map { coder.decodeFloat(forKey: "point\($0)") }
    }
    self.row = row
  }
}
