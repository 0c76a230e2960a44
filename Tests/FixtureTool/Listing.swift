import SteleInspection
import TestSupport

/// A listing of all fields of the valid fixtures, for authors of recipes.
enum Listing {
  /// Lines with the fixture, the offset, the ordinal of the chunk and the offset in its payload, the path of the
  /// field, its bytes and its meaning, separated by tabs.
  static func lines(of fixture: ValidFixture) throws -> [String] {
    try ArchiveExplanation.fields(of: fixture.bytes).map { field in
      let bytes = fixture.bytes[field.offset..<field.offset + field.byteCount].hexadecimal()
      let place = field.place.map { "\($0.chunk)\t\($0.offset)" } ?? "\t"
      let meaning = field.meaning.debugDescription
      return "\(fixture.name)\t\(field.offset)\t\(place)\t\(field.path)\t\(bytes)\t\(meaning)"
    }
  }
}
