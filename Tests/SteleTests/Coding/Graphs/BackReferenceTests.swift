import Stele
import SteleModel
import TestSupport
import Testing

@Suite struct `Back references` {
  struct Mark: Codable {
    @BackReference var tag: Tag?
    var name = "mark"
  }

  @Test func `a target that is archived nowhere else is nil`() throws {
    let alone = Tag("alone")
    struct One: Codable { var mark = Mark() }
    var one = One()
    one.mark.tag = alone
    let bytes = try encoded(one)
    #expect(try ArchiveReader(opening: bytes).objectCount == 0)
    let copy = try SteleDecoder().decode(One.self, from: bytes)
    #expect(copy.mark.tag == nil)
    #expect(copy.mark.name == "mark")
    #expect(alone.name == "alone")
  }

  @Test func `a target that is archived before or after comes back`() throws {
    struct Around: Codable {
      var before = Mark()
      var tags: [Tag]
      var after = Mark()
      var list: [Mark] = []
    }
    let tag = Tag("t")
    var around = Around(tags: [Tag("other"), tag])
    around.before.tag = tag
    around.after.tag = tag
    around.list = [around.before, Mark(), around.after]
    let copy = try roundTrip(around)
    #expect(copy.before.tag === copy.tags[1])
    #expect(copy.after.tag === copy.tags[1])
    #expect(copy.list[0].tag === copy.tags[1])
    #expect(copy.list[1].tag == nil)
    #expect(copy.list[2].tag === copy.tags[1])
  }

  @Test func `it keeps nothing alive after decoding`() throws {
    struct Around: Codable {
      var mark = Mark()
      var tags: [Tag]
    }
    let tag = Tag("t")
    var around = Around(tags: [tag])
    around.mark.tag = tag
    var copy = try convert(around, to: Around.self)
    #expect(copy.mark.tag != nil)
    copy.tags = []
    #expect(copy.mark.tag == nil)
  }
}
