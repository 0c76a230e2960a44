import Foundation
import Stele
import SteleFoundation
import SteleWholeFoundation
import TestSupport
import Testing

/// Types of Foundation that go their own `Codable` way.
struct FoundationTypeTests {
  /// A class with one property, as most values stand in archives.
  private final class Holder<Content: Codable>: Codable, ArchiveDeclaring {
    static var archiveClass: ArchiveClass { ArchiveClass("Holder") }
    var content: Content
    var contents: [Content]
    var optional: Content?
    init(_ content: Content) {
      self.content = content
      contents = [content, content]
      optional = content
    }
  }

  /// Writes and reads a value, as a root and as properties of an object.
  private func expectRoundTrip<Content: Codable & Equatable>(
    _ content: Content, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let root: [UInt8] = try SteleEncoder().encode(content)
    #expect(
      try SteleDecoder().decode(Content.self, from: root) == content,
      sourceLocation: sourceLocation)
    let bytes: [UInt8] = try SteleEncoder().encode(Holder(content))
    let copy = try SteleDecoder().decode(Holder<Content>.self, from: bytes)
    #expect(copy.content == content, sourceLocation: sourceLocation)
    #expect(copy.contents == [content, content], sourceLocation: sourceLocation)
    #expect(copy.optional == content, sourceLocation: sourceLocation)
    let canonical = try SteleEncoder.canonical.encode(Holder(content)) as [UInt8]
    #expect(
      try SteleDecoder().decode(Holder<Content>.self, from: canonical).content == content,
      sourceLocation: sourceLocation)
  }

  @Test(arguments: ["de_CH", "en_US_POSIX", "ar-u-nu-latn", ""])
  func `locales`(identifier: String) throws {
    try expectRoundTrip(Locale(identifier: identifier))
  }

  @Test func `time zones`() throws {
    try expectRoundTrip(#require(TimeZone(identifier: "Europe/Zurich")))
    try expectRoundTrip(#require(TimeZone(secondsFromGMT: -12_600)))
  }

  @Test func `calendars`() throws {
    var calendar = Calendar(identifier: .hebrew)
    calendar.locale = Locale(identifier: "he_IL")
    calendar.timeZone = try #require(TimeZone(identifier: "Asia/Jerusalem"))
    calendar.firstWeekday = 7
    calendar.minimumDaysInFirstWeek = 2
    try expectRoundTrip(calendar)
    try expectRoundTrip(Calendar(identifier: .iso8601))
  }

  @Test func `date components`() throws {
    var components = DateComponents()
    try expectRoundTrip(components)
    components = DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(secondsFromGMT: 3600), era: 1,
      year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 59, nanosecond: 999_999_999)
    try expectRoundTrip(components)
  }

  @Test func `date intervals`() throws {
    try expectRoundTrip(
      DateInterval(start: Date(timeIntervalSinceReferenceDate: 0.1), duration: 0.2))
  }

  @Test func `sets of indices, and paths of them`() throws {
    try expectRoundTrip(IndexSet())
    var set = IndexSet(integersIn: 3..<10)
    set.insert(integersIn: 100...200)
    set.insert(7_000_000_000)
    try expectRoundTrip(set)
    try expectRoundTrip(IndexPath())
    try expectRoundTrip(IndexPath(indexes: [1, 2, 3]))
  }

  @Test func `sets of characters`() throws {
    try expectRoundTrip(CharacterSet(charactersIn: "aeiouü🙂"))
    try expectRoundTrip(CharacterSet())
    try expectRoundTrip(CharacterSet.decimalDigits.inverted)
  }

  @Test func `names of persons`() throws {
    var name = PersonNameComponents()
    name.givenName = "Ada"
    name.familyName = "Lovelace"
    name.namePrefix = "Lady"
    try expectRoundTrip(name)
  }

  @Test func `what the Codable of names leaves out is left out as by other coders`() throws {
    var name = PersonNameComponents()
    name.givenName = "Ada"
    var phonetic = PersonNameComponents()
    phonetic.givenName = "ay-da"
    name.phoneticRepresentation = phonetic
    let bytes: [UInt8] = try SteleEncoder().encode(name)
    let copy = try SteleDecoder().decode(PersonNameComponents.self, from: bytes)
    let other = try JSONDecoder().decode(
      PersonNameComponents.self, from: JSONEncoder().encode(name))
    #expect(copy == other)
  }

  @Test func `measurements`() throws {
    try expectRoundTrip(Measurement(value: 0.1, unit: UnitLength.miles))
    try expectRoundTrip(Measurement(value: -40, unit: UnitTemperature.fahrenheit))
  }

  // Elsewhere attributed strings cannot be encoded at all.
  #if canImport(Darwin)
    @Test func `attributed strings`() throws {
      var string = AttributedString("Hello, ")
      string.languageIdentifier = "en"
      var link = AttributedString("world")
      link.link = URL(string: "https://example.org/")
      string += link
      try expectRoundTrip(string)
      try expectRoundTrip(AttributedString())
      try expectRoundTrip(AttributedString("plain"))
    }
  #endif

  @Test func `ranges`() throws {
    try expectRoundTrip(1..<5)
    try expectRoundTrip("a"..."z")
    try expectRoundTrip(Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 0.5))
    let from: [UInt8] = try SteleEncoder().encode(3...)
    #expect(try SteleDecoder().decode(PartialRangeFrom<Int>.self, from: from).lowerBound == 3)
    let upTo: [UInt8] = try SteleEncoder().encode(..<2.5)
    #expect(try SteleDecoder().decode(PartialRangeUpTo<Double>.self, from: upTo).upperBound == 2.5)
    try expectRoundTrip(NSRange(location: 2, length: 3))
  }

  @Test func `geometry`() throws {
    try expectRoundTrip(CGFloat(0.1))
    try expectRoundTrip(CGPoint(x: 1.5, y: -0.1))
    try expectRoundTrip(CGSize(width: 3, height: 4))
    try expectRoundTrip(CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4))
    try expectRoundTrip(AffineTransform(translationByX: 3, byY: 0.7))
  }

  @Test func `parts of urls, and urls that are relative`() throws {
    try expectRoundTrip(#require(URLComponents(string: "https://u:p@host:81/a%20b?q=1&r#f")))
    let base = try #require(URL(string: "https://example.org/a/"))
    let relative = try #require(URL(string: "b?c", relativeTo: base))
    try expectRoundTrip(relative)
    let bytes: [UInt8] = try SteleEncoder().encode(relative)
    #expect(try SteleDecoder().decode(URL.self, from: bytes).baseURL == base)
    try expectRoundTrip([base, relative])
  }

  @Test func `durations and other types of the standard library`() throws {
    try expectRoundTrip(Duration.seconds(1) + .nanoseconds(1))
    try expectRoundTrip(CollectionOfOne("one").map { $0 })
    try expectRoundTrip(SIMD4<Float>(1, -0.0, 3, .infinity))
    try expectRoundTrip(("a" as String).unicodeScalars.map { $0.value })
  }

  @Test func `dates, uuids, numbers, data and urls, alone and in collections`() throws {
    let dates = [Date.distantPast, Date(timeIntervalSinceReferenceDate: 0.1), .distantFuture]
    try expectRoundTrip(dates)
    try expectRoundTrip(dates[1])
    let uuids = (0..<10).map { _ in UUID() }
    try expectRoundTrip(Set(uuids))
    try expectRoundTrip(Dictionary(uniqueKeysWithValues: zip(uuids, dates + dates + dates)))
    try expectRoundTrip([Decimal.pi, 0, -1, .greatestFiniteMagnitude])
    try expectRoundTrip([Decimal(1): Data([1]), 2: Data()])
    try expectRoundTrip([Data(), Data([0, 255]), Data(repeating: 7, count: 70_000)])
    try expectRoundTrip([URL(string: "https://example.org/"): [URL(fileURLWithPath: "/tmp/a")]])
    try expectRoundTrip([Date??.some(.none), .some(.some(dates[0])), .none])
  }

  @Test func `nan stays nan`() throws {
    let bytes: [UInt8] = try SteleEncoder().encode(["decimal": Decimal.nan])
    let copy = try SteleDecoder().decode([String: Decimal].self, from: bytes)
    #expect(copy["decimal"]?.isNaN == true)
    let date = Date(timeIntervalSinceReferenceDate: Double(nan: 77, signaling: false))
    let dateBytes: [UInt8] = try SteleEncoder().encode(date)
    let dateCopy = try SteleDecoder().decode(Date.self, from: dateBytes)
    #expect(
      dateCopy.timeIntervalSinceReferenceDate.bitPattern
        == date.timeIntervalSinceReferenceDate.bitPattern)
  }
}
