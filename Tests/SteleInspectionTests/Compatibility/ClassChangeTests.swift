import Stele
import SteleInspection
import TestSupport
import Testing

@Suite("Changes of classes")
struct ClassChangeTests {
  static let key = [ArchiveKey("a", .int8)]

  @Test func `a change asks for a higher version, unless other objects can explain it`() {
    #expect(
      findings([.class("C", keys: Self.key)], [.class("C", keys: ["a": .int16])]) == [
        "C versionNotRaised: needsDeclaration, -",
        "C.a typeWidened: fine, dependsOnValues valueDoesNotFit",
      ])
    #expect(
      findings(
        [.class("C", keys: Self.key)],
        [
          .class(
            "C",
            keys: [ArchiveKey("a", .optional(.int8)), ArchiveKey("b", .any, presence: .optional)])
        ])
        == [
          "C.a typeWidened: fine, dependsOnValues valueDoesNotFit", "C.b keyAdded: fine, fine",
        ])
    #expect(
      findings([.class("C", version: 3, keys: Self.key)], [.class("C", version: 2, keys: Self.key)])
        == ["C versionLowered: needsDeclaration, -"])
  }

  @Test func `classes that come and go matter where something leads to them`() {
    let node = ArchiveClassEntry.class("Node", keys: ["next": .reference(to: "Node")])
    let leaf = ArchiveClassEntry.class("Leaf", superclass: 1)
    let other = ArchiveClassEntry.class("Other")
    #expect(
      findings([node, other], [node, leaf]) == [
        "Other classRemoved: fine, fine", "Leaf classAdded: fine, needsDeclaration unknownClass",
      ])
    #expect(
      findings([node, leaf], [node, other]) == [
        "Leaf classRemoved: needsDeclaration unknownClass, fine", "Other classAdded: fine, fine",
      ])
    let any = ArchiveClassEntry.class("Any", keys: ["a": .list(.any)])
    #expect(
      findings([any], [any, .struct("S")]) == ["S classAdded: fine, needsDeclaration unknownClass"])
  }

  @Test func `a class that shares more than half of its keys with one that is gone may be renamed`()
  {
    func entry(_ name: String, _ keys: String...) -> ArchiveClassEntry {
      .class(name, keys: keys.map { ArchiveKey($0, .int8) })
    }
    func renames(_ old: [ArchiveClassEntry], _ new: [ArchiveClassEntry]) -> [String] {
      findings(old, new).filter { $0.contains("MayBeRenamed") }
    }
    let human = entry("Human", "name", "age", "city")
    let rename = ["Human classMayBeRenamed: fine, fine"]
    #expect(renames([human], [entry("Person", "name", "age", "city", "email")]) == rename)
    #expect(renames([human], [entry("Person", "name", "age")]) == rename)
    #expect(renames([human], [entry("Person", "name", "age", "town")]) == [])
    #expect(renames([human], [entry("Person", "name")]) == [])
    #expect(renames([human], [.struct("Person", keys: human.keys)]) == [])
    let two = [entry("Person", "name", "age"), entry("User", "name", "age", "city", "email")]
    #expect(renames([human], two) == [])
    let pet = entry("Pet", "name", "age")
    #expect(renames([human, pet], two) == rename + ["Pet classMayBeRenamed: fine, fine"])
    // Exactly the same keys are better than most of them.
    #expect(renames([human, entry("Pet", "a", "b")], [entry("Dog", "a", "b"), two[0]]).count == 2)
  }

  @Test func `objects of a class that becomes a struct are copied, and structs become objects`() {
    #expect(
      findings([.class("C", keys: Self.key)], [.struct("C", version: 2, keys: Self.key)]) == [
        "C kindChanged: dependsOnValues, fine"
      ])
  }

  @Test func `an inserted superclass is not an unknown class where any object may be`() {
    let holder = ArchiveClassEntry.class("Holder", keys: ["a": .reference(to: nil)])
    #expect(
      findings(
        [holder, .class("Dog")],
        [holder, .class("Animal"), .class("Dog", version: 2, superclass: 2)]) == [
          "Dog superclassInserted: fine, fine", "Animal classAdded: fine, fine",
        ])
  }

  @Test func `what loses a superclass cannot stand in references to it`() {
    let animal = ArchiveClassEntry.class("Animal", keys: ["friend": .weakReference(to: "Animal")])
    #expect(
      findings(
        [animal, .class("Dog", superclass: 1), .class("Cat")],
        [animal, .class("Dog", version: 2), .class("Cat", version: 2, superclass: 1)]) == [
          "Dog superclassRemoved: dependsOnValues wrongType, fine",
          "Cat superclassInserted: fine, dependsOnValues wrongType",
        ])
  }

  @Test func `a superclass between two is inserted, another one is changed`() {
    let top = ArchiveClassEntry.class("Top")
    let old = [top, .class("Middle", superclass: 1), ArchiveClassEntry.class("Low", superclass: 1)]
    let new = [
      top, .class("Middle", superclass: 1),
      ArchiveClassEntry.class("Low", version: 2, superclass: 2),
    ]
    #expect(findings(old, new) == ["Low superclassInserted: fine, fine"])
    let changed = [
      top, .class("Middle", superclass: 1), .class("Other", superclass: 1),
      ArchiveClassEntry.class("Low", version: 3, superclass: 3),
    ]
    #expect(
      findings(new, changed) == [
        "Low superclassChanged: fine, fine", "Other classAdded: fine, fine",
      ])
  }

  @Test func `keys that moved have to be declared`() {
    let flat = [ArchiveClassEntry.class("Doc", keys: ["title": .string, "body": .string])]
    let layered = [
      ArchiveClassEntry.class("Item", keys: ["title": .string]),
      .class("Doc", version: 2, superclass: 1, keys: ["body": .string]),
    ]
    #expect(
      findings(flat, layered) == [
        "Doc superclassInserted: needsDeclaration missingKey, fine",
        "Doc.title keyRemoved: fine, needsDeclaration missingKey", "Item classAdded: fine, fine",
      ])
    // Another document does not have the title.
    let two = flat + [ArchiveClassEntry.class("Memo")]
    let layeredTwo = layered + [.class("Memo", version: 2, superclass: 1)]
    #expect(
      findings(two, layeredTwo).first { $0.contains("Doc superclassInserted") }
        == "Doc superclassInserted: needsDeclaration missingKey, fine")
    // The number became text in its new class.
    let retyped = [ArchiveClassEntry.class("Item", keys: ["title": .int8]), layered[1]]
    #expect(
      findings(flat, retyped).first { $0.contains("Doc superclassInserted") }
        == "Doc superclassInserted: needsDeclaration missingKey, fine")
  }

  @Test func `a key of several levels has not moved`() {
    let keys = [ArchiveKey("note", .string)]
    let old = [
      ArchiveClassEntry.class("A", keys: keys), .class("B", superclass: 1, keys: keys),
      .class("C", superclass: 2),
    ]
    let new = [ArchiveClassEntry.class("New", keys: keys), .class("C", version: 2, superclass: 1)]
    #expect(
      findings(old, new).first { $0.contains("C superclassInserted") }?
        .contains("needsDeclaration missingKey") == true)
  }

  @Test func `entries of one version are joined, older ones concern their own file only`() {
    #expect(
      findings(
        [.class("C", keys: ["a": .int8]), .class("C", keys: ["a": .int8, "b": .bool])],
        [.class("C", keys: [ArchiveKey("a", .int8), ArchiveKey("b", .bool, presence: .optional)])])
        == [])
    let now = ArchiveClassEntry.class(
      "C", version: 2, keys: [ArchiveKey("a", .string, since: 2), ArchiveKey("b", .bool, since: 2)])
    #expect(
      findings([.class("C", keys: ["a": .int8]), now], [now]) == [
        "C.a typeIncompatible: needsDeclaration wrongType, -",
        "C.b keyAdded: needsDeclaration missingKey, -",
      ])
    #expect(
      findings([.class("C", keys: ["c": .int8])], [.class("C", keys: ["c": .int8]), now])
        .contains("C.c keyRemoved: fine, needsDeclaration missingKey"))
  }

  @Test func `cases of enums`() {
    let old = ArchiveClassEntry.enum(
      "E",
      cases: [
        ArchiveCase("a", keys: ["x": .int8]), ArchiveCase("b"), ArchiveCase("c"),
        ArchiveCase("d", isRetired: true), ArchiveCase("f"),
      ])
    let new = ArchiveClassEntry.enum(
      "E", version: 2,
      cases: [
        ArchiveCase("f"), ArchiveCase("a", keys: ["x": .int16]),
        ArchiveCase("b", isRetired: true), ArchiveCase("d"), ArchiveCase("e", since: 2),
      ])
    #expect(
      findings([old], [new]) == [
        "E.a.x typeWidened: fine, dependsOnValues valueDoesNotFit",
        "E.b caseRetired: needsDeclaration unknownCase, fine",
        "E.c caseRemoved: needsDeclaration unknownCase, fine",
        "E.d caseReturned: fine, needsDeclaration unknownCase",
        "E.e caseAdded: fine, needsDeclaration unknownCase", "E orderChanged: fine, fine",
        "E.c caseMayBeRenamed: fine, fine",
      ])
  }

  @Test func `roots`() {
    #expect(
      findings(
        [], [], oldRoots: [.init("a", .int8), .init("b", .int8), .init("c", .bool)],
        newRoots: [.init("d", .any), .init("b", .string), .init("c", .bool)]) == [
          "root a rootRemoved: fine, needsDeclaration missingKey",
          "root b typeIncompatible: breaks wrongType, breaks wrongType",
          "root d rootAdded: needsDeclaration missingKey, fine",
        ])
  }

  @Test func `the worst verdict is that of the files in question`() throws {
    let compatibility = ArchiveCompatibility(
      old: ArchiveSchema(classes: ArchiveClassTable([.class("C", keys: ["a": .int8])])),
      new: ArchiveSchema(
        classes: ArchiveClassTable([.class("C", version: 2, keys: ["a": .int64])])))
    #expect(compatibility.severity(for: [.old]) == .fine)
    #expect(compatibility.severity() == .dependsOnValues)
    #expect(
      compatibility.findings.map(\.description) == [
        "C.a: widened from int8 to int64; old file: every value converts; new file: converts when "
          + "the value fits"
      ])
  }
}
