import Stele
import SteleModel
import TestSupport
import Testing

final class FieldList: FieldCodable {
  var next: FieldList?
  init(_ next: FieldList?) { self.next = next }
  init(from fields: inout FieldDecoder) throws { next = try fields.decode("next") }
  func encode(to fields: inout FieldEncoder) throws { try fields.encode(next, "next") }
}

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

  @Test func `a list of many nodes with fields is written node by node`() throws {
    let bytes = try onStack {
      var head = FieldList(nil)
      for _ in 1..<deepCount { head = FieldList(head) }
      defer {
        while let next = head.next {
          head.next = nil
          head = next
        }
      }
      return try SteleEncoder().encode(head)
    }
    #expect(try ArchiveReader(opening: verified(bytes)).objectCount == deepCount)
  }
}
