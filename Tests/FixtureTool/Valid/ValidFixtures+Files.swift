import Stele
import SteleModel
import TestSupport

extension ValidFixtures {
  /// Chapter 2: the head, unknown chunks.
  static func files() throws -> [ValidFixture] {
    [
      try ValidFixture(
        "empty", ["2.1", "2.4", "6.3"], "An archive without objects and roots.",
        keeps: ["F1", "F2", "F9", "F10", "X3", "X5"], ArchiveGraph()),
      try ValidFixture(
        "head-writer", ["2.4"], "The head names the program that wrote the archive.",
        ArchiveGraph(writer: "Stele fixtures, écrits à la main")),
      try ValidFixture(
        "head-document-type", ["2.4"], "The head says what the document is.",
        keeps: ["F12", "P2"], ArchiveGraph(documentType: "com.example.zoo")),
      try ValidFixture(
        "unknown-safe-to-copy", ["2.3"],
        "Two ancillary chunks that are not known and safe to copy, a reserved and a private one.",
        keeps: ["F4", "F8", "F11"],
        [.init("teSt", [1, 2, 3]), .init("tESt", []), .init("teSt", [4])]),
      try ValidFixture(
        "unknown-unsafe-to-copy", ["2.3"],
        "Two ancillary chunks that are not known and not safe to copy, a reserved and a private one.",
        keeps: ["F4", "F8"], [.init("tESS", [1, 2, 3, 4, 5, 6, 7]), .init("teSS", [8])]),
      try ValidFixture(
        "padding-lengths", ["2.2"], "Payloads of 0 to 8 bytes, so that padding has every length.",
        keeps: ["F5", "F7"], (0...8).map { .init("teSt", Array(repeating: 0xA5, count: $0)) }),
      try ValidFixture(
        "payload-lengths", ["1.7", "2.2"],
        "Payloads around the block sizes of the checksum: 31, 32, 33, 63, 64, 65 and 100 bytes.",
        keeps: ["F3", "F6"],
        [31, 32, 33, 63, 64, 65, 100].map { .init("teSt", (0..<UInt8($0)).map { $0 }) }),
    ]
  }
}
