import TestSupport

extension ValidFixtures {
  /// Chapter 9: archives that are valid, and whose chunks break a rule of the canonical form.
  static func canonicalChunks() throws -> [ValidFixture] {
    try chunkForms() + nameForms() + chunkEdges()
  }

  /// Rules K1 and K2.
  private static func chunkForms() throws -> [ValidFixture] {
    let bool = Wire.root("a", [0x01], [1])
    return [
      try ValidFixture(
        "not-canonical-two-root-chunks", ["9.6"], "Two ROOT chunks, in canonical order otherwise.",
        [.roots(bool), .roots(Wire.root("b", [0x01], [1]))]),
      try ValidFixture(
        "not-canonical-empty-roots", ["9.6"], "A ROOT chunk without roots.", [.init("ROOT", [0])]),
      try ValidFixture(
        "not-canonical-empty-classes", ["9.6"], "A CLAS chunk without names and entries.",
        [.init("CLAS", [0, 0]), .roots(bool)]),
      try ValidFixture(
        "not-canonical-weak-slots", ["9.6"], "A WEAK chunk.",
        [.roots(Wire.root("w", [0x31, 0], [1])), .init("WEAK", [1, 0])]),
      try ValidFixture(
        "not-canonical-unknown-chunk", ["9.6"], "An unknown chunk.", [.init("teSt", [1])]),
    ]
  }

  /// Rule K6, and names that are not in order.
  private static func nameForms() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "not-canonical-names", ["9.6"], "Names that are not in order.",
        [
          .classes(["B", "A"]),
          .roots(Wire.root("a", [0x20, 0x30, 1], [0]), Wire.root("b", [0x20, 0x30, 2], [0])),
        ]),
      try ValidFixture(
        "not-canonical-unused-name", ["9.6"], "A name that nothing uses.",
        [.classes(["A", "B"]), .roots(Wire.root("a", [0x20, 0x30, 1], [0]))]),
      try ValidFixture(
        "not-canonical-unused-name-and-entry", ["9.6"],
        "A name and an entry that nothing uses: the name stands first.",
        [
          .classes(["A", "B", "C"], Wire.entry(name: 1), Wire.entry(name: 3)),
          .block(first: 1, Wire.record(2)), .roots(Wire.root("r", [0x30, 3], [1])),
        ]),
    ]
  }

  /// Rule K1: the order of chunks.
  private static func chunkEdges() throws -> [ValidFixture] {
    let table = ArchiveParts.Part.classes(["T"], Wire.entry(name: 1))
    let object = ArchiveParts.Part.block(first: 1, Wire.record(1))
    let roots = ArchiveParts.Part.roots(Wire.root("a", [0x30, 1], [1]))
    let moreRoots = ArchiveParts.Part.roots(Wire.root("b", [0x01], [1]))
    let metadata = ArchiveParts.Part("mETa", Wire.roots(Wire.root("k", [0x01], [1])))
    return [
      try ValidFixture(
        "not-canonical-chunk-order", ["9.6"], "ROOT stands before OBJS.",
        [table, .roots(Wire.root("root", [0x30, 1], [1])), object]),
      try ValidFixture(
        "not-canonical-metadata-before-roots", ["9.6"], "mETa stands before ROOT.",
        [table, object, metadata, roots]),
      try ValidFixture(
        "not-canonical-roots-behind-metadata", ["9.6"], "A second ROOT chunk, behind mETa.",
        [table, object, roots, metadata, moreRoots]),
      try ValidFixture(
        "not-canonical-block-behind-roots", ["9.6"], "A second block, behind ROOT.",
        [table, object, roots, .block(first: 2, Wire.record(1))]),
      try ValidFixture(
        "not-canonical-two-class-tables", ["9.6"], "Two instalments of the class table.",
        [.classes(["T"]), .classes([], Wire.entry(name: 1)), object, roots]),
    ]
  }
}
