import Foundation
import Stele
import TestSupport
import Testing
import fixtures

@Suite struct ManifestTests {
  @Test func `fixtures, manifest and annexes are as they are generated`() throws {
    #expect(try FixtureFiles().differences() == [])
  }

  @Test func `the manifest lists every file with its hash`() throws {
    let manifest = try FixtureFolder.manifest()
    var hashes: [String: String] = [:]
    for fixture in manifest.valid {
      hashes[fixture.file] = fixture.sha256
      hashes[fixture.text] = fixture.textSHA256
      if let form = fixture.form { hashes[form] = fixture.formSHA256 }
      if let built = fixture.built { hashes[built] = fixture.builtSHA256 }
    }
    for text in manifest.texts { hashes[text.file] = text.sha256 }
    for fixture in manifest.invalid + manifest.order { hashes[fixture.file] = fixture.sha256 }
    for fixture in manifest.future { hashes[fixture.file] = fixture.sha256 }
    for fixture in manifest.damaged {
      hashes[fixture.file] = fixture.sha256
      if let recovered = fixture.recovered { hashes[recovered] = fixture.recoveredSHA256 }
    }
    let compared = manifest.equal.flatMap(\.contents).joined()
    for archive in manifest.evolution.flatMap(\.archives) + manifest.nscoding + compared {
      hashes[archive.file] = archive.sha256
      hashes[archive.text] = archive.textSHA256
    }
    var files: [String: String] = [:]
    let families = manifest.evolution.map { "evolution/\($0.family)" }
    let folders = [
      "valid", "canonical", "built", "invalid", "order", "future", "damaged", "nscoding", "texts",
    ]
    for folder in folders + families + manifest.equal.map({ "equal/\($0.group)" }) {
      let path = FixtureFolder.folder.appending(path: folder).path(percentEncoded: false)
      for name in try FileManager.default.contentsOfDirectory(atPath: path)
      where !["expected.json", "compat.json"].contains(name) {
        files["\(folder)/\(name)"] = SHA256.hash(try FixtureFolder.bytes("\(folder)/\(name)"))
      }
    }
    #expect(files == hashes)
    #expect(manifest.texts.count >= 40 && manifest.equal.count >= 25)
    #expect(manifest.valid.count >= 60 && manifest.invalid.count >= 150)
    #expect(manifest.order.count >= 100)
  }

  @Test func `every rule is broken by a fixture, but the one that depends on the reader`() throws {
    let manifest = try FixtureFolder.manifest()
    let broken = Set(
      manifest.invalid.map(\.finding.rule) + manifest.valid.compactMap(\.canonicalFinding?.rule)
        + manifest.valid.compactMap(\.denied))
    let rules = Set(ArchiveRule.allCases.map(\.number))
    #expect(rules.subtracting(broken) == ["L4"])
    #expect(broken.isSubset(of: rules))
  }

  @Test func `a fixture about the order of checks names the other rules that it breaks`() throws {
    let rules = Set(ArchiveRule.allCases.map(\.number))
    for fixture in try FixtureFolder.manifest().order {
      let others = try #require(fixture.also)
      #expect(!others.isEmpty && rules.isSuperset(of: others), "\(fixture.file)")
    }
  }

  @Test func `every section that a fixture names stands in the specification`() throws {
    let folder = FixtureFolder.package.appending(path: "Spec")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    let sections = try names.filter { $0.hasSuffix(".md") }.flatMap { name in
      try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        .split(separator: "\n").filter { $0.hasPrefix("## ") }
        .compactMap { $0.dropFirst(3).split(separator: " ").first.map(String.init) }
    }
    let manifest = try FixtureFolder.manifest()
    var named: [[String]] = manifest.valid.map(\.spec) + manifest.future.map(\.spec)
    named += (manifest.invalid + manifest.order).map(\.spec) + manifest.evolution.map(\.spec)
    named += manifest.texts.map(\.spec) + manifest.equal.map(\.spec)
    #expect(Set(named.joined()).subtracting(sections) == [])
  }

  @Test func `no two fixtures are the same`() throws {
    let manifest = try FixtureFolder.manifest()
    let hashes =
      manifest.valid.map(\.sha256) + (manifest.invalid + manifest.order).map(\.sha256)
      + manifest.future.map(\.sha256)
    #expect(Set(hashes).count == hashes.count)
  }
}
