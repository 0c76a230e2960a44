internal import Stele

extension Dynamic {
  /// The keys of the eight classes below `Shape`, and the names of the classes below each.
  static let shapeFamilies: [(name: String, keys: [Key], classes: [String])] = [
    (
      "Round", [Key("radius", .float64)],
      ["Circle", "Disc", "Ring", "Ball", "Dot"]
    ),
    (
      "Box", [Key("width", .float64), Key("height", .float64)],
      ["Square", "Card", "Frame", "Panel", "Tile"]
    ),
    (
      "Line", [Key("length", .float64), Key("isDashed", .bool)],
      ["Edge", "Ray", "Axis", "Rule", "Arrow"]
    ),
    (
      "Label", [Key("text", .string), Key("size", .int64)],
      ["Title", "Caption", "Remark", "Heading", "Legend"]
    ),
    (
      "Icon", [Key("picture", .int64)],
      ["Badge", "Flag", "Pin", "Star", "Logo"]
    ),
    (
      "Path", [Key("points", .list(.float32))],
      ["Curve", "Spline", "Polyline", "Contour", "Trace"]
    ),
    (
      "Group", [Key("memberCount", .int64), Key("isOpen", .bool)],
      ["Layer", "Folder", "Pile", "Row", "Column"]
    ),
    (
      "Mark", [Key("position", .int64), Key("level", .float64)],
      ["Tick", "Cross", "Anchor", "Handle", "Guide"]
    ),
  ]
}
