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

  /// The recipes of damaged fixtures, as they are checked in.
  package static func damageRecipes() throws -> [DamageRecipe] {
    try JSONDecoder().decode([DamageRecipe].self, from: Data(try bytes("damages.json")))
  }
}
