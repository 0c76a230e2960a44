import Stele
import SteleModel
import TestSupport
import Testing

struct FieldLevelTests {
  private func shapes() -> [ExplicitShape] {
    [
      ExplicitDisc(name: "d", radius: 1, isFilled: true), ExplicitShape(name: "s"),
      ExplicitCircle(name: "c", ownName: "C", radius: 2),
      ExplicitDisc(name: "e", radius: 3, isFilled: false),
    ]
  }

  private var decoder: SteleDecoder {
    SteleDecoder(allowing: [ExplicitCircle.self, ExplicitDisc.self])
  }

  @Test func `each class has keys of its own, also of equal names`() throws {
    let bytes = try encoded(shapes())
    let copies = try decoder.decode([ExplicitShape].self, from: bytes)
    #expect(copies.map(\.name) == ["d", "s", "c", "e"])
    #expect(copies.map { ($0 as? ExplicitCircle)?.ownName } == ["own d", nil, "C", "own e"])
    #expect(copies.map { ($0 as? ExplicitDisc)?.isFilled } == [true, nil, nil, false])
    let graph = try ArchiveGraph(bytes)
    let disc = graph.objects[0].entry
    #expect(
      graph.classes.storedKeys(of: disc).map(\.name) == ["name", "name", "radius", "isFilled"])
  }

  final class Forgetful: ExplicitShape {
    let size: Int

    init(size: Int) {
      self.size = size
      super.init(name: "f")
    }

    required init(from fields: inout FieldDecoder) throws {
      size = try fields.decode("size")
      try super.init(from: &fields)
    }

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.encode(size, "size")
    }
  }

  @Test func `a forgotten level is reported as lost properties`() throws {
    let failure = failure(encoding: Forgetful(size: 1))
    #expect(failure?.kind == .invalidValue)
    #expect(failure?.reason == .lostProperties(["Forgetful.size"]))
    #expect(
      failure?.description.hasSuffix(
        "Encode them after fields.level(Forgetful.self), or leave them out with @TransientValue.")
        == true)
  }

  final class Stranger: ExplicitShape {
    required init(from fields: inout FieldDecoder) throws {
      try fields.level(ExplicitCircle.self)
      try super.init(from: &fields)
    }

    init() { super.init(name: "") }
  }

  @Test func `a level of another class is an error`() throws {
    let failure = try failure(converting: Stranger(), to: Stranger.self)
    #expect(failure?.reason == .unknownClass("ExplicitCircle"))
    #expect(failure?.underlying?.object == 1)
  }
}
