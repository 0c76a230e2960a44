import Stele
import TestSupport
import Testing

@Suite struct `Text` {
  static let samples = [
    "", " ", "a", "\0", "a\0b", "\u{7F}\u{80}", "\u{7FF}\u{800}", "\u{FFFD}", "\u{FFFE}\u{FFFF}",
    "\u{10FFFF}", "e\u{301}", "\u{E9}", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "\r\n", "\u{FEFF}mark", "مرحبا", "한글",
    String(repeating: "x", count: 127), String(repeating: "x", count: 128),
    String(repeating: "é", count: 70_000),
  ]

  @Test(arguments: samples) func `a string comes back scalar for scalar`(_ text: String) throws {
    #expect(Array(try roundTrip(text).unicodeScalars) == Array(text.unicodeScalars))
    #expect(Array(try roundTrip(Holder(text)).value.utf8) == Array(text.utf8))
    #expect(Array(try roundTrip([text, text])[1].utf8) == Array(text.utf8))
  }

  @Test func `all samples come back in one list`() throws {
    #expect(
      try roundTrip(Self.samples).map { Array($0.utf8) } == Self.samples.map { Array($0.utf8) })
  }
}
