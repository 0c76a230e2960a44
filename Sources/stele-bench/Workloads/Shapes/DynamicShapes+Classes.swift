internal import Stele

extension Dynamic {
  /// The keys of the eight classes below `Shape`, and the names of the classes below each.
  static let shapeFamilies: [(name: String, keys: [ArchiveKey], classes: [String])] = [
    (
      "Round", [ArchiveKey("radius", .float64)],
      ["Circle", "Disc", "Ring", "Ball", "Dot"]
    ),
    (
      "Box", [ArchiveKey("width", .float64), ArchiveKey("height", .float64)],
      ["Square", "Card", "Frame", "Panel", "Tile"]
    ),
    (
      "Line", [ArchiveKey("length", .float64), ArchiveKey("isDashed", .bool)],
      ["Edge", "Ray", "Axis", "Rule", "Arrow"]
    ),
    (
      "Label", [ArchiveKey("text", .string), ArchiveKey("size", .int64)],
      ["Title", "Caption", "Remark", "Heading", "Legend"]
    ),
    (
      "Icon", [ArchiveKey("picture", .int64)],
      ["Badge", "Flag", "Pin", "Star", "Logo"]
    ),
    (
      "Path", [ArchiveKey("points", .list(.float32))],
      ["Curve", "Spline", "Polyline", "Contour", "Trace"]
    ),
    (
      "Group", [ArchiveKey("memberCount", .int64), ArchiveKey("isOpen", .bool)],
      ["Layer", "Folder", "Pile", "Row", "Column"]
    ),
    (
      "Mark", [ArchiveKey("position", .int64), ArchiveKey("level", .float64)],
      ["Tick", "Cross", "Anchor", "Handle", "Guide"]
    ),
  ]
}
