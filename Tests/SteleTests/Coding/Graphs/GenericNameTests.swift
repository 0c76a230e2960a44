import Stele
import SteleModel
import TestSupport
import Testing

/// The types stand outside of the suite, since names of types in raw identifiers are not looked into.
enum GenericNames {
  final class Before: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Foo") }
  }
  final class Foo: Codable, SimplyNamed {}
  enum Left {
    struct Part: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("LeftPart") }
    }
  }
  enum Right {
    struct Part: Codable, ArchiveDeclaring {
      static var archiveClass: ArchiveClass { ArchiveClass("RightPart") }
    }
  }

  class Panel: Codable {
    var width = 1
  }
  class Box<Part: Codable>: Panel {}
}

@Suite struct `Names of generic classes` {
  typealias Before = GenericNames.Before
  typealias Foo = GenericNames.Foo
  typealias Left = GenericNames.Left
  typealias Right = GenericNames.Right
  typealias Panel = GenericNames.Panel
  typealias Box = GenericNames.Box

  private var both: SteleDecoder {
    SteleDecoder(allowing: [Box<Left.Part>.self, Box<Right.Part>.self])
  }

  @Test func `a generic class is found whose argument declares its old name`() throws {
    let bytes = try encoded(Box<Before>())
    #expect(
      try ArchiveReader(opening: bytes).classes.entries.map(\.name).contains(
        "GenericNames.Box<Foo>"))
    #expect(try SteleDecoder().decode(Box<Foo>.self, from: bytes).width == 1)
  }

  @Test func `generic classes whose arguments have one simple name are told apart`() throws {
    let panels: [Panel] = [Box<Left.Part>(), Box<Right.Part>()]
    let copies = try convert(panels, to: [Panel].self, with: both)
    #expect(copies[0] is Box<Left.Part>)
    #expect(copies[1] is Box<Right.Part>)
  }

  @Test func `two types of one declared name are an error that names both`() throws {
    struct Both: Codable { var first = Before(), second = Foo() }
    let failure = failure(encoding: Both())
    #expect(failure?.reason == .duplicateArchiveName("Foo"))
    expectText("both have the archive name \"Foo\"", of: failure)
  }
}
