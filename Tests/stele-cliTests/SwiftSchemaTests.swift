import Foundation
import Stele
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

// `.ci/schema-swift` compiles the text of every fixture and reads the fixture with it.
@Suite("stele schema --swift")
struct SwiftSchemaTests {
  @Test func `writes a class with its history, and a function that reads the roots`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Sample.bytes(), to: "people.stele")
    let run = ToolRun(["schema", "--swift", path])
    #expect(run.code == .fine)
    #expect(
      run.output == """
        // Made by `stele schema --swift` from people.stele.
        //
        // A start for a program that reads similar archives; everything may be changed, except the names that archives
        // contain: those of classes in `archiveClass`, and those of keys in strings.

        import Stele

        final class Person: TwoPhaseDecodable, ArchiveDeclaring {
          var name: String = ""
          var friend: Person?

          init() {}

          func decode(from fields: inout FieldDecoder) throws {
            name = try fields.decode("name")
            friend = try fields.decode("friend")
          }

          static var archiveClass: ArchiveClass {
            ArchiveClass(
              "Person", version: 2,
              keys: [
                .key("friend", since: 2),
                .retired("size", .int32),
              ])
          }
        }

        /// The roots of the archive.
        struct Roots {
          let first: Person
        }

        /// Reads the roots of an archive.
        func readRoots(_ bytes: [UInt8]) throws -> Roots {
          var decoder = SteleDecoder()
          decoder.allow([
            Person.self,
          ])
          let unarchiver = try Unarchiver(bytes, decoder: decoder)
          return Roots(
            first: try unarchiver.decode(root: "first"))
        }

        """)
  }

  @Test func `writes subclasses, weak references, structs and enums in a namespace`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(.class("Animal", keys: ["mother": .weakReference(to: "Animal")]))
    graph.classes.define(.class("Dog", superclass: 1, keys: ["home": .struct("Place")]))
    graph.classes.define(
      .struct(
        "Place",
        keys: ["moods": .set(.enum("Mood")), "near": .optional(.struct("Place")), "heat": .float16])
    )
    graph.classes.define(
      .enum(
        "Mood",
        cases: [ArchiveCase("calm"), ArchiveCase("fond of", keys: ["_0": .reference(to: "Dog")])]))
    let lines = ToolRun(
      ["schema", "--swift", "--namespace", "Zoo", "-"], input: try graph.encoded()
    ).lines
    let text = lines.joined(separator: "\n")
    for part in [
      """
      enum Zoo {
        class Animal: TwoPhaseDecodable, ArchiveDeclaring {
          weak var mother: Animal?
          required init() {}
          func decode(from fields: inout FieldDecoder) throws {
            try fields.level(Animal.self)
            mother = try fields.decode("mother")
          }
          class var archiveClass: ArchiveClass {
      """,
      """
        final class Dog: Animal {
          var home: Place?
          override func decode(from fields: inout FieldDecoder) throws {
            try super.decode(from: &fields)
            try fields.level(Dog.self)
            home = try fields.decode("home")
          }
          override class var archiveClass: ArchiveClass {
      """,
      """
          var moods: [Mood]  // a set in the archive
          /// A value of its own type may stand in it, so it is kept in a box.
          var near: Boxed<Place?>
          var heat: Float  // float16 in the archive
          init(from fields: inout FieldDecoder) throws {
            moods = try fields.decode("moods")
            near = Boxed(try fields.decode("near"))
      """,
      """
        indirect enum Mood: Decodable, ArchiveDeclaring {
          case calm
          case fondOf(_0: Dog)
          private enum CodingKeys: String, CodingKey {
            case calm
            case fondOf = "fond of"
          }
      """,
      "\n  static func readRoots(_ bytes: [UInt8]) throws -> Roots {\n",
    ] {
      #expect(text.contains(part), "\(part)\n\nis not in\n\n\(text)")
    }
  }

  @Test func `makes identifiers of all names, and leaves the names in the text as literals`() throws
  {
    var graph = ArchiveGraph()
    let keys = [
      "class", "NS.keys", "NSColor", "a b", "a.b", "1st", "", "self", "fields", "é\u{301}",
      "\"\\(x)\n\u{202E}", "größe", Self.noncharacters,
    ]
    graph.classes.define(.class("String", keys: keys.map { ArchiveKey($0, .bool) }))
    graph.classes.define(.class("$class"))
    graph.classes.define(.class("class\u{0}"))
    let output = ToolRun(["schema", "--swift", "-"], input: try graph.encoded()).output
    for line in [
      "final class String2: ", "final class Class: ", "final class Class2: ",
      "    `class` = try fields.decode(\"class\")", "    nsKeys = try fields.decode(\"NS.keys\")",
      "    nsColor = try fields.decode(\"NSColor\")", "    aB = try fields.decode(\"a b\")",
      "    aB2 = try fields.decode(\"a.b\")", "    _1st = try fields.decode(\"1st\")",
      "    unnamed = try fields.decode(\"\")", "    self2 = try fields.decode(\"self\")",
      "    self.fields = try fields.decode(\"fields\")",
      "    x = try fields.decode(\"\\\"\\\\(x)\\u{a}\\u{202e}\")",
      "    größe = try fields.decode(\"gr\\u{f6}\\u{df}e\")",
      // The compiler refuses an escape of the first and the last, but not the characters themselves.
      "    x2 = try fields.decode(\"x\(Self.noncharacters.dropFirst().prefix(2))\\u{fffe}\")",
    ] {
      #expect(output.contains("\n" + line), "\(line)\n\(output)")
    }
  }

  private static let noncharacters =
    "x" + [0xFDD0, 0xFDEF, 0xFFFE].compactMap(Unicode.Scalar.init).map { String($0) }.joined()

  @Test func `random graphs and fixtures have a text, with as many closing braces as opening ones`()
    throws
  {
    var archives = try Seeds.forTest(count: 100).map { seed in
      ("seed \(seed)", try RandomGraph.make(seed: seed).encoded())
    }
    for entry in try FixtureFolder.manifest().valid {
      archives.append((entry.file, try FixtureFolder.bytes(entry.file)))
    }
    for (name, bytes) in archives {
      let run = ToolRun(["schema", "--swift", "-"], input: bytes)
      #expect(run.code == .fine, "\(name)")
      let code = run.output.replacingOccurrences(
        of: #""([^"\\]|\\.)*""#, with: "", options: .regularExpression)
      #expect(code.count { $0 == "{" } == code.count { $0 == "}" }, "\(name)")
    }
  }

  @Test
  func `a property has a name that no superclass has, and classes beside it may have the same`()
    throws
  {
    let keys = [ArchiveKey("k", .bool)]
    var graph = ArchiveGraph()
    let upper = graph.classes.define(.class("Upper", keys: keys))
    let middle = graph.classes.define(.class("Middle", superclass: upper, keys: keys))
    graph.classes.define(.class("Left", superclass: middle, keys: keys))
    graph.classes.define(.class("Right", superclass: middle, keys: keys))
    graph.classes.define(.class("Other", keys: keys + [ArchiveKey("k2", .bool)]))
    let lines = try ToolRun(["schema", "--swift", "-"], input: graph.encoded()).lines.filter {
      $0.hasPrefix("class") || $0.hasPrefix("final class") || $0.hasPrefix("  var k")
    }
    #expect(
      lines == [
        "class Upper: TwoPhaseDecodable, ArchiveDeclaring {", "  var k: Bool = false",
        "class Middle: Upper {", "  var k2: Bool = false",
        "final class Left: Middle {", "  var k3: Bool = false",
        "final class Right: Middle {", "  var k3: Bool = false",
        "final class Other: TwoPhaseDecodable, ArchiveDeclaring {", "  var k: Bool = false",
        "  var k2: Bool = false",
      ])
  }

  @Test func `each of 255 classes with the same keys gets properties of its own`() throws {
    var graph = ArchiveGraph()
    let keys = (0..<40).map { ArchiveKey("k\($0)x", .bool) }
    for number in 0..<255 {
      graph.classes.define(.class("C\(number)", superclass: number == 0 ? nil : number, keys: keys))
    }
    let run = try ToolRun(["schema", "--swift", "-"], input: graph.encoded())
    #expect(run.code == .fine)
    let properties = run.lines.filter { $0.hasPrefix("  var k") }
    #expect(properties.count == 255 * 40)
    #expect(Set(properties).count == 255 * 40)
    #expect(properties.last == "  var k39x255: Bool = false")
  }
}
