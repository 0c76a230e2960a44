extension XMLScanner {
  /// Reads the text of an element including its end tag, and replaces references.
  mutating func readText(of tag: XMLStartTag) throws(PropertyListError) -> [UInt8] {
    var output: [UInt8] = []
    guard !tag.isEmpty else { return output }
    while true {
      output.append(
        contentsOf: text[take { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }])
      if isAtEnd {
        throw PropertyListError(.unexpectedEnd, at: offset)
      } else if peek("&") {
        try readReference(to: &output)
      } else if skip("<![CDATA[") {
        output.append(contentsOf: text[try take(through: "]]>")])
      } else if skip("<!--") {
        _ = try take(through: "-->")
      } else if peek("</") {
        let start = offset
        let name = try readEndTag()
        guard name == tag.name else {
          throw PropertyListError(.unmatchedEndTag(name), at: start)
        }
        return output
      } else {
        let start = offset
        throw PropertyListError(.misplacedElement(try readStartTag().name), at: start)
      }
    }
  }

  /// Reads `&…;`: one of the five entities of XML, or the number of a character.
  private mutating func readReference(to output: inout [UInt8]) throws(PropertyListError) {
    let start = offset
    skipByte()
    let range = take { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "<") }
    guard skip(";") else { throw PropertyListError(.malformedMarkup, at: start) }
    let name = text[range]
    guard name.first != UInt8(ascii: "#") else {
      output.append(contentsOf: try character(name.dropFirst(), at: start).utf8)
      return
    }
    switch string(in: range.prefix(8)) {
    case "lt": output.append(UInt8(ascii: "<"))
    case "gt": output.append(UInt8(ascii: ">"))
    case "amp": output.append(UInt8(ascii: "&"))
    case "apos": output.append(UInt8(ascii: "'"))
    case "quot": output.append(UInt8(ascii: "\""))
    default: throw PropertyListError(.unknownEntity, at: start)
    }
  }

  /// Returns the character for the digits of a reference.
  private func character(
    _ digits: ArraySlice<UInt8>, at start: Int
  ) throws(PropertyListError) -> Unicode.Scalar {
    let isHexadecimal = digits.first == UInt8(ascii: "x")
    let number = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    guard number.utf8.first?.isASCIIAlphanumeric == true,
      let value = UInt32(number, radix: isHexadecimal ? 16 : 10), value != 0,
      let scalar = Unicode.Scalar(value)
    else { throw PropertyListError(.characterReference, at: start) }
    return scalar
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isASCIIAlphanumeric: Bool {
    isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
