import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// §9.6, §9.7: nil and references in set elements and map keys whose types a join changes.
  ///
  /// A nil has a canonical form, a reference none: rule K11.
  static func joinedReferences() throws -> [ValidFixture] {
    let (ref, of) = (ArchiveTypeDescriptor.reference(to: nil), ArchiveValue.reference(1))
    let refOrNil = ArchiveTypeDescriptor.optional(ref)
    return try [
      JoinedPair(
        "never", "optional never and optional ref", .optional(.never), .nil, refOrNil, .nil, of),
      JoinedPair(
        "never-in-list", "list never and list optional ref", .list(.never), .list([]),
        .list(refOrNil), .list([.nil]), .list([of])),
      JoinedPair(
        "class", "optional ref to any object and optional ref T", refOrNil, .nil,
        .optional(.reference(to: "T")), .nil, of),
      JoinedPair(
        "optional", "ref T and optional ref", .reference(to: "T"), nil, refOrNil, .nil, of),
      JoinedPair(
        "optional-twice", "optional ref and optional optional ref", refOrNil, .nil,
        .optional(refOrNil), .some(.nil), .some(of)),
      JoinedPair("any", "any and optional ref", .any, .any(refOrNil, .nil), refOrNil, .nil, of),
      JoinedPair("optional-any", "int8 and optional ref", .int8, .integer(5), refOrNil, .nil, of),
    ].flatMap { try $0.fixtures() }
  }
}

/// Two types of one key, in two entries of a struct.
private struct JoinedPair {
  private let name: String
  private let about: String
  private let types: [ArchiveTypeDescriptor]
  /// A value of the first type without a reference, if there is one.
  private let left: ArchiveValue?
  /// A value of the second type with a nil.
  private let right: ArchiveValue
  /// A value of the second type with a reference.
  private let reference: ArchiveValue

  init(
    _ name: String, _ about: String, _ leftType: ArchiveTypeDescriptor, _ left: ArchiveValue?,
    _ rightType: ArchiveTypeDescriptor, _ right: ArchiveValue, _ reference: ArchiveValue
  ) {
    self.name = name
    self.about = about
    types = [leftType, rightType]
    self.left = left
    self.right = right
    self.reference = reference
  }

  func fixtures() throws -> [ValidFixture] {
    let left = ValidFixtures.structure(1, left ?? .reference(1))
    let right = ValidFixtures.structure(2, right)
    let reference = ValidFixtures.structure(2, reference)
    let all = self.left == nil ? [right] : [left, right]
    return [
      try fixture(
        "nil-in-keys", "nil in set elements and map keys",
        all.enumerated().flatMap { [set($1, "set-\($0)"), map($1, "map-\($0)")] } + [list(left)],
        keeps: ["K11"]),
      try fixture(
        "reference-in-set", "a reference in a set element", [list(left), set(reference, "set")]),
      try fixture(
        "reference-in-key", "a reference in a map key", [list(left), map(reference, "map")]),
    ]
  }

  private func fixture(
    _ suffix: String, _ content: String, _ roots: [ArchiveNamedValue], keeps: [String] = []
  ) throws -> ValidFixture {
    try ValidFixture(
      "join-\(name)-\(suffix)", ["9.6", "9.7"], "A key of \(about): \(content).", keeps: keeps,
      ArchiveGraph(
        types.map { .struct("S", keys: [ArchiveKey("k", $0)]) } + [.class("T")],
        [ArchiveObject(3)], roots: roots))
  }

  private func list(_ value: ArchiveValue) -> ArchiveNamedValue {
    ArchiveNamedValue("list", .list(.struct("S")), .list([value]))
  }

  private func set(_ value: ArchiveValue, _ name: String) -> ArchiveNamedValue {
    ArchiveNamedValue(name, .set(.struct("S")), .set([value]))
  }

  private func map(_ value: ArchiveValue, _ name: String) -> ArchiveNamedValue {
    ArchiveNamedValue(
      name, .map(key: .struct("S"), value: .bool),
      .map([ArchiveMapPair(key: value, value: .bool(true))]))
  }
}
