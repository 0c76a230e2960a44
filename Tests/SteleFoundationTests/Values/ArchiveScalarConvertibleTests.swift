import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

struct NativeValueTests {
  @Test(
    arguments: [
      0, -0.0, 1.5, 801_234_567.123_456_7, -63_114_076_800, 64_092_211_200, .infinity, -.infinity,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, .nan, Double(nan: 5, signaling: false),
    ] as [Double])
  func `a date is kept bit for bit`(seconds: Double) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let value = try #require(date.wireValue)
    #expect(value == .date(seconds))
    let copy = try Date(wireValue: value)
    #expect(copy.timeIntervalSinceReferenceDate.bitPattern == seconds.bitPattern)
    #expect(Date.wireType == .date)
  }

  @Test func `data are bytes, slices too`() throws {
    let data = Data([0, 1, 2, 255, 4]).dropFirst(2)
    #expect(data.wireValue == .bytes([2, 255, 4]))
    #expect(try Data(wireValue: .bytes([2, 255, 4])) == data)
    #expect(Data().wireValue == .bytes([]))
    #expect(try Data(wireValue: .bytes([])) == Data())
    #expect(Data.wireType == .bytes)
  }

  @Test func `the first byte of a uuid is the most significant`() throws {
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(uuid.wireValue == .uuid(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF))
    #expect(try UUID(wireValue: .uuid(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF)) == uuid)
    #expect(UUID.wireType == .uuid)
  }

  @Test func `a value of another type is none of these`() {
    #expect(throws: (any Error).self) { try Date(wireValue: .float64(1)) }
    #expect(throws: (any Error).self) { try Data(wireValue: .list([])) }
    #expect(throws: (any Error).self) { try UUID(wireValue: .unsigned(1)) }
    #expect(throws: (any Error).self) { try Decimal(wireValue: .integer(1)) }
    #expect(throws: (any Error).self) { try URL(wireValue: .bytes([])) }
  }

  @Test(arguments: [
    "https://example.org", "https://example.org/a%20b?q=1#part", "file:///var/log/", "mailto:a@b.c",
    "path/only", "//host", "https://xn--bcher-kva.example/", "data:,x", "?q",
  ])
  func `a url is its string`(string: String) throws {
    let url = try #require(URL(string: string))
    #expect(url.wireValue == .string(url.absoluteString))
    let copy = try URL(wireValue: .string(url.absoluteString))
    #expect(copy == url)
    #expect(copy.absoluteString == url.absoluteString)
  }

  @Test func `a file url is its string`() throws {
    for url in [URL(fileURLWithPath: "/a b/ü"), URL(fileURLWithPath: "/a/", isDirectory: true)] {
      let value = try #require(url.wireValue)
      #expect(try URL(wireValue: value) == url)
    }
  }

  @Test func `a url that is relative to another one is coded as its Codable says`() throws {
    let base = try #require(URL(string: "https://example.org/a/"))
    let relative = try #require(URL(string: "b", relativeTo: base))
    #expect(relative.wireValue == nil)
    #expect(relative.absoluteURL.wireValue == .string("https://example.org/a/b"))
  }

  @Test(arguments: Seeds.forTest(count: 4))
  func `a plain string is that of the url that it makes`(seed: UInt64) {
    var random = RandomSource(seed: seed)
    let pieces = [
      "http", "https", "file", "x-a.b+c", "://", "/", "//", ":", "?", "#", "host", "example.org",
      "a-b_c~",
      "80", "user@", "%20", "%", "a", "Z", "!$&'()*+,;=", "[::1]", " ", "\u{e9}", "\"", "\\", ".",
      "..", "",
    ]
    var plainCount = 0
    for _ in 0..<2000 {
      let start =
        random.isOne(in: 4) ? "" : random.pick(["http://", "file:///", "a+b://h/"], or: "")
      let text = (0..<random.count(upTo: 8)).reduce(start) { text, _ in
        text + random.pick(pieces, or: "")
      }
      guard URL.isPlain(text) else { continue }
      plainCount += 1
      let url = URL(string: text)
      #expect(url?.absoluteString == text)
      #expect(url?.baseURL == nil)
    }
    #expect(plainCount > 100)
  }

  @Test func `a string that is no url does not become one`() {
    #expect(throws: (any Error).self) { try URL(wireValue: .string("")) }
    #expect(throws: (any Error).self) { try URL(wireValue: .string("http://[")) }
  }
}
