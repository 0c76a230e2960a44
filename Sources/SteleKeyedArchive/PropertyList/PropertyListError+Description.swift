internal import Stele

extension PropertyListError: CustomStringConvertible {
  /// One sentence: the broken rule, and its position.
  public var description: String {
    if let line { return "line \(line), byte \(offset): \(reason)" }
    return reason.isAboutNodes ? "node \(offset): \(reason)" : "byte \(offset): \(reason)"
  }
}

extension PropertyListError.Reason: CustomStringConvertible {
  /// Whether the offset of the error is always a node number.
  fileprivate var isAboutNodes: Bool {
    switch self {
    case .nodeOutOfRange, .unpairedKeys, .unfoldsTooFar, .outputTooLong, .nullInXML, .setInXML,
      .controlCharacterInXML, .dateInXML, .dictionaryLikeUID:
      true
    default: false
    }
  }

  /// The broken rule, as part of a sentence.
  public var description: String {
    switch self {
    case .unknownForm: "neither a binary nor an XML property list"
    case .inputTooLong(let byteCount, let limit):
      "input of \(byteCount) bytes; the limit is \(limit)"
    case .tooManyNodes(let limit): "more than \(limit) nodes"
    case .tooDeep(let limit): "containers nested more than \(limit) deep"
    case .cycle: "a container contains itself"
    case .keyNotString: "a dictionary's key is not a string"
    case .duplicateKey(let key): "a dictionary has the key \"\(key.shortened())\" twice"
    case .truncated(let needed, let available): "needs \(needed) bytes, has \(available)"
    case .offsetByteCount(let size): "offsets of \(size) bytes; 1 to 8 are possible"
    case .referenceByteCount(let size): "references of \(size) bytes; 1 to 8 are possible"
    case .objectCount(let count): "an object count of \(count), which the file has no room for"
    case .offsetTable(let offset):
      "an offset table at \(offset), which does not reach from the objects to the trailer"
    case .topObject(let object, let count): "top object \(object) of \(count) objects"
    case .objectOffset(let offset, let end):
      "an object at \(offset); the objects lie from 8 to \(end)"
    case .objectsOverlap: "objects share their bytes"
    case .unknownMarker(let marker): "marker \(hexadecimal(marker)) is not that of an object"
    case .countMarker(let marker): "marker \(hexadecimal(marker)) is not that of a count"
    case .countOutOfRange: "a count that is negative or too large"
    case .referenceOutOfRange(let reference, let count):
      "a reference to object \(reference) of \(count) objects"
    case .uidOutOfRange: "a UID of more than 64 bits"
    case .notASCII(let byte): "byte \(hexadecimal(byte)) in an ASCII string"
    case .loneSurrogate(let unit): "surrogate \(hexadecimal(unit)) without its partner"
    case .notUTF8(let byte): "byte \(hexadecimal(byte)) is not UTF-8 here"
    case .unsupportedEncoding(let name): "encoding \"\(name.shortened())\" is not supported"
    case .unexpectedEnd: "the text ends too early"
    case .documentType: "a document type may declare only elements and attributes"
    case .malformedMarkup: "malformed markup"
    case .unexpectedText: "text where only elements may be"
    case .unknownElement(let name): "<\(name.shortened())> is not an element of property lists"
    case .misplacedElement(let name): "<\(name.shortened())> may not be here"
    case .unmatchedEndTag(let name): "</\(name.shortened())> does not close the open element"
    case .unknownEntity: "an entity other than the five of XML"
    case .characterReference: "a reference to what is not a character"
    case .valueWithoutKey: "a dictionary's value without a key"
    case .keyWithoutValue: "a dictionary's key without a value"
    case .noValue: "the list has no value"
    case .textAfterEnd: "something follows the end of the list"
    case .malformedInteger: "not an integer"
    case .integerOutOfRange: "an integer of more than 128 bits"
    case .malformedReal: "not a real number"
    case .malformedDate: "not a date of the form 2001-01-01T00:00:00Z"
    case .malformedBase64: "not Base64"
    case .nodeOutOfRange(let node, let count): "a reference to node \(node) of \(count) nodes"
    case .unpairedKeys(let keys, let values): "\(keys) keys and \(values) values"
    case .unfoldsTooFar(let limit): "unfolds to more than \(limit)"
    case .outputTooLong(let limit): "output of more than \(limit) bytes"
    case .nullInXML: "XML property lists have no null"
    case .setInXML: "XML property lists have no sets"
    case .controlCharacterInXML(let byte): "XML has no control character \(hexadecimal(byte))"
    case .dateInXML: "XML property lists have dates from year 0 to 9999"
    case .dictionaryLikeUID: "in XML this dictionary would read back as a UID"
    }
  }
}

private func hexadecimal<Number: BinaryInteger>(_ number: Number) -> String {
  "0x" + String(number, radix: 16, uppercase: true)
}
