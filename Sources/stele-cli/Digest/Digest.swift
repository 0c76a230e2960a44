internal import Stele
internal import SteleFoundation
internal import SteleInspection

/// `stele digest`, which shows a hash of the content of each archive: equal content has equal hashes.
enum Digest: Command {
  static let name = "digest"
  static let summary = "hash the content of archives"
  static let operands = "[options] PATH..."
  static let about = """
    Prints the content digest of each file, the SHA-256 of its canonical form, and its name, as
    sha256sum does. Two archives of the same content have the same digest, in whatever order their
    objects, keys and set elements stand: it can be compared, kept in a cache, or signed. What the
    canonical form leaves out does not count: objects that no root leads to, the writer, chunks
    that are unknown. Nor does metadata, such as a title, unless --metadata is given.
    \(InputList.about)

    A file that verify --canonical finds nothing wrong with and that has no metadata has the
    digest that sha256sum prints; it is read in parts. Of any other file the canonical form is
    made in memory. A file with references in set elements or in keys of maps has none.
    """
  static let options = [metadata, InputList.allowEmpty, Option.memory, .json]
  static let fine = "the digest of every file was printed"
  static let finding = "a file is not a valid archive, or has no canonical form"
  static let examples: KeyValuePairs = [
    "stele digest a.stele b.stele": "equal digests mean equal content",
    "stele digest --allow-empty inbox/": "the digests of a folder that may have no archives",
  ]

  private static let metadata = Option("--metadata", "include the metadata")

  static func work(_ arguments: Arguments) throws(UsageError) -> Work {
    let inputs = try InputList(arguments, to: "hash")
    let includesMetadata = arguments.has(Self.metadata)
    return { console in
      try inputs.report(of: Self.self, console) { input, _ in
        try input.readUnchangedArchive(console) { bytes in
          let finding = bytes.canonicalFinding { offset in
            let percent = offset / max(1, bytes.byteCount / 100)
            console.progress("verifying \(input.title), \(percent) %")
          }
          console.progress("hashing \(input.title)")
          let digest = try bytes.contentDigest(
            isCanonical: finding == nil, includesMetadata: includesMetadata, limits: console.limits)
          guard console.isJSON else { return .lines(["\(digest)  \(input.name)"]) }
          return .json([
            "digest": digest.description, "canonical": finding == nil,
            "includesMetadata": includesMetadata,
          ])
        }
      }
    }
  }
}
