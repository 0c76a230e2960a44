import Stele
import Testing

@Suite("Changes of keys")
struct KeyChangeTests {
  static let a = ArchiveKey("a", .int8)

  @Test func `equal tables differ in nothing`() {
    let entries = [
      ArchiveClassEntry.class("C", version: 3, keys: [Self.a, ArchiveKey("b", .string, since: 2)]),
      .struct("S", keys: [Self.a]), .enum("E", cases: [ArchiveCase("x", keys: [Self.a])]),
    ]
    #expect(findings(entries, entries) == [])
  }

  @Test func `an added key needs a default unless it may be absent or nil`() {
    let found = keyFindings(
      [Self.a],
      [
        Self.a, ArchiveKey("b", .string, since: 2),
        ArchiveKey("c", .bool, since: 2, presence: .optional),
        ArchiveKey("d", .optional(.bool), since: 2),
        ArchiveKey("e", .weakReference(to: nil), since: 2),
      ])
    #expect(
      found == [
        "C.b keyAdded: needsDeclaration missingKey, fine", "C.c keyAdded: fine, fine",
        "C.d keyAdded: fine, fine", "C.e keyAdded: fine, fine",
      ])
  }

  @Test func `a key that is gone is missing for the old program`() {
    let found = keyFindings(
      [
        Self.a, ArchiveKey("b", .string), ArchiveKey("c", .bool),
        ArchiveKey("d", .bytes, presence: .optional),
      ],
      [Self.a, ArchiveKey("b", .string, presence: .retired)])
    #expect(
      found == [
        "C.b keyRetired: fine, needsDeclaration missingKey",
        "C.c keyRemoved: fine, needsDeclaration missingKey", "C.d keyRemoved: fine, fine",
      ])
  }

  @Test func `a retired key comes back as an added one, with another type as one of that type`() {
    let found = keyFindings(
      [
        ArchiveKey("a", .int8, presence: .retired), ArchiveKey("b", .int8, presence: .retired),
        ArchiveKey("c", .int8, presence: .retired), ArchiveKey("d", .int8, presence: .retired),
      ],
      [
        ArchiveKey("a", .int8), ArchiveKey("b", .int16),
        ArchiveKey("c", .int16, presence: .retired),
      ])
    #expect(
      found == [
        "C.a keyReturned: needsDeclaration missingKey, fine",
        "C.b retiredKeyReused: fine, fine",
        "C.b keyReturned: needsDeclaration missingKey, fine",
        "C.c retiredKeyReused: fine, fine",
        "C.d retirementForgotten: fine, -",
      ])
  }

  @Test func `a key may have had another type in versions before the one that retires it`() {
    let found = keyFindings([ArchiveKey("a", .int8)], [ArchiveKey("a", .int16, presence: .retired)])
    #expect(found == ["C.a keyRetired: fine, needsDeclaration missingKey"])
    let ofOneVersion = keyFindings(
      [ArchiveKey("a", .int8)], [ArchiveKey("a", .int16, presence: .retired)], newVersion: 1)
    #expect(
      ofOneVersion == [
        "C versionNotRaised: needsDeclaration, -",
        "C.a retiredKeyReused: fine, dependsOnValues valueDoesNotFit",
        "C.a keyRetired: fine, needsDeclaration missingKey",
      ])
  }

  @Test func `an absent key is missing where it was required`() {
    let found = keyFindings(
      [
        ArchiveKey("a", .int8), ArchiveKey("b", .int8, presence: .optional),
        ArchiveKey("c", .optional(.int8)),
      ],
      [
        ArchiveKey("a", .int8, presence: .optional), ArchiveKey("b", .int8),
        ArchiveKey("c", .optional(.int8), presence: .optional),
      ])
    #expect(
      found == [
        "C.a madeOptional: fine, needsDeclaration missingKey",
        "C.b madeRequired: needsDeclaration missingKey, fine", "C.c madeOptional: fine, fine",
      ])
  }

  @Test func `since is told when it contradicts, and changes nothing`() {
    let found = keyFindings(
      [ArchiveKey("a", .int8)],
      [ArchiveKey("a", .int8, since: 2), ArchiveKey("b", .optional(.bool), since: 1)])
    #expect(
      found == ["C.a sinceChanged: -, -", "C.b keyAdded: fine, fine", "C.b sinceContradicts: -, -"])
  }

  @Test func `the only keys of a type that go and come may be one`() {
    let found = keyFindings(
      [ArchiveKey("a", .int8), ArchiveKey("b", .bool), ArchiveKey("c", .bool)],
      [
        ArchiveKey("x", .int8, since: 2, presence: .optional),
        ArchiveKey("y", .bool, since: 2, presence: .optional),
      ])
    #expect(found.filter { $0.contains("Renamed") } == ["C.a keyMayBeRenamed: fine, fine"])
  }

  @Test func `names are compared by their bytes`() {
    let found = keyFindings([ArchiveKey("\u{E9}", .bool)], [ArchiveKey("e\u{301}", .string)])
    #expect(
      found == [
        "C.\u{E9} keyRemoved: fine, needsDeclaration missingKey",
        "C.e\u{301} keyAdded: needsDeclaration missingKey, fine",
        "C.e\u{301} sinceContradicts: -, -",
      ])
  }
}
