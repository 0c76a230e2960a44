import Stele
import Synchronization
import TestSupport
import Testing

struct TwoPhaseTests {
  @Test(arguments: [false, true])
  func `a list of many nodes comes back on a small stack`(isDouble: Bool) throws {
    let count = try onStack {
      let first = ExplicitNode.list(deepCount, isDouble: isDouble)
      defer { first.free() }
      let copy = try convert(first, to: ExplicitNode.self)
      defer { copy.free() }
      return copy.countInOrder(isDouble: isDouble)
    }
    #expect(count == deepCount)
  }

  @Test func `a cycle of any length comes back, and is no strong cycle`() throws {
    for count in 1...4 {
      let first = ExplicitNode.list(count, isDouble: false)
      var last = first
      while let next = last.next { last = next }
      last.next = first
      let copy = try convert(first, to: ExplicitNode.self)
      var node = copy
      for value in 0..<count {
        #expect(node.value == value)
        node = try #require(node.next)
      }
      #expect(node === copy)
      last.next = nil
      node = copy
      while let next = node.next {
        node.next = nil
        node = next
      }
    }
  }

  /// An immutable class that refers to two-phase objects.
  final class Label: FieldCodable {
    let text: String
    let node: Labelled?

    init(_ text: String, _ node: Labelled?) {
      self.text = text
      self.node = node
    }

    init(from fields: inout FieldDecoder) throws {
      text = try fields.decode("text")
      node = try fields.decode("node")
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(text, "text")
      try fields.encode(node, "node")
    }
  }

  /// A synthesised immutable class that refers to two-phase objects.
  final class Note: Codable {
    let text: String
    let owner: Labelled

    init(_ text: String, _ owner: Labelled) {
      self.text = text
      self.owner = owner
    }
  }

  /// A two-phase class that refers to immutable objects.
  class Labelled: TwoPhaseCodable {
    var label: Label?
    var notes: [Note] = []

    required init() {}

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(label, "label")
      try fields.encode(notes, "notes")
    }

    func decode(from fields: inout FieldDecoder) throws {
      label = try fields.decode("label")
      notes = try fields.decode("notes")
    }

    func free() {
      label = nil
      notes = []
    }
  }

  @Test func `cycles through one two-phase class close`() throws {
    let object = Labelled()
    object.label = Label("l", object)
    object.notes = [Note("a", object), Note("b", Labelled())]
    defer { object.free() }
    let copy = try convert(object, to: Labelled.self)
    defer { copy.free() }
    #expect(copy.label?.text == "l")
    #expect(copy.label?.node === copy)
    #expect(copy.notes.map(\.text) == ["a", "b"])
    #expect(copy.notes[0].owner === copy)
    #expect(copy.notes[1].owner !== copy)
    #expect(copy.notes[1].owner.notes.isEmpty)
  }

  @Test func `a chain of objects of both kinds by turns takes no stack`() throws {
    let count = try onStack {
      let first = Labelled()
      var last = first
      for _ in 0..<deepCount {
        let next = Labelled()
        last.label = Label("l", next)
        last = next
      }
      defer { Self.free(first) }
      let copy = try convert(first, to: Labelled.self)
      return Self.free(copy)
    }
    #expect(count == deepCount)
  }

  /// Takes a chain apart, and gives its length.
  @discardableResult
  private static func free(_ first: Labelled) -> Int {
    var count = 0
    var node = first
    while let label = node.label, let next = label.node {
      node.label = nil
      node = next
      count += 1
    }
    return count
  }

  final class Special: Labelled {
    var extra = 0

    override func encode(to fields: inout FieldEncoder) throws {
      try super.encode(to: &fields)
      try fields.level(Special.self)
      try fields.encode(extra, "extra")
    }

    override func decode(from fields: inout FieldDecoder) throws {
      try super.decode(from: &fields)
      try fields.level(Special.self)
      extra = try fields.decode("extra")
    }
  }

  @Test func `subclasses come back with their own class when that is allowed`() throws {
    let object = Special()
    object.extra = 3
    object.label = Label("of special", object)
    defer { object.free() }
    let bytes = try encoded([object, Labelled()])
    let decoder = SteleDecoder(allowing: [Special.self])
    let copies = try decoder.decode([Labelled].self, from: bytes)
    defer { copies[0].free() }
    #expect((copies[0] as? Special)?.extra == 3)
    #expect(copies[0].label?.node === copies[0])
    #expect(type(of: copies[1]) == Labelled.self)
    #expect(
      reason { try SteleDecoder().decode([Labelled].self, from: bytes) }
        == .unknownClass("TwoPhaseTests.Special"))
  }
}
