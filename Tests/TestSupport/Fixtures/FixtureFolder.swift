package import Foundation

/// The folder of fixtures, and what is read from it.
package enum FixtureFolder {
  /// The root of the package.
  package static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// The folder `Fixtures`.
  package static let folder = package.appending(path: "Fixtures")

  /// The bytes of a file of the folder.
  package static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }

  /// The manifest, as it is checked in.
  package static func manifest() throws -> Manifest {
    try JSONDecoder().decode(Manifest.self, from: Data(try bytes("manifest.json")))
  }

  /// The recipes, as they are checked in.
  package static func recipes() throws -> [Recipe] {
    try JSONDecoder().decode([Recipe].self, from: Data(try bytes("recipes.json")))
  }

  /// The recipes of archives of later versions, as they are checked in.
  package static func futureRecipes() throws -> [FutureRecipe] {
    try JSONDecoder().decode([FutureRecipe].self, from: Data(try bytes("future.json")))
  }

  /// The recipes of damaged fixtures, as they are checked in.
  package static func damageRecipes() throws -> [DamageRecipe] {
    try JSONDecoder().decode([DamageRecipe].self, from: Data(try bytes("damages.json")))
  }

  /// The groups of archives to compare, as they are checked in.
  package static func equalGroups() throws -> [EqualGroup] {
    try JSONDecoder().decode([EqualGroup].self, from: Data(try bytes("equal.json")))
  }

  /// The recipes of texts, as they are checked in.
  package static func textRecipes() throws -> [TextRecipe] {
    try JSONDecoder().decode([TextRecipe].self, from: Data(try bytes("texts.json")))
  }

  /// The version of the format in which each file was released, by its path: `releases/*.sha256`.
  package static func releases() throws -> [String: String] {
    let folder = folder.appending(path: "releases")
    guard FileManager.default.fileExists(atPath: folder.path) else { return [:] }
    var versions: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".sha256") {
      for line in String(decoding: try bytes("releases/\(name)"), as: UTF8.self).split(
        separator: "\n")
      {
        // 64 digits, two spaces, and the path.
        versions[String(line.dropFirst(66))] = String(name.dropLast(".sha256".count))
      }
    }
    return versions
  }
}

/// A fixture that the manifest names valid or invalid.
package struct JudgedFixture: Sendable {
  package let file: String
  package let isValid: Bool
  package let bytes: [UInt8]

  /// Returns the valid fixtures, then the invalid ones.
  package static func all() throws -> [JudgedFixture] {
    let manifest = try FixtureFolder.manifest()
    let files =
      manifest.valid.map { ($0.file, true) }
      + (manifest.invalid + manifest.order).map { ($0.file, false) }
    return try files.map {
      JudgedFixture(file: $0.0, isValid: $0.1, bytes: try FixtureFolder.bytes($0.0))
    }
  }
}
