import TestSupport
import Testing

@Suite struct RecipeTests {
  @Test func `an archive that is taken apart and sealed is the same archive`() throws {
    for fixture in try FixtureFolder.manifest().valid {
      let bytes = try FixtureFolder.bytes(fixture.file)
      var archive = try ArchiveParts(archive: bytes)
      archive.renewIndex()
      #expect(archive.sealed() == bytes, "\(fixture.file)")
    }
  }

  @Test func `a recipe that expects other bytes than its base has is refused`() throws {
    let recipe = Recipe(
      name: "n", base: "empty", about: "", rule: "P1", offset: 0,
      changes: [Recipe.Change(chunk: 0, at: 0, expect: "02", replace: "01")])
    let base = try FixtureFolder.bytes("valid/empty.stele")
    #expect(throws: RecipePatcher.Mismatch.self) { try RecipePatcher.make(recipe, from: base) }
  }

  @Test func `a change before sealing leaves checks and index right`() throws {
    let recipe = Recipe(
      name: "n", base: "empty", about: "", rule: "P1", offset: 0,
      changes: [Recipe.Change(chunk: 1, replace: "010203", insert: "teSt")])
    let made = try RecipePatcher.make(recipe, from: try FixtureFolder.bytes("valid/empty.stele"))
    let parts = try ArchiveParts(archive: made)
    #expect(parts.parts.count == 3)
    #expect(Array(parts.parts[2].payload.suffix(8)) == ArchiveParts.u64(UInt64(parts.offsets[2])))
  }
}
