internal import Stele
internal import SteleInspection
internal import SteleModel

/// Key paths on the command line.
enum PathText {
  /// The notation of key paths, in help.
  static let notation = """
    A path begins at a root, an object or an item of the metadata, and leads through keys,
    references, elements of lists and values of maps:
      root.people[3].name       the root "root", its key people, element 3 (counted from 0), a key
      objects[12].Person.name   a key of object 12; the class may be left out, unless a key has
                                its name: objects[12].Name is the object, .Name.Name its key
      Person.name               that of all objects of a class, if no root has that name
      metadata.title            an item of the metadata
      root.ages{Ann}            the value of a map at the key "Ann"; root.ages[0].key is a key
      root."first name"         names other than letters, digits, _ and - in quotation marks
    In get and query, [] leads to all elements of a list, [10:20] to those from 10 to 19, [:5] to 5.
    """

  /// Parses a path; one with slices has a parser of its own.
  static func path<Path>(
    _ argument: Argument,
    _ parse: (String) throws(ArchivePathError) -> Path = { try ArchivePath($0) }
  ) throws(UsageError) -> Path {
    do throws(ArchivePathError) {
      return try parse(argument.text)
    } catch {
      throw UsageError("\(argument.text.shortened()) is no path: \(error)")
    }
  }
}

extension Option {
  static func path(_ about: String) -> Option { Option("--path", value: "PATH", about) }
}

extension Arguments {
  /// Returns the key path of an option, or nil if the option is not given.
  func path(of option: Option) throws(UsageError) -> ArchivePath? {
    guard let argument = argument(of: option) else { return nil }
    return try PathText.path(argument)
  }
}
