public import Stele

/// Why a text was refused, and where.
///
/// Spec annex C.
public struct NotationError: Error, Hashable, Sendable {
  /// What is wrong.
  public let reason: Reason
  /// The position of the wrong place, in bytes from the start of the text.
  public let offset: Int
  /// The line of the wrong place, counted from 1.
  public let line: Int
  /// The column of the wrong place, counted in Unicode scalars from 1.
  public let column: Int
  /// The members and elements that lead to the wrong place, such as `objects[3].values[0].name`.
  public let path: String

  /// Makes an error.
  ///
  /// Of a path that is long only the beginning is kept, with its length.
  public init(_ reason: Reason, at offset: Int, line: Int, column: Int, path: String) {
    self.reason = reason
    self.offset = offset
    self.line = line
    self.column = column
    self.path = path.shortened(to: ArchiveError.keyPathByteCount)
  }

  /// What can be wrong with a text.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The text ends inside of a value.
    case unexpectedEnd
    /// A byte does not belong where it stands.
    case unexpectedByte(UInt8)
    /// The text is not UTF-8.
    case malformedUTF8
    /// An escape in a string is not one of JSON, or one half of a surrogate pair.
    case malformedEscape
    /// A number is not one of JSON.
    case malformedNumber
    /// Arrays and objects nest deeper than the text of any archive.
    case nesting(limit: Int)
    /// An object has two members of the same name.
    case duplicateMember(String)
    /// There is something else where the document has a value of one kind.
    case expected(JSONKind)
    /// A member is missing.
    case missingMember(String)
    /// A member is none of those that the object may have.
    case unknownMember(String)
    /// An array has more or fewer elements than it must have.
    case elementCount(expected: Int)
    /// A word is none of those that may stand here.
    case unknownWord(String)
    /// A number is malformed or out of range where an integer from some number on must stand.
    case expectedNumber(from: Int)
    /// The format version is not `1.0`.
    case formatVersion(String)
    /// A text is not that of a value of the type.
    case expectedValue(of: ArchiveTypeDescriptor)
    /// There is no class entry of the number.
    case undefinedEntry(Int)
    /// The class entry is of another kind.
    case wrongKind(entry: Int)
    /// The class entry is not of the class that the type names.
    case wrongName(entry: Int)
    /// A chain of superclasses has too many entries, or does not end (rules C7 and L3).
    case superclassChain(limit: Int)
    /// Type descriptors nest too deep (rule L1).
    case descriptorNesting(limit: Int)
    /// Values nest too deep (rule L2).
    case valueNesting(limit: Int)
    /// The content needs far more memory than the text has bytes.
    case memory
  }

  /// What a value of a JSON document is.
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
  /// A sentence with place and reason.
  public var description: String {
    let place = path.isEmpty ? "" : ", \(path)"
    return "line \(line), column \(column)\(place): \(reason.summary)"
  }
}

extension NotationError.Reason {
  /// What is wrong, in a sentence without its place.
  public var summary: String {
    switch self {
    case .unexpectedEnd: "The text ends too early."
    case .unexpectedByte(let byte):
      "The character \(Unicode.Scalar(byte).debugDescription) does not belong here."
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
