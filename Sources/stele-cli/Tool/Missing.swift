internal import Stele

/// The error of an object or root that an archive does not have.
struct Missing: Error, CustomStringConvertible {
  let description: String

  /// The number of names that are shown.
  static let shownCount = 20

  /// The error of an object, by its number.
  init(object number: Int, in archive: ArchiveReader) {
    description = "there is no object \(number) among \(archive.objectCount.of("object"))"
  }

  /// The error of a root, which names those that there are.
  init(root name: String, among names: [String]) {
    let others =
      names.isEmpty
      ? "the archive has no roots"
      : "the archive has " + names.prefix(Self.shownCount).map { $0.quoted }.joined(separator: ", ")
        + (names.count > Self.shownCount ? " and more" : "")
    description = "there is no root \(name.quoted); \(others)"
  }

  /// The error of a class, with the most similar one that there is.
  init(class name: String, among names: [String]) {
    description = "there is no class \(name.shortened())" + Arguments.hint(name, names)
  }
}
