import Foundation

extension Specimen {
  /// Texts with attributes, and what is known of texts.
  static let texts: [Specimen] = [
    Specimen(
      NSAttributedString.self, contents: [NSDictionary.self, NSString.self, NSNumber.self],
      NSAttributedString(attributedString: attributed())
    ) { facts($0) },
    Specimen(
      NSMutableAttributedString.self, contents: [NSDictionary.self, NSString.self, NSNumber.self],
      attributed()
    ) { facts($0) },
    Specimen(NSAttributedString.self, about: "empty", NSAttributedString(string: "")) { facts($0) },
    Specimen(NSCharacterSet.self, NSCharacterSet(charactersIn: "aβ👋")) { facts($0) },
    Specimen(
      NSCharacterSet.self, about: "a range",
      NSCharacterSet(range: NSRange(location: 97, length: 26))
    ) { facts($0) },
    Specimen(
      NSCharacterSet.self, about: "one of the system",
      NSCharacterSet(bitmapRepresentation: letters())
    ) { facts($0) },
    Specimen(NSMutableCharacterSet.self, mutableCharacters()) { facts($0) },
    Specimen(NSRegularExpression.self, expression()) {
      ["pattern": $0.pattern, "options": $0.options.rawValue]
    },
    Specimen(
      NSTextCheckingResult.self, contents: [NSRegularExpression.self],
      expression()?.firstMatch(in: "xab", range: NSRange(location: 0, length: 3))
    ) {
      [
        "range": $0.range, "ranges": (0..<$0.numberOfRanges).map($0.range(at:)),
        "type": $0.resultType.rawValue, "expression": $0.regularExpression?.pattern,
      ]
    },
    Specimen(NSPersonNameComponents.self, personName()) {
      [
        "prefix": $0.namePrefix, "given name": $0.givenName, "middle name": $0.middleName,
        "family name": $0.familyName, "suffix": $0.nameSuffix, "nickname": $0.nickname,
        "phonetic": $0.phoneticRepresentation?.givenName,
      ]
    },
  ]

  private static func attributed() -> NSMutableAttributedString {
    let text = NSMutableAttributedString(string: "plain strong")
    text.addAttribute(
      NSAttributedString.Key("weight"), value: NSNumber(value: 2), range: NSRange(6..<12))
    text.addAttribute(NSAttributedString.Key("link"), value: "https", range: NSRange(8..<12))
    return text
  }

  private static func facts(_ text: NSAttributedString) -> KeyValuePairs<String, Any?> {
    var runs: [String] = []
    unsafe text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) {
      names, range, _ in
      let list = names.map { "\($0.key.rawValue)=\($0.value)" }.sorted()
      runs.append("\(range) \(list)")
    }
    return ["string": text.string, "attributes": runs, "class": text.classForCoder]
  }

  private static func letters() -> Data { CharacterSet.letters.bitmapRepresentation }

  private static func mutableCharacters() -> NSMutableCharacterSet? {
    NSCharacterSet(charactersIn: "aβ👋").mutableCopy() as? NSMutableCharacterSet
  }

  private static func facts(_ set: NSCharacterSet) -> KeyValuePairs<String, Any?> {
    [
      "members": (0..<0x1_1000).filter { set.longCharacterIsMember(UInt32($0)) },
      "class": set.classForCoder,
    ]
  }

  private static func expression() -> NSRegularExpression? {
    try? NSRegularExpression(pattern: "(a)(b)", options: .caseInsensitive)
  }

  private static func personName() -> NSPersonNameComponents {
    let name = NSPersonNameComponents()
    name.namePrefix = "Dr"
    name.givenName = "Ann"
    name.middleName = "B"
    name.familyName = "Clark"
    name.nameSuffix = "Jr"
    name.nickname = "Annie"
    name.phoneticRepresentation = PersonNameComponents(givenName: "Än")
    return name
  }
}
