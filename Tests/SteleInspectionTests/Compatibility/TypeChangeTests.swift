import Stele
import Testing

@Suite("Changes of types")
struct TypeChangeTests {
  /// The old type, the new type, and the effect on the old file and on the new file.
  static let changes: [(ArchiveTypeDescriptor, ArchiveTypeDescriptor, String)] = [
    (.int8, .int16, "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (.uint8, .int16, "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (.uint64, .int128, "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (.int64, .int8, "typeNarrowed: dependsOnValues valueDoesNotFit, fine"),
    (
      .uint8, .int8,
      "typeOverlapping: dependsOnValues valueDoesNotFit, dependsOnValues valueDoesNotFit"
    ),
    (
      .int8, .uint128,
      "typeOverlapping: dependsOnValues valueDoesNotFit, dependsOnValues valueDoesNotFit"
    ),
    (.float16, .float32, "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (.float64, .float32, "typeNarrowed: dependsOnValues valueDoesNotFit, fine"),
    (.int8, .float64, "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (.int8, .float16, "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (.uint16, .float32, "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (
      .int64, .float64,
      "typeOverlapping: dependsOnValues valueDoesNotFit, dependsOnValues valueDoesNotFit"
    ),
    (.uint128, .decimal, "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (
      .decimal, .float64, "typeIncompatible: needsDeclaration wrongType, needsDeclaration wrongType"
    ),
    (.date, .float64, "typeIncompatible: needsDeclaration wrongType, fine"),
    (.list(.uint8), .bytes, "typeIncompatible: fine, needsDeclaration wrongType"),
    (
      .list(.int8), .bytes,
      "typeIncompatible: needsDeclaration wrongType, needsDeclaration wrongType"
    ),
    (.list(.never), .bytes, "typeIncompatible: fine, needsDeclaration wrongType"),
    (
      .string, .uuid,
      "typeIncompatible: dependsOnValues valueDoesNotFit, needsDeclaration wrongType"
    ),
    (
      .list(.any), .map(key: .float64, value: .string),
      "typeIncompatible: dependsOnValues valueDoesNotFit, needsDeclaration wrongType"
    ),
    (
      .list(.string), .map(key: .string, value: .string),
      "typeIncompatible: needsDeclaration wrongType, needsDeclaration wrongType"
    ),
    (.bool, .int8, "typeIncompatible: needsDeclaration wrongType, needsDeclaration wrongType"),
    (.int8, .optional(.int16), "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (
      .optional(.int8), .string,
      "typeIncompatible: needsDeclaration wrongType, needsDeclaration wrongType"
    ),
    (
      .optional(.optional(.int8)), .optional(.int8),
      "typeEquivalent: fine, fine"
    ),
    (.optional(.string), .any, "typeWidened: fine, dependsOnValues wrongType"),
    (.any, .optional(.any), "typeEquivalent: fine, fine"),
    (.list(.int8), .list(.int16), "typeWidened: fine, dependsOnValues valueDoesNotFit"),
    (
      .list(.int8), .set(.int8), "typeEquivalent: fine, fine"
    ),
    (
      .set(.int8), .list(.int16), "typeWidened: fine, dependsOnValues valueDoesNotFit"
    ),
    (
      .list(.weakReference(to: "Dog")), .set(.reference(to: "Dog")),
      "typeNarrowed: dependsOnValues valueDoesNotFit, fine"
    ),
    (
      .map(key: .string, value: .int8), .map(key: .any, value: .int8),
      "typeWidened: fine, dependsOnValues wrongType"
    ),
    (
      .map(key: .string, value: .int8), .map(key: .string, value: .bool),
      "typeIncompatible: needsDeclaration wrongType, needsDeclaration wrongType"
    ),
    (
      .reference(to: "Dog"), .reference(to: "Animal"),
      "typeWidened: fine, dependsOnValues wrongType"
    ),
    (.reference(to: "Dog"), .reference(to: nil), "typeWidened: fine, dependsOnValues wrongType"),
    (
      .reference(to: "Dog"), .weakReference(to: "Animal"),
      "typeWidened: fine, dependsOnValues wrongType"
    ),
    (
      .reference(to: "Dog"), .weakReference(to: "Dog"),
      "typeWidened: fine, dependsOnValues valueDoesNotFit"
    ),
    (
      .optional(.reference(to: "Dog")), .weakReference(to: "Dog"), "typeEquivalent: fine, fine"
    ),
    (
      .reference(to: "Dog"), .reference(to: "Stone"),
      "typeIncompatible: needsDeclaration wrongType, needsDeclaration wrongType"
    ),
    (
      .reference(to: "Dog"), .reference(to: "Unseen"),
      "typeOverlapping: dependsOnValues wrongType, dependsOnValues wrongType"
    ),
    (
      .list(.reference(to: "Here")), .list(.reference(to: "There")),
      "typeOverlapping: needsDeclaration unknownClass, needsDeclaration unknownClass"
    ),
    (
      .set(.weakReference(to: "Dog")), .set(.weakReference(to: "Animal")),
      "typeEquivalent: fine, fine"
    ),
    (
      .set(.reference(to: "Dog")), .set(.weakReference(to: "Dog")),
      "typeNarrowed: dependsOnValues wrongType, fine"
    ),
    (
      .map(key: .bool, value: .reference(to: "Dog")),
      .map(key: .bool, value: .weakReference(to: nil)),
      "typeWidened: fine, dependsOnValues wrongType"
    ),
    (.list(.never), .list(.string), "typeWidened: fine, dependsOnValues wrongType"),
    (
      .optional(.never), .optional(.struct("Both")),
      "typeWidened: fine, dependsOnValues wrongType"
    ),
    (.never, .int8, "typeWidened: fine, dependsOnValues wrongType"),
    (.set(.bool), .list(.never), "typeNarrowed: dependsOnValues wrongType, fine"),
    (
      .struct("Old"), .struct("New"),
      "typeOverlapping: needsDeclaration unknownClass, needsDeclaration unknownClass"
    ),
    (
      .struct("Both"), .struct("New"),
      "typeIncompatible: needsDeclaration wrongType, needsDeclaration unknownClass"
    ),
    (.struct("Dog"), .reference(to: "Dog"), "typeWidened: fine, dependsOnValues"),
    (
      .struct("Both"), .enum("Both"),
      "typeIncompatible: needsDeclaration wrongType, needsDeclaration wrongType"
    ),
  ]

  @Test(arguments: changes)
  func `a change of type means what the table of conversions says`(
    old: ArchiveTypeDescriptor, new: ArchiveTypeDescriptor, expected: String
  ) {
    let expected = expected.replacing("typeEquivalent", with: "typeChanged")
    let common: [ArchiveClassEntry] = [
      .class("Animal"), .class("Dog", superclass: 1), .class("Stone"), .struct("Both"),
    ]
    let lines = findings(
      common + [.class("C", keys: [ArchiveKey("a", old)])],
      common + [.class("C", version: 2, keys: [ArchiveKey("a", new)])])
    #expect(lines == ["C.a \(expected)"])
  }

  @Test func `deeply nested types are compared without recursion`() {
    var old = ArchiveTypeDescriptor.int8
    var new = ArchiveTypeDescriptor.int16
    for _ in 0..<500 {
      old = .list(old)
      new = .list(new)
    }
    #expect(
      findings(
        [.class("C", keys: [ArchiveKey("a", old)])], [.class("C", keys: [ArchiveKey("a", new)])]
      ).count
        == 2)
  }
}
