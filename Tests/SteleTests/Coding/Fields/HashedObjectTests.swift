import Stele
import TestSupport
import Testing

struct HashedObjectTests {
  /// A two-phase class that is hashed by what is in it.
  final class Word: TwoPhaseCodable, Hashable {
    var text = ""
    var parts: Set<Word> = []
    var next: Word?
    var pairs: Set<Pair> = []
    var known: [Word: Int] = [:]

    init() {}

    init(_ text: String, _ parts: Set<Word> = []) {
      self.text = text
      self.parts = parts
    }

    func encode(to fields: inout FieldEncoder) throws {
      try fields.encode(next, "next")
      try fields.encode(parts, "parts")
      try fields.encode(text, "text")
      try fields.encode(pairs, "pairs")
      try fields.encode(known, "known")
    }

    func decode(from fields: inout FieldDecoder) throws {
      next = try fields.decode("next")
      parts = try fields.decode("parts")
      text = try fields.decode("text")
      pairs = try fields.decode("pairs")
      known = try fields.decode("known")
    }

    static func == (left: Word, right: Word) -> Bool { left.text == right.text }

    func hash(into hasher: inout Hasher) {
      // A hash that was taken too early would not be found again.
      hasher.combine(text)
    }

    func free() {
      next = nil
      parts = []
      pairs = []
      known = [:]
    }
  }

  /// An immutable object that is hashed by the words in it.
  final class Pair: FieldCodable, Hashable {
    let words: [Word]

    init(_ words: [Word]) { self.words = words }

    init(from fields: inout FieldDecoder) throws { words = try fields.decode("words") }

    func encode(to fields: inout FieldEncoder) throws { try fields.encode(words, "words") }

    static func == (left: Pair, right: Pair) -> Bool { left.words == right.words }

    func hash(into hasher: inout Hasher) { hasher.combine(words) }
  }

  /// A value that is hashed by the word in it.
  struct Tagged: Codable, Hashable {
    var tag: Int
    var word: Word
  }

  @Test func `elements of sets are filled before they are hashed`() throws {
    let words: Set = [Word("a"), Word("b"), Word("c")]
    let copy = try convert(words, to: Set<Word>.self)
    #expect(copy == words)
    #expect(copy.contains(Word("b")))
  }

  @Test func `keys of dictionaries are filled before they are hashed`() throws {
    let object = Word("object")
    object.known = [Word("one"): 1, Word("two"): 2]
    let copy = try convert(object, to: Word.self)
    #expect((copy.known[Word("one")], copy.known[Word("two")]) == (1, 2))
  }

  @Test func `values and immutable objects are hashed when what they hold is filled`() throws {
    let tagged: Set = [Tagged(tag: 1, word: Word("x")), Tagged(tag: 2, word: Word("y"))]
    let copies = try convert(tagged, to: Set<Tagged>.self)
    #expect(copies.contains(Tagged(tag: 2, word: Word("y"))))
    let pairs: [Pair: String] = [
      Pair([Word("p"), Word("q")]): "first", Pair([Word("p")]): "second",
    ]
    let copy = try convert(pairs, to: [Pair: String].self)
    #expect(copy[Pair([Word("p"), Word("q")])] == "first")
    #expect(copy[Pair([Word("p")])] == "second")
  }

  @Test func `objects in sets may refer to the object that has the set`() throws {
    let object = Word("object")
    let part = Word("part")
    part.next = object
    object.parts = [part]
    defer { object.free() }
    let copy = try convert(object, to: Word.self)
    defer { copy.free() }
    #expect(copy.parts.first?.next === copy)
    #expect(copy.parts.contains(Word("part")))
  }

  @Test func `an object in its own set is an error that names the way around`() throws {
    let object = Word("object")
    object.parts = [object]
    defer { object.free() }
    let cause = try failure(converting: object, to: Word.self)?.underlying
    #expect(cause?.reason == .hashCycle(["HashedObjectTests.Word.parts"]))
    #expect((cause?.keyPath, cause?.object) == ("parts[0]", 1))
  }

  @Test func `a longer cycle through sets is named, too`() throws {
    let objects = [Word("a"), Word("b"), Word("c")]
    objects[0].parts = [objects[1]]
    objects[1].pairs = [Pair([objects[2]])]
    objects[2].known = [objects[0]: 1]
    defer { objects.forEach { $0.free() } }
    #expect(
      try failure(converting: objects, to: [Word].self)?.reason
        == .hashCycle(
          ["Word.parts", "Word.pairs", "Pair.words", "Word.known"].map { "HashedObjectTests.\($0)" }
        ))
  }

  /// A chain in which each object has the next one in a set; with sets of pairs by turns.
  private static func chain(_ count: Int, withPairs: Bool) -> Word {
    let first = Word("0")
    var last = first
    for index in 1..<count {
      let next = Word("\(index)")
      if withPairs, index.isMultiple(of: 2) {
        last.pairs = [Pair([next])]
      } else {
        last.parts = [next]
      }
      last = next
    }
    return first
  }

  /// Takes a chain apart, and gives its length.
  private static func free(_ first: Word) -> Int {
    var count = 1
    var word = first
    while let next = word.parts.first ?? word.pairs.first?.words.first {
      word.free()
      word = next
      count += 1
    }
    return count
  }

  @Test(arguments: [false, true])
  func `a long chain of objects in sets takes no stack`(withPairs: Bool) throws {
    let count = try onStack {
      let first = Self.chain(deepCount, withPairs: withPairs)
      let bytes = try SteleEncoder().encode(first)
      _ = Self.free(first)
      return Self.free(try SteleDecoder().decode(Word.self, from: verified(bytes)))
    }
    #expect(count == deepCount)
  }
}
