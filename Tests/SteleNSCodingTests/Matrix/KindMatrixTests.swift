import Foundation
import SteleNSCoding
import TestSupport
import Testing

@Suite("All kinds of classes with all kinds of properties", .serialized)
struct KindMatrixTests {
  /// With `STELE_RECORD` in the environment, the table of the page is written anew.
  @Test
  func
    `the table of the guide has all that does not come back equal, and nothing is lost in silence`()
    throws
  {
    let table = KindMatrix.table()
    for line in table { #expect(!line.contains("LOST"), "\(line)") }
    let page = RecordedTable(
      "| property, written", on: "Sources/SteleNSCoding/SteleNSCoding.docc/KindsOfClasses.md")
    #expect(try page.lines(recording: table) == table)
  }

  @Test func `what has moved between the classes of a hierarchy is found by all kinds`() {
    #expect(MoveMatrix.exceptions() == [])
  }

  @Test(arguments: KindMatrix.propertiesOfFoundation)
  func `what changes after the call comes back as from the coders of Foundation`(
    property: KindMatrix.Property
  ) throws {
    #expect(try KindMatrix.isKeptByFoundation(property))
    for format in Format.all {
      let outcome = KindMatrix.outcome(
        property, from: ThingByHand.self, to: ThingByHand.self, format, isChanged: true)
      #expect(outcome == "equal")
    }
  }
}
