import Stele
import TestSupport

/// The target that decodes archives as types of a program, and encodes the decoded values.
///
/// An input is an archive, whose checks are corrected; or it begins with FF, eight bytes of choices for the
/// decoding, and payloads as in ``PayloadInput``; or it is a script (``ArchiveScript``).
enum DecodeTarget {
  static func run(_ bytes: [UInt8]) {
    if let line = disagreements(bytes).first { FuzzTarget.disagree(line) }
  }

  /// Returns a sentence for each fault.
  static func disagreements(_ bytes: [UInt8]) -> [String] {
    guard let input = input(bytes) else { return [] }
    return DecodingTrial(input.archive, choices: input.choices).disagreements
  }

  /// Returns the archive of an input, and the choices for its decoding.
  static func input(_ bytes: [UInt8]) -> (archive: [UInt8], choices: Script)? {
    if bytes.starts(with: ChunkAssembler.signature) {
      return ChunkAssembler.reseal(bytes).map { ($0, Script(Array(bytes.suffix(8)))) }
    }
    if bytes.first == 0xFF {
      let archive = PayloadInput.archive(from: Array(bytes.dropFirst(9)))
      return (archive, Script(Array(bytes.dropFirst().prefix(8))))
    }
    let script = ArchiveScript(bytes)
    return script.archive.map { ($0, script.choices) }
  }
}
