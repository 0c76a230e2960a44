import Stele
import TestSupport
import Testing

@Suite("Changes of types")
struct TypeChangeTests {
  // The effects that most changes have.
  private static let widenedInRange = "typeWidened: fine, dependsOnValues valueDoesNotFit"
  private static let widened = "typeWidened: fine, dependsOnValues wrongType"
  private static let narrowed = "typeNarrowed: dependsOnValues valueDoesNotFit, fine"
  private static let overlapping =
    "typeOverlapping: dependsOnValues valueDoesNotFit, dependsOnValues valueDoesNotFit"
  private static let incompatible =
    "typeIncompatible: needsDeclaration wrongType, needsDeclaration wrongType"
  private static let equivalent = "typeChanged: fine, fine"

  /// The old type, the new type, and the effect on the old file and on the new file.
  static let changes: [(ArchiveTypeDescriptor, ArchiveTypeDescriptor, String)] = [
    (.int8, .int16, widenedInRange),
    (.uint8, .int16, widenedInRange),
    (.uint64, .int128, widenedInRange),
    (.int64, .int8, narrowed),
    (.uint8, .int8, overlapping),
    (.int8, .uint128, overlapping),
    (.float16, .float32, widenedInRange),
    (.float64, .float32, narrowed),
    (.int8, .float64, widenedInRange),
    (.int8, .float16, widenedInRange),
    (.uint16, .float32, widenedInRange),
    (.int64, .float64, overlapping),
    (.uint128, .decimal, widenedInRange),
    (.decimal, .float64, incompatible),
    (.date, .float64, "typeIncompatible: needsDeclaration wrongType, fine"),
    (.list(.uint8), .bytes, "typeIncompatible: fine, needsDeclaration wrongType"),
    (.list(.int8), .bytes, incompatible),
    (.list(.never), .bytes, "typeIncompatible: fine, needsDeclaration wrongType"),
    (
      .string, .uuid,
      "typeIncompatible: dependsOnValues valueDoesNotFit, needsDeclaration wrongType"
    ),
    (
      .list(.any), .map(key: .float64, value: .string),
      "typeIncompatible: dependsOnValues valueDoesNotFit, needsDeclaration wrongType"
    ),
    (.list(.string), .map(key: .string, value: .string), incompatible),
    (.bool, .int8, incompatible),
    (.int8, .optional(.int16), widenedInRange),
    (.optional(.int8), .string, incompatible),
    (.optional(.optional(.int8)), .optional(.int8), equivalent),
    (.optional(.string), .any, widened),
    (.any, .optional(.any), equivalent),
    (.list(.int8), .list(.int16), widenedInRange),
    (.list(.int8), .set(.int8), equivalent),
    (.set(.int8), .list(.int16), widenedInRange),
    (.list(.weakReference(to: "Dog")), .set(.reference(to: "Dog")), narrowed),
    (.map(key: .string, value: .int8), .map(key: .any, value: .int8), widened),
    (.map(key: .string, value: .int8), .map(key: .string, value: .bool), incompatible),
    (.reference(to: "Dog"), .reference(to: "Animal"), widened),
    (.reference(to: "Dog"), .reference(to: nil), widened),
    (.reference(to: "Dog"), .weakReference(to: "Animal"), widened),
    (.reference(to: "Dog"), .weakReference(to: "Dog"), widenedInRange),
    (.optional(.reference(to: "Dog")), .weakReference(to: "Dog"), equivalent),
    (.reference(to: "Dog"), .reference(to: "Stone"), incompatible),
    (
      .reference(to: "Dog"), .reference(to: "Unseen"),
      "typeOverlapping: dependsOnValues wrongType, dependsOnValues wrongType"
    ),
    (
      .list(.reference(to: "Here")), .list(.reference(to: "There")),
      "typeOverlapping: needsDeclaration unknownClass, needsDeclaration unknownClass"
    ),
    (.set(.weakReference(to: "Dog")), .set(.weakReference(to: "Animal")), equivalent),
    (
      .set(.reference(to: "Dog")), .set(.weakReference(to: "Dog")),
      "typeNarrowed: dependsOnValues wrongType, fine"
    ),
    (
      .map(key: .bool, value: .reference(to: "Dog")),
      .map(key: .bool, value: .weakReference(to: nil)),
      widened
    ),
    (.list(.never), .list(.string), widened),
    (.optional(.never), .optional(.struct("Both")), widened),
    (.never, .int8, widened),
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
    (.struct("Both"), .enum("Both"), incompatible),
  ]

  @Test(arguments: changes)
  func `a change of type means what the table of conversions says`(
    old: ArchiveTypeDescriptor, new: ArchiveTypeDescriptor, expected: String
  ) {
    let common: [ArchiveClassEntry] = [
      .class("Animal"), .class("Dog", superclass: 1), .class("Stone"), .struct("Both"),
    ]
    let lines = findings(
      common + [.class("C", keys: ["a": old])],
      common + [.class("C", version: 2, keys: ["a": new])])
    #expect(lines == ["C.a \(expected)"])
  }

  @Test func `deeply nested types are compared without recursion`() {
    var old = ArchiveTypeDescriptor.int8
    var new = ArchiveTypeDescriptor.int16
    for _ in 0..<500 {
      old = .list(old)
      new = .list(new)
    }
    #expect(findings([.class("C", keys: ["a": old])], [.class("C", keys: ["a": new])]).count == 2)
  }
}
