import Stele
import SteleKeyedArchive

/// The code under test.
enum FuzzTarget: String, CaseIterable {
  /// Whole archives, unchanged and with corrected checks.
  case archive
  /// The payloads of an archive, to which frames and an index are added.
  case payloads
  /// The text notation.
  case notation
  /// Property lists, and keyed archives in them.
  case plist
  /// Archives that are decoded as types of a program; see `DecodeTarget`.
  case decode
  /// Archives that are decoded as objects of `NSCoding` classes.
  case nscoding

  /// Runs one input; a fault ends the process.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .archive:
      ArchiveTarget.run(bytes)
      if let sealed = ArchiveTarget.reseal(bytes) { ArchiveTarget.run(sealed) }
    case .payloads: ArchiveTarget.run(PayloadInput.archive(from: bytes))
    case .notation: NotationTarget.run(bytes)
    case .plist: PropertyListTarget.run(bytes)
    case .decode: DecodeTarget.run(bytes)
    case .nscoding: NSCodingTarget.run(bytes)
    }
  }

  /// Returns whether an input leaves memory allocated for reasons outside this package.
  func losesMemory(_ bytes: [UInt8]) -> Bool {
    self == .nscoding && NSCodingTarget.losesMemory(bytes)
  }

  /// Ends the process because two things that must agree do not.
  static func disagree(_ message: String) -> Never {
    fatalError(message)
  }
}
