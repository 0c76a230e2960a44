import Stele
import SteleInspection
import Testing

@Suite("Changes of classes")
struct ClassChangeTests {
  static let key = [Key("a", .int8)]

  @Test func `a change asks for a higher version, unless other objects can explain it`() {
    #expect(
      findings([.class("C", keys: Self.key)], [.class("C", keys: [Key("a", .int16)])]) == [
        "C versionNotRaised: needsDeclaration, -",
        "C.a typeWidened: fine, dependsOnValues valueDoesNotFit",
      ])
    #expect(
      findings(
        [.class("C", keys: Self.key)],
        [.class("C", keys: [Key("a", .optional(.int8)), Key("b", .any, presence: .optional)])])
        == [
          "C.a typeWidened: fine, dependsOnValues valueDoesNotFit", "C.b keyAdded: fine, fine",
        ])
    #expect(
      findings([.class("C", version: 3, keys: Self.key)], [.class("C", version: 2, keys: Self.key)])
        == ["C versionLowered: needsDeclaration, -"])
  }

  @Test func `classes that come and go matter where something leads to them`() {
    let node = ClassEntry.class("Node", keys: [Key("next", .reference(to: "Node"))])
    let leaf = ClassEntry.class("Leaf", superclass: 1)
    let other = ClassEntry.class("Other")
    #expect(
      findings([node, other], [node, leaf]) == [
        "Other classRemoved: fine, fine", "Leaf classAdded: fine, needsDeclaration unknownClass",
      ])
    #expect(
      findings([node, leaf], [node, other]) == [
        "Leaf classRemoved: needsDeclaration unknownClass, fine", "Other classAdded: fine, fine",
      ])
    let any = ClassEntry.class("Any", keys: [Key("a", .list(.any))])
    #expect(
      findings([any], [any, .structure("S")]) == [
        "S classAdded: fine, needsDeclaration unknownClass"
      ])
  }

  @Test func `the only classes with their keys may be one`() {
    #expect(
      findings(
        [.class("Human", keys: [Key("friend", .reference(to: "Human"))])],
        [.class("Person", keys: [Key("friend", .reference(to: "Person"))])])
        == [
          "Human classRemoved: fine, fine", "Person classAdded: fine, fine",
          "Human classMayBeRenamed: fine, fine",
        ])
  }

  @Test func `a class that becomes a struct breaks`() {
    #expect(
      findings([.class("C", keys: Self.key)], [.structure("C", version: 2, keys: Self.key)]) == [
        "C kindChanged: breaks wrongType, breaks wrongType"
      ])
  }

  @Test func `an inserted superclass brings keys that are missing`() {
    let old = [ClassEntry.class("Dog", keys: Self.key)]
    let new = [
      ClassEntry.class("Animal", keys: [Key("legs", .int8), Key("tail", .optional(.bool))]),
      .class("Dog", version: 2, superclass: 1, keys: Self.key),
    ]
    #expect(
      findings(old, new) == [
        "Dog superclassInserted: needsDeclaration missingKey, fine",
        "Animal classAdded: fine, fine",
      ])
    #expect(
      findings(new, old) == [
        "Animal classRemoved: fine, fine", "Dog versionLowered: needsDeclaration, -",
        "Dog superclassRemoved: fine, needsDeclaration missingKey",
      ])
  }

  @Test func `what loses a superclass cannot stand in references to it`() {
    let animal = ClassEntry.class("Animal", keys: [Key("friend", .weakReference(to: "Animal"))])
    #expect(
      findings(
        [animal, .class("Dog", superclass: 1), .class("Cat")],
        [animal, .class("Dog", version: 2), .class("Cat", version: 2, superclass: 1)]) == [
          "Dog superclassRemoved: dependsOnValues wrongType, needsDeclaration missingKey",
          "Cat superclassInserted: needsDeclaration missingKey, dependsOnValues wrongType",
        ])
  }

  @Test func `a superclass between two is inserted, another one is changed`() {
    let top = ClassEntry.class("Top")
    let old = [top, .class("Middle", superclass: 1), ClassEntry.class("Low", superclass: 1)]
    let new = [
      top, .class("Middle", superclass: 1), ClassEntry.class("Low", version: 2, superclass: 2),
    ]
    #expect(
      findings(old, new) == ["Low superclassInserted: fine, fine"])
    let changed = [
      top, .class("Middle", superclass: 1), .class("Other", superclass: 1),
      ClassEntry.class("Low", version: 3, superclass: 3),
    ]
    #expect(
      findings(new, changed) == [
        "Low superclassChanged: fine, fine", "Other classAdded: fine, fine",
      ])
  }

  @Test func `a key may have moved up or down`() {
    let old = [
      ClassEntry.class("Animal", keys: [Key("age", .optional(.int8))]),
      .class("Dog", superclass: 1, keys: [Key("name", .optional(.string))]),
    ]
    let new = [
      ClassEntry.class("Animal", version: 2, keys: [Key("name", .optional(.string), since: 2)]),
      .class("Dog", version: 2, superclass: 1, keys: [Key("age", .optional(.int8), since: 2)]),
    ]
    #expect(
      findings(old, new).filter { $0.contains("Moved") } == [
        "Dog.name keyMayHaveMoved: fine, fine", "Animal.age keyMayHaveMoved: fine, fine",
      ])
  }

  @Test func `entries of one version are joined, older ones concern their own file only`() {
    #expect(
      findings(
        [
          .class("C", keys: [Key("a", .int8)]),
          .class("C", keys: [Key("a", .int8), Key("b", .bool)]),
        ],
        [.class("C", keys: [Key("a", .int8), Key("b", .bool, presence: .optional)])]) == [])
    let now = ClassEntry.class(
      "C", version: 2, keys: [Key("a", .string, since: 2), Key("b", .bool, since: 2)])
    #expect(
      findings([.class("C", keys: [Key("a", .int8)]), now], [now]) == [
        "C.a typeIncompatible: breaks wrongType, -", "C.b keyAdded: needsDeclaration missingKey, -",
      ])
    #expect(
      findings([.class("C", keys: [Key("c", .int8)])], [.class("C", keys: [Key("c", .int8)]), now])
        .contains("C.c keyRemoved: fine, needsDeclaration missingKey"))
  }

  @Test func `cases of enums`() {
    let old = ClassEntry.enumeration(
      "E",
      cases: [
        Case("a", keys: [Key("x", .int8)]), Case("b"), Case("c"), Case("d", isRetired: true),
        Case("f"),
      ])
    let new = ClassEntry.enumeration(
      "E", version: 2,
      cases: [
        Case("f"), Case("a", keys: [Key("x", .int16)]), Case("b", isRetired: true),
        Case("d"), Case("e", since: 2),
      ])
    #expect(
      findings([old], [new]) == [
        "E.a.x typeWidened: fine, dependsOnValues valueDoesNotFit",
        "E.b caseRetired: breaks unknownCase, fine",
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
    let compatibility = Compatibility(
      old: ArchiveSchema(classes: ClassTable([.class("C", keys: [Key("a", .int8)])])),
      new: ArchiveSchema(classes: ClassTable([.class("C", version: 2, keys: [Key("a", .int64)])])))
    #expect(compatibility.severity(for: [.old]) == .fine)
    #expect(compatibility.severity() == .dependsOnValues)
    #expect(
      compatibility.findings.map(\.description) == [
        "C.a: widened from int8 to int64; old file: every value converts; new file: converts when "
          + "the value fits"
      ])
  }
}
