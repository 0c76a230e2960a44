import Stele
import TestSupport

/// Decodes archives as types of a program, and encodes what comes of it.
///
/// An input is an archive, of which the checks are made right; or it begins with FF, eight bytes of choices for the
/// decoding, and payloads as in ``PayloadInput``; or it is a script (``ArchiveScript``).
enum DecodeTarget {
  static func run(_ bytes: [UInt8]) {
    if let line = disagreements(bytes).first { FuzzTarget.disagree(line) }
  }

  /// Returns the faults, in sentences.
  static func disagreements(_ bytes: [UInt8]) -> [String] {
    guard let input = input(bytes) else { return [] }
    return DecodingTrial(input.archive, choices: input.choices).disagreements
  }

  /// The archive of an input, and how it is decoded.
  static func input(_ bytes: [UInt8]) -> (archive: [UInt8], choices: Script)? {
    if bytes.starts(with: ArchiveAssembler.signature) {
      return ArchiveAssembler.reseal(bytes).map { ($0, Script(Array(bytes.suffix(8)))) }
    }
    if bytes.first == 0xFF {
      let archive = PayloadInput.archive(from: Array(bytes.dropFirst(9)))
      return (archive, Script(Array(bytes.dropFirst().prefix(8))))
    }
    let script = ArchiveScript(bytes)
    return script.archive.map { ($0, script.choices) }
  }
}
