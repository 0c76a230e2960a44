import Stele
import SteleModel
import Testing

struct FieldEncodingTests {
  @Test func `a struct with fields is a struct`() throws {
    let graph = try graph(of: [ExplicitPoint(1, 0.5), ExplicitPoint(2, 1, "b")])
    let keys = [
      ArchiveKey("x", .int64), ArchiveKey("y", .float64), ArchiveKey("label", .optional(.string)),
    ]
    #expect(graph.classes.entries == [.struct("ExplicitPoint", keys: keys)])
    #expect(
      graph.roots[0].value
        == .list([
          .struct(1, values: .integer(1), .float64(0.5), .nil),
          .struct(1, values: .integer(2), .float64(1), ArchiveValue.some(.string("b"))),
        ]))
  }
}
