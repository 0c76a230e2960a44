public import Stele

/// The reason why a text was refused, and the position of the error.
///
/// Spec annex C.
public struct NotationError: Error, Hashable, Sendable {
  /// The reason for the refusal.
  public let reason: Reason
  /// The offset of the error, in bytes from the start of the text.
  public let offset: Int
  /// The line of the error, counted from 1.
  public let line: Int
  /// The column of the error, counted in Unicode scalars from 1.
  public let column: Int
  /// The path of members and elements to the error, such as `objects[3].values[0].name`.
  public let path: String

  /// Creates an error.
  ///
  /// Of a long path, only the beginning is kept, with the full length.
  public init(_ reason: Reason, at offset: Int, line: Int, column: Int, path: String) {
    self.reason = reason
    self.offset = offset
    self.line = line
    self.column = column
    self.path = path.shortened(to: ArchiveError.keyPathByteCount)
  }

  /// A reason for the refusal of a text.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The text ends within a value.
    case unexpectedEnd
    /// A byte is not allowed at its position.
    case unexpectedByte(UInt8)
    /// The text is not UTF-8.
    case malformedUTF8
    /// An escape in a string is not a JSON escape, or is one half of a surrogate pair.
    case malformedEscape
    /// A number is not a JSON number.
    case malformedNumber
    /// Arrays and objects nest deeper than the text of any archive.
    case nesting(limit: Int)
    /// An object has two members with the same name.
    case duplicateMember(String)
    /// A value does not have the required kind.
    case expected(JSONKind)
    /// A member is missing.
    case missingMember(String)
    /// The object may not have a member with this name.
    case unknownMember(String)
    /// An array has more or fewer elements than required.
    case elementCount(expected: Int)
    /// A word is not allowed here.
    case unknownWord(String)
    /// A number is malformed, or is not an integer in the required range, which begins at the given number.
    case expectedNumber(from: Int)
    /// The format version is not `1.0`.
    case formatVersion(String)
    /// A text does not represent a value of the type.
    case expectedValue(of: ArchiveTypeDescriptor)
    /// No class entry has the number.
    case undefinedEntry(Int)
    /// The class entry has a different kind.
    case wrongKind(entry: Int)
    /// The class entry does not belong to the class that the type names.
    case wrongName(entry: Int)
    /// A chain of superclasses has too many entries, or is a cycle (rules C7 and L3).
    case superclassChain(limit: Int)
    /// Type descriptors nest too deeply (rule L1).
    case descriptorNesting(limit: Int)
    /// Values nest too deeply (rule L2).
    case valueNesting(limit: Int)
    /// The content needs far more memory than the length of the text allows.
    case memory
  }

  /// The kind of a value of a JSON document.
  @nonexhaustive
  public enum JSONKind: String, Hashable, Sendable {
    /// An object.
    case object
    /// An array.
    case array
    /// A string.
    case string
  }
}

extension NotationError: CustomStringConvertible {
  /// A sentence with the position and the reason.
  public var description: String {
    let place = path.isEmpty ? "" : ", \(path)"
    return "line \(line), column \(column)\(place): \(reason.summary)"
  }
}

extension NotationError.Reason {
  /// The reason in a sentence, without the position.
  public var summary: String {
    switch self {
    case .unexpectedEnd: "The text ends too early."
    case .unexpectedByte(let byte) where byte < 0x80:
      "The character \(Unicode.Scalar(byte).debugDescription) does not belong here."
    case .unexpectedByte: "A character outside ASCII does not belong here."
    case .malformedUTF8: "The text is not well-formed UTF-8."
    case .malformedEscape: "The escape is none of JSON."
    case .malformedNumber: "The number is not well formed."
    case .nesting(let limit): "Arrays and objects nest deeper than \(limit)."
    case .duplicateMember(let name):
      "The member \(name.shortened().debugDescription) is there twice."
    case .expected(let kind): "Here must be \(kind == .string ? "a" : "an") \(kind.rawValue)."
    case .missingMember(let name): "The member \(name.shortened().debugDescription) is missing."
    case .unknownMember(let name): "The member \(name.shortened().debugDescription) is unknown."
    case .elementCount(let count): "Here must be \(count) elements."
    case .unknownWord(let word): "The word \(word.shortened().debugDescription) is unknown."
    case .expectedNumber(let least): "Here must be an integer of at least \(least)."
    case .formatVersion(let version):
      "The format version \(version.shortened().debugDescription) is unknown."
    case .expectedValue(let type):
      "Here must be the text of a value of type \(type.notation().shortened(to: 200))."
    case .undefinedEntry(let number): "There is no class entry \(number)."
    case .wrongKind(let number): "The class entry \(number) is of another kind."
    case .wrongName(let number): "The class entry \(number) is not of the class of the type."
    case .superclassChain(let limit): "A chain of superclasses has more than \(limit) entries."
    case .descriptorNesting(let limit): "Types nest deeper than \(limit)."
    case .valueNesting(let limit): "Values nest deeper than \(limit)."
    case .memory: "The content needs far more memory than the text."
    }
  }
}
