/// A family of inputs, one for each size, that takes one dimension of a format to its extreme: as many chunks as fit,
/// as many keys, as long a chain.
///
/// With twice the bytes a reader must do no more than about twice the work, and its memory must stay
/// within the bound of the specification.
///
/// Spec §8.3, §11.2, §11.5.
package struct Extreme: Sendable {
  /// The kind of the bytes.
  package enum Kind: Sendable {
    case archive
    /// A property list that `NSKeyedArchiver` could have written.
    case keyedArchive
  }

  /// Which dimension it is, in a few words.
  package let name: String
  /// The kind of the bytes.
  package let kind: Kind
  /// Whether it is content like that of any program, which no limit may refuse.
  package let isOrdinary: Bool
  private let build: @Sendable (Int) -> [UInt8]

  package init(
    _ name: String, _ kind: Kind, isOrdinary: Bool = false,
    build: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.name = name
    self.kind = kind
    self.isOrdinary = isOrdinary
    self.build = build
  }

  /// The input of a size.
  ///
  /// - Parameter byteCount: How many bytes it should take, more or less.
  /// - Returns: The input.
  package func bytes(ofAbout byteCount: Int) -> [UInt8] { build(byteCount) }

  /// All families that are extreme; ``ordinary`` are the others.
  package static let all =
    chunks + classes + entries + longNames + joins + objects
    + placed(values + structs + collections) + structsOverManyKeys + damages + keyedArchives

}

extension Extreme {
  /// A family of archives of as many parts of one kind as fit.
  ///
  /// - Parameters:
  ///   - name: Which dimension it is.
  ///   - bytesEach: How many bytes a part takes, all that belongs to it included.
  ///   - body: Adds a number of parts to an archive that has a head.
  /// - Returns: The family.
  static func archive(
    _ name: String, bytesEach: Int, _ body: @escaping @Sendable (inout ChunkAssembler, Int) -> Void
  ) -> Extreme {
    Extreme(name, .archive) { byteCount in
      var assembler = ChunkAssembler.withHead
      body(&assembler, max(1, byteCount / bytesEach))
      return assembler.finished()
    }
  }

  /// The bytes of a list of references to the first so many objects.
  static func references(to count: Int) -> [UInt8] {
    Wire.varint(count) + joined(count) { Wire.varint($0 + 1) }
  }

  /// A short name that is like no other of another number.
  static func shortName(_ number: Int) -> String { String(number, radix: 36) }

  /// Bytes of as many parts as there are.
  static func repeated(_ part: [UInt8], _ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.count * count)
    for _ in 0..<count { bytes += part }
    return bytes
  }

  /// The bytes of parts, by their numbers.
  static func joined(_ count: Int, _ part: (Int) -> [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<count { bytes += part(number) }
    return bytes
  }
}

extension ChunkAssembler {
  /// Adds objects, and a root that is the list of all of them, as references to the class of a name, or to any if that is 0.
  mutating func listedObjects(_ records: [[UInt8]], ofClass name: UInt8 = 1) {
    objects(records: records)
    root("root", [0x21, 0x30, name], Extreme.references(to: records.count))
  }
}
