import Stele
import SteleModel
import Testing
import TestSupport

struct FieldPoint: FieldCodable {
  var x: Int
  var label: String?
  init(x: Int, label: String? = nil) {
    self.x = x
    self.label = label
  }
  init(from fields: inout FieldDecoder) throws {
    x = try fields.decode("x")
    label = try fields.decode("label")
  }
  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(x, "x")
    try fields.encode(label, "label")
  }
}

class FieldBase: TwoPhaseCodable {
  var id = 0
  var others: [FieldBase] = []
  required init() {}
  func decode(from fields: inout FieldDecoder) throws {
    id = try fields.decode("id")
    others = try fields.decode("others")
  }
  func encode(to fields: inout FieldEncoder) throws {
    try fields.encode(id, "id")
    try fields.encode(others, "others")
  }
}

final class FieldDerived: FieldBase {
  var id2 = 1.5
  override func encode(to fields: inout FieldEncoder) throws {
    try super.encode(to: &fields)
    try fields.level(FieldDerived.self)
    try fields.encode(id2, "id")
  }
}

final class FieldList: FieldCodable {
  var next: FieldList?
  init(_ next: FieldList?) { self.next = next }
  init(from fields: inout FieldDecoder) throws { next = try fields.decode("next") }
  func encode(to fields: inout FieldEncoder) throws { try fields.encode(next, "next") }
}

struct FieldEncodingTests {
  @Test func `a struct with fields is a struct`() throws {
    let graph = try graph(of: [FieldPoint(x: 1), FieldPoint(x: 2, label: "b")])
    #expect(
      graph.classes.entries == [
        .struct(
          "FieldPoint", keys: [ArchiveKey("x", .int64), ArchiveKey("label", .optional(.string))])
      ])
    #expect(
      graph.roots[0].value
        == .list([
          .struct(1, values: .integer(1), .nil),
          .struct(1, values: .integer(2), ArchiveValue.some(.string("b"))),
        ]))
  }

  @Test func `each class has a level, and its keys may have the names of others`() throws {
    let base = FieldBase()
    let derived = FieldDerived()
    base.others = [derived, base]
    defer { base.others = [] }
    let graph = try graph(of: base)
    #expect(keys(graph, of: 1) == ["id", "others"])
    #expect(keys(graph, of: 2) == ["id", "others", "id"])
    #expect(values(graph, of: 2) == [.integer(0), .list([]), .float64(1.5)])
    #expect(values(graph, of: 1) == [.integer(0), .list([.reference(2), .reference(1)])])
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
