import Foundation

/// A folder of `Fixtures/evolution`: archives of several generations of the same classes, and what typed
/// readers of the program's versions make of each.
package struct EvolutionFamily: Sendable {
  /// The content of `expected.json`.
  package struct Expectation: Codable, Sendable {
    /// The row of the table in §10.3 that it is about.
    package var row: String
    /// The sections of the specification that it is about.
    package var spec: [String]
    /// The change, in one sentence.
    package var about: String
    /// The declarations of each reader, in words.
    package var readers: [String: String]
    /// The outcomes of readers with files.
    package var outcomes: [Outcome]
  }

  /// The outcome of a reader with a file: values or a named error; if there are both, the values are those of a reader that has the
  /// further conversions of §10.7.
  package struct Outcome: Codable, Sendable {
    /// The name of the file, without ending.
    package var file: String
    /// The name of the reader.
    package var reader: String
    /// The values, as JSON: objects, structs and maps as objects, nil and absent keys left out.
    package var values: JSONValue?
    /// The error.
    package var error: NamedError?
  }

  /// An error with the name that the specification suggests, and its place.
  package struct NamedError: Codable, Hashable, Sendable {
    /// The name of the error.
    package var reason: String
    /// The archive name of the class of the object, of the level that misses a key, or that is unknown.
    package var `class`: String?
    /// The key in the object, or the root.
    package var key: String?
    /// The case that is unknown.
    package var `case`: String?

    package init(reason: String, class: String?, key: String?, case: String? = nil) {
      self.reason = reason
      self.class = `class`
      self.key = key
      self.case = `case`
    }
  }

  /// The name of the folder.
  package let name: String
  /// The expected outcomes.
  package let expectation: Expectation
  /// The names of the archives, without ending, in ascending order.
  package let files: [String]

  /// The archives that were written by the program's versions, in their order, without further ones.
  package var generations: [String] { files.filter { Int($0) != nil } }

  /// All families, in the order of their names.
  package static func all() throws -> [EvolutionFamily] {
    let folder = FixtureFolder.folder.appending(path: "evolution")
    return try names(in: folder).map { name in
      let names = try names(in: folder.appending(path: name))
      let expected = try FixtureFolder.bytes("evolution/\(name)/expected.json")
      let others: Set = ["expected", "compat"]
      return EvolutionFamily(
        name: name, expectation: try JSONDecoder().decode(Expectation.self, from: Data(expected)),
        files: names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
          .filter { !others.contains($0) })
    }
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
  }

  /// The path of an archive in the folder of fixtures.
  package func path(ofArchive file: String) -> String { "evolution/\(name)/\(file).stele" }

  /// The path of the text of an archive in the folder of fixtures.
  package func path(ofText file: String) -> String { "evolution/\(name)/\(file).json" }
}
