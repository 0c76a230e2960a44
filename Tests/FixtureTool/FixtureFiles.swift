import Foundation
import Stele
import SteleInspection
import SteleModel
import SteleVerifier
import TestSupport

/// Everything that is generated: fixtures, manifest, annexes.
package struct FixtureFiles {
  /// The content of each file, by its path in the package.
  package private(set) var contents: [String: [UInt8]] = [:]
  private var manifest = Manifest()

  /// Makes all files anew.
  ///
  /// Recipes, and the numbered rules in the chapters of the specification, are read from the package.
  ///
  /// - Parameter annexesAreLong: Whether annexes A and B list and show all fixtures.
  /// - Throws: When a recipe, a rule or a fixture is not as it should be.
  package init(annexesAreLong: Bool = false) throws {
    let fixtures = try ValidFixtures.all()
    for fixture in fixtures { try add(fixture) }
    let bases = Dictionary(uniqueKeysWithValues: fixtures.map { ($0.name, $0.bytes) })
    let rules = try RuleTexts.read()
    let recipes = try FixtureFolder.recipes()
    for recipe in recipes.sorted(by: { $0.name < $1.name }) {
      try add(recipe, bases: bases, rules: rules)
    }
    for recipe in try FixtureFolder.futureRecipes().sorted(by: { $0.name < $1.name }) {
      try add(recipe, bases: bases)
    }
    for recipe in try FixtureFolder.damageRecipes().sorted(by: { $0.name < $1.name }) {
      try add(recipe, bases: bases)
    }
    for family in try EvolutionFamily.all() {
      let files = try EvolutionFiles(family)
      for (path, bytes) in files.contents { contents["Fixtures/\(path)"] = bytes }
      manifest.evolution.append(files.entry)
    }
    let walkthroughs = try WalkthroughFiles()
    for (path, bytes) in walkthroughs.contents { contents["Fixtures/\(path)"] = bytes }
    manifest.nscoding = walkthroughs.archives
    for recipe in try FixtureFolder.textRecipes().sorted(by: { $0.name < $1.name }) {
      try add(recipe)
    }
    for group in try FixtureFolder.equalGroups().sorted(by: { $0.group < $1.group }) {
      let files = try EqualFiles(group, bases: bases)
      for (path, bytes) in files.contents { contents["Fixtures/\(path)"] = bytes }
      manifest.equal.append(files.entry)
    }
    contents["Fixtures/manifest.json"] = Array(
      try manifest.rendered(releases: FixtureFolder.releases()).utf8)
    contents["Spec/annex-a-rules.md"] = Array(
      try RuleAnnex(rules: rules, manifest: manifest, listsFixtures: annexesAreLong).text().utf8)
    contents["Spec/annex-d-grammar.md"] = Array(try GrammarAnnex().text.utf8)
    contents["Spec/annex-b-examples.md"] = Array(
      try ExampleAnnex(fixtures: fixtures, showsAll: annexesAreLong).text().utf8)
  }

  private mutating func add(_ fixture: ValidFixture) throws {
    let file = "valid/\(fixture.name).stele"
    let textFile = "valid/\(fixture.name).json"
    let text = Array((fixture.graph.notation() + "\n").utf8)
    let verification = Verifier(level: .canonical).verify(fixture.bytes)
    contents["Fixtures/\(file)"] = fixture.bytes
    contents["Fixtures/\(textFile)"] = text
    var form: (file: String, sha256: String)?
    var denied: ArchiveRule?
    switch try canonicalForm(of: fixture, isCanonical: verification.isValid) {
    case .success(let bytes):
      form = (verification.isValid ? file : "canonical/\(fixture.name).stele", SHA256.hash(bytes))
      if let form { contents["Fixtures/\(form.file)"] = bytes }
    case .failure(let reason):
      denied = reason.rule
    }
    var row = Manifest.Valid(
      file: file, spec: fixture.spec, about: fixture.about, keeps: fixture.keeps,
      sha256: SHA256.hash(fixture.bytes), text: textFile, textSHA256: SHA256.hash(text),
      canonicalFinding: verification.findings.first.map {
        Manifest.Finding($0.rule, at: $0.offset)
      },
      form: form, denied: denied)
    let built = try ArchiveGraph(notation: text).encoded()
    let files = [file, form?.file].compactMap(\.self)
    let builtFile =
      files.first { contents["Fixtures/\($0)"] == built } ?? "built/\(fixture.name).stele"
    contents["Fixtures/\(builtFile)"] = built
    (row.built, row.builtSHA256) = (builtFile, SHA256.hash(built))
    (row.digest, row.digestDenied) = try fixture.graph.digestOrDenial()
    manifest.valid.append(row)
  }

  private mutating func add(_ recipe: TextRecipe) throws {
    let file = "texts/\(recipe.name).json"
    let base = manifest.valid.first { $0.file == "valid/\(recipe.base).stele" }
    let baseText = (base?.text).flatMap { contents["Fixtures/\($0)"] } ?? []
    let parts = String(decoding: baseText, as: UTF8.self).components(separatedBy: recipe.expect)
    guard parts.count == 2 else {
      throw RecipePatcher.Mismatch(
        description: "\(recipe.name): the base has \(recipe.expect) \(parts.count - 1) times")
    }
    let text = Array(parts.joined(separator: recipe.replace).utf8)
    let isSame = recipe.isSame ?? false
    guard
      (try? SHA256.hash(ArchiveGraph(notation: text).encoded()))
        == (isSame ? base?.builtSHA256 : nil)
    else {
      throw RecipePatcher.Mismatch(
        description: "\(recipe.name): the text is not \(isSame ? "built as its base" : "refused")")
    }
    contents["Fixtures/\(file)"] = text
    manifest.texts.append(
      Manifest.Text(
        file: file, spec: recipe.spec, about: recipe.about, base: "valid/\(recipe.base).json",
        sha256: SHA256.hash(text), built: isSame ? base?.built : nil,
        builtSHA256: isSame ? base?.builtSHA256 : nil))
  }

  /// The canonical form of a fixture with its metadata, or the rule that denies one.
  private func canonicalForm(
    of fixture: ValidFixture, isCanonical: Bool
  ) throws -> Result<[UInt8], DeniedForm> {
    let bytes: [UInt8]
    do {
      bytes = try fixture.graph.canonical(includesMetadata: true).encoded()
    } catch {
      guard case .breaks(let rule) = error.reason else { throw error }
      return .failure(DeniedForm(rule: rule))
    }
    guard isCanonical == (bytes == fixture.bytes) else {
      throw RecipePatcher.Mismatch(
        description: "\(fixture.name): the verifier and the canonicalizer disagree")
    }
    return .success(bytes)
  }

  private struct DeniedForm: Error { let rule: ArchiveRule }

  private mutating func add(_ recipe: Recipe, bases: [String: [UInt8]], rules: [RuleText]) throws {
    guard let base = bases[recipe.base],
      let rule = ArchiveRule.allCases.first(where: { $0.number == recipe.rule }),
      let text = rules.first(where: { $0.number == recipe.rule })
    else { throw RecipePatcher.Mismatch(description: "\(recipe.name): no such base or rule") }
    let bytes = try RecipePatcher.make(recipe, from: base)
    let isAboutOrder = recipe.also != nil
    let file = "\(isAboutOrder ? "order" : "invalid")/\(recipe.name).stele"
    contents["Fixtures/\(file)"] = bytes
    let fixture = Manifest.Invalid(
      file: file, spec: [isAboutOrder ? "8.1" : text.section], about: recipe.about,
      base: "valid/\(recipe.base).stele", sha256: SHA256.hash(bytes),
      finding: Manifest.Finding(rule, at: recipe.offset), level: level(of: bytes),
      also: recipe.also)
    if isAboutOrder {
      manifest.order.append(fixture)
    } else {
      manifest.invalid.append(fixture)
    }
  }

  private mutating func add(_ recipe: FutureRecipe, bases: [String: [UInt8]]) throws {
    guard let base = bases[recipe.base] else {
      throw RecipePatcher.Mismatch(description: "\(recipe.name): no such base")
    }
    let bytes = try RecipePatcher.make(recipe, from: base)
    let file = "future/\(recipe.name).stele"
    contents["Fixtures/\(file)"] = bytes
    let rule = ArchiveRule.allCases.first { $0.number == recipe.rule }
    guard (rule == nil) == (recipe.rule == nil), (rule == nil) == (recipe.offset == nil) else {
      throw RecipePatcher.Mismatch(description: "\(recipe.name): no such rule, or no offset")
    }
    let finding = rule.flatMap { rule in recipe.offset.map { Manifest.Finding(rule, at: $0) } }
    let text = finding == nil ? "valid/\(recipe.base).json" : nil
    manifest.future.append(
      Manifest.Future(
        file: file, spec: [recipe.spec], about: recipe.about, base: "valid/\(recipe.base).stele",
        sha256: SHA256.hash(bytes), finding: finding,
        level: finding == nil ? nil : level(of: bytes), text: text,
        textSHA256: text.flatMap { contents["Fixtures/\($0)"] }.map { SHA256.hash($0) }))
  }

  /// How much of an archive has to be checked until something wrong is found.
  private func level(of bytes: [UInt8]) -> String {
    if !Verifier(level: .frames).verify(bytes).isValid { return "frames" }
    return Verifier(level: .tables).verify(bytes).isValid ? "values" : "tables"
  }

  private mutating func add(_ recipe: DamageRecipe, bases: [String: [UInt8]]) throws {
    guard let base = recipe.base.map({ bases[$0] }) ?? [] else {
      throw RecipePatcher.Mismatch(description: "\(recipe.name): no such base")
    }
    let bytes = try RecipePatcher.make(recipe, from: base)
    let file = "damaged/\(recipe.name).stele"
    contents["Fixtures/\(file)"] = bytes
    let recovery = ArchiveRecovery.unrepaired(bytes)
    var recovered: (file: String, bytes: [UInt8])?
    if recovery.report.outcome != .nothing {
      let mended = ("damaged/\(recipe.name).recovered.stele", try recovery.graph.encoded())
      contents["Fixtures/\(mended.0)"] = mended.1
      recovered = mended
    }
    manifest.damaged.append(
      Manifest.Damaged(
        file: file, about: recipe.about, base: recipe.base.map { "valid/\($0).stele" },
        bytes: bytes, recovery: recovery, recovered: recovered))
  }

  /// The paths of the files that are not in the package as they should be, or should not be there.
  package func differences() throws -> [String] {
    var differences: [String] = []
    for (path, bytes) in contents {
      let current = try? Data(contentsOf: FixtureFolder.package.appending(path: path))
      if current.map({ Array($0) }) != bytes { differences.append(path) }
    }
    return (differences + surplus()).sorted()
  }

  /// Files in the folders of fixtures that are not generated.
  private func surplus() -> [String] {
    let folders =
      ["valid", "canonical", "built", "invalid", "order", "future", "damaged", "nscoding", "texts"]
      + manifest.evolution.map { "evolution/\($0.family)" }
      + manifest.equal.map { "equal/\($0.group)" }
    return folders.map { "Fixtures/\($0)" }.flatMap { folder in
      let path = FixtureFolder.package.appending(path: folder).path(percentEncoded: false)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0 != "expected.json" }.map { "\(folder)/\($0)" }
        .filter { contents[$0] == nil }
    }
  }

  /// Writes all files that differ, and removes those that should not be there.
  package func write() throws {
    for path in try differences() {
      let file = FixtureFolder.package.appending(path: path)
      guard let bytes = contents[path] else {
        try FileManager.default.removeItem(at: file)
        continue
      }
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }
}
