/// The reason why bytes are not a property list, or a list cannot be written.
public struct PropertyListError: Error, Hashable, Sendable {
  /// The broken rule.
  public let reason: Reason

  /// The position, in bytes from the start of the input, of the first wrong byte.
  ///
  /// For a list made from nodes, or being written: the number of the invalid node.
  public let offset: Int

  /// The line of an XML input, from 1, or `nil` otherwise.
  public let line: Int?

  /// Makes an error.
  public init(_ reason: Reason, at offset: Int, line: Int? = nil) {
    self.reason = reason
    self.offset = offset
    self.line = line
  }

  /// One case per rule.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    // Both forms.

    /// The input is neither `bplist00` nor XML.
    case unknownForm
    /// The input is longer than the limit.
    case inputTooLong(byteCount: Int, limit: Int)
    /// There are more nodes than the limit.
    case tooManyNodes(limit: Int)
    /// Containers are nested deeper than the limit.
    case tooDeep(limit: Int)
    /// A container contains itself.
    case cycle
    /// A dictionary's key is not a string.
    case keyNotString
    /// A dictionary has a key twice.
    case duplicateKey(String)

    // Binary form.

    /// A structure needs more bytes than there are.
    case truncated(needed: Int, available: Int)
    /// The trailer's size of an offset is not 1 to 8.
    case offsetByteCount(UInt8)
    /// The trailer's size of an object reference is not 1 to 8.
    case referenceByteCount(UInt8)
    /// The trailer counts no objects, or more than fit into the file.
    case objectCount(UInt64)
    /// The trailer's offset table does not fill the space between the objects and the trailer.
    case offsetTable(offset: UInt64)
    /// The top object is not one of the objects.
    case topObject(UInt64, objectCount: Int)
    /// An object's offset is not in the object region.
    case objectOffset(UInt64, end: Int)
    /// The objects together are longer than the object region, so some share their bytes.
    case objectsOverlap
    /// A marker does not belong to any kind of object.
    case unknownMarker(UInt8)
    /// The marker after a count of 15 is not an integer's.
    case countMarker(UInt8)
    /// A count exceeds what the format can represent.
    case countOutOfRange
    /// A reference is not the number of an object.
    case referenceOutOfRange(UInt64, objectCount: Int)
    /// A UID needs more than 64 bits.
    case uidOutOfRange
    /// An ASCII string has a byte that is not ASCII.
    case notASCII(UInt8)
    /// A UTF-16 string has a surrogate without its partner.
    case loneSurrogate(UInt16)

    // XML form.

    /// The text is not UTF-8.
    case notUTF8(UInt8)
    /// The XML declaration names an encoding that is not supported.
    case unsupportedEncoding(String)
    /// The text ends within markup.
    case unexpectedEnd
    /// A document type declaration contains something other than element and attribute declarations.
    case documentType
    /// Markup is not well-formed.
    case malformedMarkup
    /// Text is in a place where only elements are allowed.
    case unexpectedText
    /// An element does not belong to property lists.
    case unknownElement(String)
    /// An element is in a place where it is not allowed.
    case misplacedElement(String)
    /// An end tag does not close the open element.
    case unmatchedEndTag(String)
    /// An entity is not one of XML's five.
    case unknownEntity
    /// A character reference does not refer to a character.
    case characterReference
    /// A dictionary's value has no key before it.
    case valueWithoutKey
    /// A dictionary's key has no value after it.
    case keyWithoutValue
    /// The list has no value.
    case noValue
    /// The text continues after the end of the list.
    case textAfterEnd
    /// An integer is not in decimal or hexadecimal digits.
    case malformedInteger
    /// An integer needs more than 128 bits.
    case integerOutOfRange
    /// A real number is malformed.
    case malformedReal
    /// A date does not have the form `2001-01-01T00:00:00Z`.
    case malformedDate
    /// Data is not Base64.
    case malformedBase64

    // Lists made from nodes, and writing.

    /// A node number is out of range.
    case nodeOutOfRange(node: Int, nodeCount: Int)
    /// A dictionary has different numbers of keys and values.
    case unpairedKeys(keyCount: Int, valueCount: Int)
    /// Unfolding the shared nodes exceeds the limit.
    case unfoldsTooFar(limit: Int)
    /// The output is longer than the limit.
    case outputTooLong(limit: Int)
    /// XML has no element for a null.
    case nullInXML
    /// XML has no element for a set.
    case setInXML
    /// XML cannot represent a control character.
    case controlCharacterInXML(UInt8)
    /// A date is outside the years 0 to 9999, which XML can represent.
    case dateInXML
    /// XML would read this dictionary back as a UID.
    case dictionaryLikeUID
  }
}
