import Foundation
import SteleNSCoding
import Testing

@Suite("Forms of values")
struct ValueFormTests {
  final class Link: NSObject, PropertyCoding {
    var url: URL?
    var urls: [URL] = []
    var set: Set<URL> = []
    var byURL: [URL: [URL]] = [:]
    override init() {}
  }

  @Test(arguments: Format.both)
  func `a relative URL keeps its base, also in a collection`(_ format: Format) throws {
    let base = try #require(URL(string: "https://example.com/a/"))
    let relative = try #require(URL(string: "b?c", relativeTo: base))
    let link = Link()
    link.url = relative
    link.urls = [relative, base]
    link.set = [relative, base]
    link.byURL = [base: [relative]]
    if format == .stele { link.byURL[relative] = [base] }
    let copy = try format.copy(link)
    #expect((copy.url, copy.url?.baseURL) == (relative, base))
    #expect((copy.url?.relativeString, copy.urls) == ("b?c", link.urls))
    #expect((copy.set, copy.byURL) == (link.set, link.byURL))
    // Foundation would not find the key of an object any more.
    link.byURL = [relative: [base]]
    guard format != .stele else { return }
    let error = #expect(throws: KeyedCodingError.self) { try format.data(of: link) }
    #expect(error?.reason == .notHashable)
  }

  @Test func `a relative URL that is encoded by hand keeps its base`() throws {
    let base = try #require(URL(string: "https://example.com/a/"))
    let relative: URL? = URL(string: "b?c", relativeTo: base)
    let unarchiver = try reading { $0.encode(relative, forKey: "url") }
    let copy = unarchiver.decodeObject(of: NSURL.self, forKey: "url")
    #expect((copy?.baseURL, copy?.relativeString) == (base, "b?c"))
  }

  @Test func `a string that is asked for as a URL is one, in a root as in an object`() throws {
    final class Reader: NSObject, NSSecureCoding {
      static var supportsSecureCoding: Bool { true }
      var url: NSURL?
      override init() {}
      init?(coder: NSCoder) { url = coder.decodeObject(of: NSURL.self, forKey: "url") }
      func encode(with coder: NSCoder) { coder.encode("https://example.com", forKey: "url") }
    }
    let unarchiver = try Format.stele.reading(naming: [("Reader", Reader.self)]) { archiver in
      archiver.encode(Reader(), forKey: "object")
      archiver.encode("https://example.com", forKey: "root")
    }
    let url = NSURL(string: "https://example.com")
    #expect(unarchiver.decodeObject(of: Reader.self, forKey: "object")?.url == url)
    #expect(unarchiver.decodeObject(of: NSURL.self, forKey: "root") == url)
    #expect(unarchiver.error == nil)
  }

  @Test func `data of Foundation is encoded in one piece`() throws {
    // Byte by byte it would take a minute.
    let data = NSData(data: Data(repeating: 7, count: 1 << 24))
    let start = ContinuousClock.now
    let archive = try archive(data)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(archive.count > 1 << 24)
  }

  @Test func `an error says whether an object could not be encoded or decoded`() throws {
    let classes: ClassNames = [("Open", Insecure.self)]
    let writing = #expect(throws: KeyedCodingError.self) {
      try Format.stele.data(naming: classes) { $0.encode(Insecure(), forKey: "root") }
    }
    #expect(writing?.description.hasPrefix("Cannot encode root") == true)

    let data = try Format.stele.data(secure: false, naming: classes) {
      $0.encode(Insecure(), forKey: "root")
    }
    let unarchiver = try Format.stele.unarchiver(data, naming: classes)
    let reading = #expect(throws: KeyedCodingError.self) {
      try unarchiver.object(of: [Insecure.self], forKey: "root")
    }
    #expect(reading?.reason == .notSecure)
    #expect(reading?.description.hasPrefix("Cannot decode") == true)
  }
}
