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

  /// Expects that a value comes back, as a root and as properties of an object.
  private func expectRoundTrip<Content: Codable & Equatable>(_ content: Content) throws {
    let root: [UInt8] = try SteleEncoder().encode(content)
    #expect(try SteleDecoder().decode(Content.self, from: root) == content)
    let bytes: [UInt8] = try SteleEncoder().encode(Holder(content))
    let copy = try SteleDecoder().decode(Holder<Content>.self, from: bytes)
    #expect(copy.content == content)
    #expect(copy.contents == [content, content])
    #expect(copy.optional == content)
    let canonical = try SteleEncoder.canonical.encode(Holder(content)) as [UInt8]
    #expect(try SteleDecoder().decode(Holder<Content>.self, from: canonical).content == content)
  }

  private typealias Values = [any Codable & Equatable]

  @Test func `values of all these types come back`() throws {
    for value in try times() + places() + texts() + geometry() + collections() {
      try expectRoundTrip(value)
    }
  }

  private func times() throws -> Values {
    var calendar = Calendar(identifier: .hebrew)
    calendar.locale = Locale(identifier: "he_IL")
    calendar.timeZone = try #require(TimeZone(identifier: "Asia/Jerusalem"))
    calendar.firstWeekday = 7
    calendar.minimumDaysInFirstWeek = 2
    let components = DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(secondsFromGMT: 3600), era: 1,
      year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 59, nanosecond: 999_999_999)
    return [
      try #require(TimeZone(identifier: "Europe/Zurich")),
      try #require(TimeZone(secondsFromGMT: -12_600)), calendar, Calendar(identifier: .iso8601),
      DateComponents(), components,
      DateInterval(start: Date(timeIntervalSinceReferenceDate: 0.1), duration: 0.2),
      Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 0.5),
      Duration.seconds(1) + .nanoseconds(1),
    ]
  }

  private func places() throws -> Values {
    let base = try #require(URL(string: "https://example.org/a/"))
    let relative = try #require(URL(string: "b?c", relativeTo: base))
    return [
      Locale(identifier: "de_CH"), Locale(identifier: "en_US_POSIX"),
      Locale(identifier: "ar-u-nu-latn"), Locale(identifier: ""),
      try #require(URLComponents(string: "https://u:p@host:81/a%20b?q=1&r#f")), relative,
      [base, relative],
    ]
  }

  private func texts() -> Values {
    var name = PersonNameComponents()
    name.givenName = "Ada"
    name.familyName = "Lovelace"
    name.namePrefix = "Lady"
    return [
      name, CharacterSet(charactersIn: "aeiouü🙂"), CharacterSet(),
      CharacterSet.decimalDigits.inverted, "a"..."z", ["one"], [97 as UInt32],
    ]
  }

  private func geometry() -> Values {
    [
      CGFloat(0.1), CGPoint(x: 1.5, y: -0.1), CGSize(width: 3, height: 4),
      CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4),
      AffineTransform(translationByX: 3, byY: 0.7),
      Measurement(value: 0.1, unit: UnitLength.miles),
      Measurement(value: -40, unit: UnitTemperature.fahrenheit), NSRange(location: 2, length: 3),
      1..<5, SIMD4<Float>(1, -0.0, 3, .infinity),
    ]
  }

  private func collections() -> Values {
    var set = IndexSet(integersIn: 3..<10)
    set.insert(integersIn: 100...200)
    set.insert(7_000_000_000)
    let dates = [Date.distantPast, Date(timeIntervalSinceReferenceDate: 0.1), .distantFuture]
    let uuids = (0..<10).map { _ in UUID() }
    return [
      IndexSet(), set, IndexPath(), IndexPath(indexes: [1, 2, 3]), dates, dates[1], Set(uuids),
      Dictionary(uniqueKeysWithValues: zip(uuids, dates + dates + dates)),
      [Decimal.pi, 0, -1, .greatestFiniteMagnitude], [Decimal(1): Data([1]), 2: Data()],
      [Data(), Data([0, 255]), Data(repeating: 7, count: 70_000)],
      [URL(string: "https://example.org/"): [URL(fileURLWithPath: "/tmp/a")]],
      [Date??.some(.none), .some(.some(dates[0])), .none],
    ]
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

  @Test func `ranges with one bound come back`() throws {
    let from: [UInt8] = try SteleEncoder().encode(3...)
    #expect(try SteleDecoder().decode(PartialRangeFrom<Int>.self, from: from).lowerBound == 3)
    let upTo: [UInt8] = try SteleEncoder().encode(..<2.5)
    #expect(try SteleDecoder().decode(PartialRangeUpTo<Double>.self, from: upTo).upperBound == 2.5)
  }

  @Test func `a relative url keeps its base`() throws {
    let base = try #require(URL(string: "https://example.org/a/"))
    let relative = try #require(URL(string: "b?c", relativeTo: base))
    let bytes: [UInt8] = try SteleEncoder().encode(relative)
    #expect(try SteleDecoder().decode(URL.self, from: bytes).baseURL == base)
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
