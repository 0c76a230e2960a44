import Foundation
import Stele
import SteleKeyedArchive
import SteleModel
import SteleNSCoding
import TestSupport
import Testing

@Suite("Keyed archives that are written")
struct KeyedArchiveOutputTests {
  /// The records of a class, as their keys.
  private func records(of name: String, in data: Data) throws -> [[String]] {
    let graph = try ArchiveGraph(keyedArchive: [UInt8](data))
    return graph.objects.compactMap { object in
      guard graph.classes[object.entry]?.name == name else { return nil }
      return zip(graph.classes.storedKeys(of: object.entry), object.values)
        .compactMap { $1 == nil ? nil : $0.name }
    }
  }

  final class Sums: NSObject, PropertyCoding {
    var signed: Int128 = 0
    var unsigned: UInt64 = 0
    var list: [Int128] = []
    var rows: [String: [UInt128?]] = [:]
    var range: Range<Int128>?
    override init() {}
  }

  @Test func `integers come back, or are refused when they are written`() throws {
    func copy(_ set: (Sums) -> Void) throws -> Sums {
      let sums = Sums()
      set(sums)
      return try Format.binaryKeyedArchive.copy(sums)
    }
    for number in [Int128(Int64.min), -1, Int128(UInt64.max)] {
      let sums = try copy {
        ($0.signed, $0.unsigned) = (number, .max)
        ($0.list, $0.rows) = ([number, 0], ["a": [nil, UInt128(number.magnitude)]])
      }
      #expect((sums.signed, sums.list) == (number, [number, 0]))
      #expect(sums.rows == ["a": [nil, UInt128(number.magnitude)]])
      #expect(sums.unsigned == .max)
    }
    for number in [Int128.max, .min, Int128(UInt64.max) + 1] {
      let error = #expect(throws: KeyedCodingError.self) { try copy { $0.signed = number } }
      #expect((error?.reason, error?.path) == (.notSupported, "Sums.signed"))
      let inList = #expect(throws: KeyedCodingError.self) { try copy { $0.list = [number] } }
      #expect((inList?.reason, inList?.path) == (.notSupported, "Sums.list"))
      #expect(throws: KeyedCodingError.self) {
        try Format.xmlKeyedArchive.data(of: [number])
      }
    }
  }

  @Test func `integers of 128 bits in a struct are refused when it is written`() {
    let sums = Sums()
    sums.range = 0..<1
    #expect(throws: EncodingError.self) { try Format.binaryKeyedArchive.data(of: sums) }
  }

  @Test(arguments: [Format.binaryKeyedArchive, .xmlKeyedArchive])
  func `NSKeyedUnarchiver reads it into the same classes`(_ format: Format) throws {
    let person = Person(name: "Ann", age: 34, weight: 61.5, dog: Dog(name: "Rex"))
    person.tags = ["climber", "$null", ""]
    person.friend = Employee(name: "Bob", age: 35, weight: 80, office: "B 12")
    person.friend?.dog = person.dog
    let data = try format.data(of: person)
    for copy in [
      try NSKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: data),
      try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, fromKeyedArchive: data),
    ] {
      let copy = try #require(copy)
      #expect((copy.name, copy.age, copy.weight) == ("Ann", 34, 61.5))
      #expect(copy.nickname == nil)
      #expect(copy.tags == ["climber", "$null", ""])
      #expect((copy.friend as? Employee)?.office == "B 12")
      #expect(copy.dog?.name == "Rex")
      #expect(copy.dog === copy.friend?.dog)
    }
  }

  @Test func `every kind of value is written as NSKeyedArchiver writes it`() throws {
    let kinds = Kinds()
    kinds.list = ["first", "second"]
    let data = try Format.binaryKeyedArchive.data(of: kinds)
    for decoder in [
      try NSKeyedUnarchiver(forReadingFrom: data),
      try SteleKeyedUnarchiver(forReadingKeyedArchive: data),
    ] as [NSCoder] {
      let copy = try #require(decoder.decodeObject(of: Kinds.self, forKey: "root"))
      #expect(copy.isSet && copy.small == -7 && copy.large == .max && copy.plain == 42)
      #expect(copy.half == 0.5 && copy.third == 1.0 / 3)
      #expect((copy.bytes, copy.dollars) == ([1, 2, 3], "kept"))
      #expect(copy.list == ["first", "second"])
      #expect(copy.point == NSPoint(x: 1.5, y: -2))
    }
    let keys = try #require(try records(of: "SteleNSCodingTests.Kinds", in: data).first)
    #expect(
      keys == [
        "isSet", "small", "large", "plain", "half", "third", "bytes", "$$class", "$0", "$1",
        "point", "$class",
      ])
  }

  @Test(arguments: FoundationValue.all)
  fileprivate func `NSKeyedUnarchiver reads objects of Foundation's classes`(
    _ value: FoundationValue
  ) throws {
    let data = try Format.binaryKeyedArchive.data(of: value.object)
    let classes: [AnyClass] = [
      type(of: value.object), NSString.self, NSNumber.self, NSArray.self, NSDictionary.self,
      NSData.self, NSDate.self, NSTimeZone.self, NSLocale.self, NSURL.self, NSValue.self,
    ]
    if value.isReadByFoundation {
      let decoder = try NSKeyedUnarchiver(forReadingFrom: data)
      decoder.decodingFailurePolicy = .setErrorAndReturn
      let copy = try #require(decoder.decodeObject(forKey: "root") as? NSObject)
      #expect(copy == value.object)
    }
    let copy = try #require(
      try SteleKeyedUnarchiver.unarchivedObject(ofClasses: classes, fromKeyedArchive: data)
        as? NSObject)
    #expect(copy == value.object)
    #expect(ObjectIdentifier(copy.classForCoder) == ObjectIdentifier(value.object.classForCoder))
  }

  @Test func `numbers keep their kind as far as property lists tell kinds apart`() throws {
    let numbers: [NSNumber] = [
      true, false, 1, 0, -1, 1.0, NSNumber(value: Float(0.1)), NSNumber(value: Int64.min),
      NSNumber(value: UInt64.max), NSNumber(value: Double.infinity),
    ]
    for number in numbers {
      let copy = try Format.binaryKeyedArchive.copy(number)
      #expect(copy == number)
      // Safe: Foundation's own literals.
      let kinds = unsafe (String(cString: copy.objCType), String(cString: number.objCType))
      #expect(kinds.0 == kinds.1 || kinds.1 == "i")
    }
  }

  @Test func `decimal numbers are written as Apple's systems do, and keep their digits`() throws {
    for text in ["0", "1.50", "-12345678901234567890.123456789", "7e-100", "NaN"] {
      let number = NSDecimalNumber(string: text)
      let data = try Format.binaryKeyedArchive.data(of: number)
      let copy = try #require(
        try SteleKeyedUnarchiver.unarchivedObject(
          ofClass: NSDecimalNumber.self, fromKeyedArchive: data))
      #expect(copy.stringValue == number.stringValue)
      #expect(
        try records(of: "NSDecimalNumberPlaceholder", in: data) == [
          [
            "NS.exponent", "NS.length", "NS.negative", "NS.compact", "NS.mantissa.bo",
            "NS.mantissa", "$class",
          ]
        ])
    }
  }

  @Test func `a list of many nodes is written and read`() throws {
    try onStack {
      let head = ListNode.list(of: deepCount)
      defer { head.release() }
      let copy = try Format.binaryKeyedArchive.copy(head)
      defer { copy.release() }
      expectList(of: deepCount, copy)
    }
  }

  @Test func `classes have the names that were set, and their superclasses`() throws {
    let data = try Format.binaryKeyedArchive.data(naming: [("XYZEmployee", Employee.self)]) {
      $0.encode(Employee(name: "Bob", age: 35, weight: 80, office: "B 12"), forKey: "root")
    }
    let graph = try ArchiveGraph(keyedArchive: [UInt8](data))
    let entry = try #require(graph.objects.first?.entry)
    #expect(
      graph.classes.chain(of: entry).compactMap { graph.classes[$0]?.name }.reversed() == [
        "XYZEmployee", "SteleNSCodingTests.Person", "NSObject",
      ])
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.setClass(Employee.self, forClassName: "XYZEmployee")
    #expect(unarchiver.decodeObject(of: Employee.self, forKey: "root")?.office == "B 12")
  }

  @Test func `classes of Foundation have the names that Apple's systems know`() throws {
    let data = try Format.binaryKeyedArchive.data(
      of: [Unit(symbol: "m"), UnitLength.meters, ISO8601DateFormatter()], secure: false)
    let graph = try ArchiveGraph(keyedArchive: [UInt8](data))
    let names = Set(graph.objects.compactMap { graph.classes[$0.entry]?.name })
    #expect(names.isSuperset(of: ["NSUnit", "NSUnitLength", "NSISO8601DateFormatter"]))
    let unarchiver = try SteleKeyedUnarchiver(forReadingKeyedArchive: data)
    unarchiver.requiresSecureCoding = false
    let copies = try #require(unarchiver.decodeObject(forKey: "root") as? [NSObject])
    #expect(copies[0] as? Unit == Unit(symbol: "m"))
    #expect(copies[1] as? UnitLength == UnitLength.meters)
  }

  @Test func `what the delegate puts in the place of an object is written`() throws {
    final class Neuter: SteleKeyedArchiverDelegate {
      var encoded: [String] = []
      func archiver(_ archiver: SteleKeyedArchiver, willEncode object: Any) -> Any? {
        guard let dog = object as? Dog else { return object }
        return dog.name == "Rex" ? Dog(name: "Bello") : nil
      }
      func archiver(_ archiver: SteleKeyedArchiver, didEncode object: Any?) {
        if let dog = object as? Dog { encoded.append(dog.name) }
      }
    }
    let delegate = Neuter()
    let archiver = SteleKeyedArchiver(outputFormat: .binaryKeyedArchive)
    archiver.delegate = delegate
    let rex = Dog(name: "Rex")
    let lassie = Dog(name: "Lassie")
    archiver.encode([rex, lassie, rex], forKey: "dogs")
    archiver.encode(["rex": rex, "lassie": lassie], forKey: "names")
    archiver.encode(lassie, forKey: "lassie")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.archivedData())
    let dogs = unarchiver.decodeObject(of: [NSArray.self, Dog.self], forKey: "dogs") as? [Dog]
    #expect(dogs?.map(\.name) == ["Bello", "Bello"])
    #expect(dogs?[0] === dogs?[1])
    let names = unarchiver.decodeObject(
      of: [NSDictionary.self, NSString.self, Dog.self], forKey: "names")
    #expect((names as? [String: Dog])?.mapValues(\.name) == ["rex": "Bello"])
    #expect(unarchiver.decodeObject(of: Dog.self, forKey: "lassie") == nil)
    #expect(delegate.encoded == ["Bello"])
  }

  @Test func `values of Codable types become dictionaries and arrays`() throws {
    struct Place: Codable, Equatable {
      var name: String
      var at: [Double]
      var since: Date?
      var notes: [String: Int]
    }
    let place = Place(
      name: "Bern", at: [46.9, 7.4], since: Date(timeIntervalSinceReferenceDate: 5),
      notes: ["a": 1])
    let archiver = SteleKeyedArchiver(outputFormat: .binaryKeyedArchive)
    try archiver.encodeEncodable(place, forKey: "place")
    try archiver.encodeEncodable("text", forKey: "text")
    try archiver.encodeEncodable([1, 2], forKey: "list")
    let unarchiver = try SteleKeyedUnarchiver(forReadingKeyedArchive: archiver.archivedData())
    #expect(unarchiver.decodeDecodable(Place.self, forKey: "place") == place)
    #expect(unarchiver.decodeDecodable(String.self, forKey: "text") == "text")
    #expect(unarchiver.decodeDecodable([Int].self, forKey: "list") == [1, 2])
    #expect(unarchiver.error == nil)
    let other = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let map = other.decodeObject(forKey: "place") as? [String: Any]
    #expect(map?["name"] as? String == "Bern")
    #expect(map?["at"] as? [Double] == [46.9, 7.4])
  }

  @Test func `arrays of C are written as NSKeyedArchiver writes them`() throws {
    let transform = NSAffineTransform()
    transform.transformStruct = NSAffineTransformStruct(
      m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6)
    let data = try Format.binaryKeyedArchive.data(of: transform)
    #expect(try records(of: "_NSKeyedCoderOldStyleArray", in: data).first?.count == 10)
    let copies = [
      try NSKeyedUnarchiver(forReadingFrom: data).decodeObject(
        of: NSAffineTransform.self, forKey: "root"),
      try SteleKeyedUnarchiver.unarchivedObject(
        ofClass: NSAffineTransform.self, fromKeyedArchive: data),
    ]
    let point = NSPoint(x: 7, y: 8)
    for copy in copies { #expect(copy?.transform(point) == transform.transform(point)) }
  }

  @Test func `what XML does not have is refused`() throws {
    let error = #expect(throws: KeyedArchiveError.self) {
      try Format.xmlKeyedArchive.data(of: "a\u{1}b")
    }
    guard case .propertyList(let cause) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.reason == .controlCharacterInXML(1))
  }

  @Test func `the last value of a key that is written twice holds`() throws {
    let archiver = SteleKeyedArchiver(outputFormat: .binaryKeyedArchive)
    for round in 0..<2 {
      for index in 0..<40 { archiver.encode(index + round, forKey: "key \(index)") }
    }
    archiver.encode(Retitled(title: "title", dog: Dog(name: "Rex")), forKey: "object")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.archivedData())
    #expect((0..<40).allSatisfy { unarchiver.decodeInteger(forKey: "key \($0)") == $0 + 1 })
    let copy = unarchiver.decodeObject(of: Retitled.self, forKey: "object")
    #expect((copy?.title, copy?.dog?.name) == ("new title", "other"))
  }

  /// An object that is only `Codable`.
  final class Leaf: Codable {
    var number = 1
    var next: Leaf?
  }

  struct Twig: Codable { var leaf: Leaf? }

  /// Leads to such objects in several ways.
  final class Branch: NSObject, PropertyCoding {
    var one: Leaf?
    var two: Leaf?
    var list: [Leaf] = []
    var twig = Twig()
    override init() {}
  }

  @Test func `an object that is only Codable is refused if it would become two`() throws {
    let (leaf, other) = (Leaf(), Leaf())
    func branch(_ fill: (Branch) -> Void) -> Branch {
      let branch = Branch()
      fill(branch)
      return branch
    }
    let chain = Leaf()
    chain.next = leaf
    let shared = [
      branch { ($0.one, $0.two) = (leaf, leaf) }, branch { $0.list = [leaf, leaf] },
      branch { ($0.one, $0.two) = (chain, leaf) }, branch { ($0.one, $0.twig.leaf) = (leaf, leaf) },
    ]
    for branch in shared {
      let error = #expect(throws: KeyedCodingError.self) {
        try Format.binaryKeyedArchive.data(of: branch)
      }
      #expect(error?.reason == .notSupported)
      #expect(error?.className.hasSuffix("Leaf") == true)
    }
    let apart = branch {
      ($0.one, $0.two, $0.list, $0.twig.leaf) = (chain, other, [Leaf()], Leaf())
    }
    let copy = try Format.binaryKeyedArchive.copy(apart)
    #expect(copy.one?.next?.number == 1 && copy.two != nil && copy.list.count == 1)
    let circle = Leaf()
    circle.next = circle
    defer { circle.next = nil }
    #expect(throws: EncodingError.self) {
      try Format.binaryKeyedArchive.data(of: branch { $0.one = circle })
    }
  }
}
