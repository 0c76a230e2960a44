import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

@Suite struct `Programs without SteleWholeFoundation` {
  @Test func `sets of Foundation name the library that decodes them`() throws {
    let run = try ProgramRun(BuiltProgram.url(named: "foundation-client"), [])
    #expect(run.end == .exited(0))
    let advice = "Import SteleWholeFoundation, a product of the package Stele."
    #expect(
      run.lines.prefix(2) == [
        "Cannot decode the archive at byte 184: the program cannot decode IndexSet without SteleWholeFoundation. \(advice)",
        "Cannot decode Roster.vowels (object 1) at byte 149: the program cannot decode CharacterSet without SteleWholeFoundation. \(advice)",
      ])
    #expect(run.lines.last == "hebrew")
  }

  #if canImport(FoundationEssentials)
    private func decoded<Value: Encodable>(_ value: Value) throws -> String {
      let directory = try TemporaryDirectory()
      let url = directory.file("value.stele")
      try SteleEncoder().encode(value, to: url)
      let program = BuiltProgram.url(named: "essentials-client")
      let run = try ProgramRun(program, ["\(Value.self)", url.path])
      #expect(run.end == .exited(0))
      return run.output.trimmingCharacters(in: .newlines)
    }

    private func refusal(_ value: String) -> String {
      "the program has no \(value), but only a part of Foundation; import SteleWholeFoundation."
    }

    @Test func `values that FoundationEssentials lacks name the library that has them`() throws {
      let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
      #expect(try decoded(zone).hasSuffix(refusal(#"time zone "Europe/Zurich""#)))
      #expect(try decoded(Locale(identifier: "de_CH")).hasSuffix(refusal(#"locale "de_CH""#)))
      let hebrew = Calendar(identifier: .hebrew)
      #expect(try decoded(hebrew).hasSuffix(refusal(#"calendar "hebrew""#)))
      var gregorian = Calendar(identifier: .gregorian)
      gregorian.timeZone = .gmt
      gregorian.locale = Locale(identifier: "fr")
      #expect(try decoded(gregorian).hasSuffix(refusal(#"locale "fr""#)))
    }

    @Test func `all other values are the same`() throws {
      #expect(try decoded(12.5 as Decimal) == "same")
      #expect(try decoded(#require(URL(string: "https://example.org/a?b#c"))) == "same")
      #expect(try decoded(Date(timeIntervalSinceReferenceDate: 0.1)) == "same")
      #expect(try decoded(DateInterval(start: .distantPast, duration: 1)) == "same")
      #expect(try decoded(TimeZone.gmt) == "same")
      #expect(try decoded(Locale(identifier: "en_001")) == "same")
      var gregorian = Calendar(identifier: .gregorian)
      gregorian.timeZone = .gmt
      gregorian.locale = Locale(identifier: "en_001")
      gregorian.firstWeekday = 4
      #expect(try decoded(gregorian) == "same")
    }
  #endif
}
