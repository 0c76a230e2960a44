import Foundation
import SteleNSCoding
import Testing

@Suite("What would end the program in Foundation")
struct PrecautionTests {
  @Test(arguments: ["Simple", "Extended", "Complex"])
  func `a result of a search of any class is refused without its parts`(kind: String) throws {
    let name = "NS\(kind)RegularExpressionCheckingResult"
    let expression = try NSRegularExpression(pattern: "a+")
    let ranges = NSArray(object: NSValue(range: NSRange(location: 0, length: 1)))
    #expect(try Self.failure(name, [:]) == "NSRegularExpression")
    for other in [NSString(string: "a+"), NSNull(), NSArray()] {
      #expect(
        try Self.failure(name, ["NSRegularExpression": other, "NSRangeArray": ranges])
          == "NSRegularExpression", "\(other)")
    }
    #expect(try Self.failure(name, ["NSRegularExpression": expression]) == "")
    for other in [
      NSArray(), NSArray(array: [ranges]), NSArray(array: [NSString(string: "0")]),
      NSArray(array: [NSNumber(1)]), NSDictionary(), NSString(string: "{0, 1}"), NSNull(),
    ] {
      #expect(
        try Self.failure(name, ["NSRegularExpression": expression, "NSRangeArray": other]) == "",
        "\(other)")
    }
  }

  @Test func `a locale without its name, or with something else, is refused`() throws {
    #expect(try Self.failure("NSLocale", [:]) == "NS.identifier")
    for other in [NSNumber(value: 1), NSNull(), NSArray(), NSData(data: Data("de".utf8))] {
      #expect(
        try Self.failure("NSLocale", ["NS.identifier": other]) == "NS.identifier", "\(other)")
    }
  }

  @Test(arguments: ["d\u{E9}", "de\u{0}CH", "\u{1F600}", "\u{FFFD}"])
  func `a locale whose name is not of ASCII is refused`(name: String) throws {
    #expect(try Self.failure("NSLocale", ["NS.identifier": NSString(string: name)]) == "")
  }

  @Test func `locales come back`() throws {
    for name in ["de_CH", "en_US@calendar=japanese", ""] {
      let locale = Locale(identifier: name)
      #expect(try Format.stele.copy(locale as NSLocale) as Locale == locale)
    }
  }

  @Test(arguments: [0, 1, 8191, 8193, 8192 + 8192])
  func `a set of characters whose bitmap is none is refused`(byteCount: Int) throws {
    let bitmap = NSData(data: Data(repeating: 0xFF, count: byteCount))
    #expect(try Self.failure("NSCharacterSet", ["NSBitmapObject": bitmap]) == "NSBitmapObject")
  }

  /// Sets of all kinds that Foundation writes in a form of their own.
  private static let characters: [CharacterSet] = [
    .letters, .letters.inverted, .decimalDigits, .decimalDigits.inverted,
    .whitespacesAndNewlines.inverted, .urlQueryAllowed, CharacterSet(), CharacterSet().inverted,
    CharacterSet(charactersIn: "abc"), CharacterSet(charactersIn: "abc").inverted,
    CharacterSet(charactersIn: "a"..."z"), CharacterSet(charactersIn: "a"..."z").inverted,
    .letters.union(CharacterSet(charactersIn: "\u{1F600}1")),
    .alphanumerics.subtracting(CharacterSet(charactersIn: "b")),
    CharacterSet(charactersIn: "\u{1F600}\u{1F601}"),
    CharacterSet(bitmapRepresentation: CharacterSet(charactersIn: "xyz").bitmapRepresentation),
    CharacterSet(charactersIn: "\u{10000}"..."\u{10FFFF}"),
  ]

  @Test(arguments: characters.indices)
  func `a set of characters comes back from all coders, also from NSKeyedArchiver`(
    index: Int
  ) throws {
    let characters = Self.characters[index]
    let set = characters as NSCharacterSet
    let list = try NSKeyedArchiver.archivedData(withRootObject: set, requiringSecureCoding: true)
    let copies = [
      try SteleKeyedUnarchiver.unarchivedObject(
        ofClass: NSCharacterSet.self, fromKeyedArchive: list),
      try Format.stele.copy(set),
      try Format.binaryKeyedArchive.copy(set),
    ]
    let probes: [Unicode.Scalar] = [
      "a", "b", "c", "z", "1", " ", "\n", "\u{DF}", "\u{65E5}", "\u{1F600}", "\u{1F601}",
      "\u{10FFFF}", "\0", "%", "?",
    ]
    for copy in copies {
      let copy = try #require(copy) as CharacterSet
      for probe in probes {
        #expect(copy.contains(probe) == characters.contains(probe), "\(probe.value)")
      }
    }
  }

  @Test func `runs of attributes that do not fit the text are refused`() throws {
    let sets = NSArray(array: [NSDictionary(), NSDictionary(dictionary: ["weight": 2])])
    let runs: [[UInt8]] = [
      [5, 0], [2, 0, 3, 1], [0, 0, 4, 1], [4, 2], [4], [0x84],
      [0x84, 0x80, 0x80, 0x80, 0x80, 0x80],
    ]
    for name in ["NSAttributedString", "NSMutableAttributedString"] {
      for run in runs {
        let fields = [
          "NSString": NSString(string: "text"), "NSAttributes": sets,
          "NSAttributeInfo": NSData(data: Data(run)),
        ]
        #expect(try Self.failure(name, fields) == "", "\(run)")
      }
    }
  }

  @Test func `a value of a type that is no number is refused`() throws {
    for name in ["NSValue", "NSConcreteValue"] {
      for code in ["@", "*", "{a=i}", "[99999999q]", "[0i]", "v", ""] {
        let refusal = try Self.refusal(name, ["": NSString(string: code)])
        #expect(refusal?.reason == .notSupported)
        #expect(refusal?.className == code)
      }
    }
  }

  @Test func `a value without its type, or of a kind that there is not, is refused`() throws {
    #expect(try Self.failure("NSValue", [:]) == "$0")
    for name in ["NSValue", "NSSpecialValue"] {
      #expect(try Self.failure(name, ["NS.special": NSNumber(value: 7)]) == "NS.special")
    }
  }

  @Test func `a number and an array of numbers of C types come back as values`() throws {
    var numbers: [Int16] = [1, -2, 3]
    let values = unsafe [
      NSValue(bytes: &numbers, objCType: "s"), NSValue(bytes: &numbers, objCType: "[3s]"),
    ]
    for value in values { #expect(try Format.stele.copy(value) == value) }
  }

  /// The key that is at fault when an object with some fields is taken for one of a class.
  private static func failure(_ className: String, _ fields: [String: NSObject]) throws -> String? {
    try refusal(className, fields)?.key
  }

  /// The error when an object with some fields is taken for one of a class.
  private static func refusal(
    _ className: String, _ fields: [String: NSObject]
  ) throws -> KeyedCodingError? {
    let unarchiver = try Format.stele.reading(
      secure: false, naming: [(className, Fields.self)], as: []
    ) { $0.encode(Fields(fields), forKey: "root") }
    #expect(unarchiver.decodeObject(forKey: "root") == nil)
    return unarchiver.refusal
  }

  /// An object with any fields; one without a name is written without a key.
  private final class Fields: NSObject, NSCoding {
    private let values: [String: NSObject]

    init(_ values: [String: NSObject]) { self.values = values }

    init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        if key.isEmpty {
          coder.encode(value)
        } else if let number = value as? NSNumber {
          coder.encode(number.intValue, forKey: key)
        } else {
          coder.encode(value, forKey: key)
        }
      }
    }
  }
}
