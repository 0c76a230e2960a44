import Foundation
import Stele
import SteleInspection
import SteleModel
import TestSupport

/// The generated files of a group of `Fixtures/equal`: the archives, most of them made of their texts.
struct EqualFiles {
  /// The content of each file, by its path in the folder of fixtures.
  private(set) var contents: [String: [UInt8]] = [:]
  /// The entry in the manifest.
  private(set) var entry: Manifest.Group

  init(_ group: EqualGroup, bases: [String: [UInt8]]) throws {
    entry = Manifest.Group(group: group.group, spec: group.spec, about: group.about, contents: [])
    let folder = "equal/\(group.group)"
    let path = FixtureFolder.folder.appending(path: folder).path(percentEncoded: false)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let texts = files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
    let copies = group.copies ?? [:]
    var letter: Character?
    for name in Set(texts).union(copies.keys).sorted() {
      let base = copies[name].flatMap { bases[$0] }
      guard (base == nil) == (copies[name] == nil) else {
        throw RecipePatcher.Mismatch(description: "\(folder): there is no base of \(name)")
      }
      let graph =
        try base.map { try ArchiveGraph($0) }
        ?? ArchiveGraph(notation: try FixtureFolder.bytes("\(folder)/\(name).json"))
      var row = try Manifest.Archive("\(folder)/\(name)", graph, bytes: base, in: &contents)
      if base == nil { (row.built, row.builtSHA256) = (row.file, row.sha256) }
      (row.digest, row.digestDenied) = try graph.digestOrDenial()
      if letter != name.first { entry.contents.append([]) }
      letter = name.first
      entry.contents[entry.contents.count - 1].append(row)
    }
    let contents = entry.contents.map { Set($0.map { $0.digest ?? $0.digestDenied }) }
    let digests = entry.contents.compactMap(\.first?.digest)
    guard contents.allSatisfy({ $0.count == 1 }), Set(digests).count == digests.count else {
      throw RecipePatcher.Mismatch(
        description: "\(folder): archives of one letter differ, or of two do not: \(contents)")
    }
  }
}

extension ArchiveGraph {
  /// Returns the content digest, or the rule that denies one.
  func digestOrDenial() throws -> (digest: String?, denied: String?) {
    do {
      return (try contentDigest().description, nil)
    } catch {
      guard case .breaks(let rule) = error.reason else { throw error }
      return (nil, rule.number)
    }
  }
}
