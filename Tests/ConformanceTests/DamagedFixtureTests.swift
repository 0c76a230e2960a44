import Stele
import SteleInspection
import SteleModel
import SteleVerifier
import TestSupport
import Testing

@Suite struct DamagedFixtureTests {
  static let fixtures = Result { try FixtureFolder.manifest().damaged }

  @Test(arguments: try fixtures.get())
  func `recovery reports of a damaged fixture what the manifest says`(
    _ fixture: Manifest.Damaged
  ) throws {
    let recovery = ArchiveRecovery.unrepaired(try FixtureFolder.bytes(fixture.file))
    #expect(Manifest.Report(recovery.report) == fixture.report)
    #expect((fixture.recovered == nil) == (fixture.report.outcome == "nothing"))
  }

  @Test(arguments: try fixtures.get())
  func `what is recovered of a damaged fixture is valid, and stored beside it`(
    _ fixture: Manifest.Damaged
  ) throws {
    guard let recovered = fixture.recovered else { return }
    let expected = try FixtureFolder.bytes(recovered)
    #expect(
      try ArchiveRecovery.unrepaired(try FixtureFolder.bytes(fixture.file)).graph.encoded()
        == expected)
    try ArchiveReader.check(expected)
    #expect(Verifier(level: .references).verify(expected).findings == [])
    #expect(ArchiveRecovery(expected).report.outcome == .complete)
  }

  @Test(arguments: try fixtures.get())
  func `readers refuse a damaged fixture`(_ fixture: Manifest.Damaged) throws {
    let judgement = Judgement(try FixtureFolder.bytes(fixture.file), .everything)
    #expect(judgement.refusal != nil)
    #expect(judgement.disagreements == [])
  }

  @Test(arguments: try fixtures.get())
  func `what is recovered of a damaged fixture has the objects of the base that are not lost`(
    _ fixture: Manifest.Damaged
  ) throws {
    guard let base = fixture.base else { return }
    let graph = try ArchiveGraph(try FixtureFolder.bytes(base))
    let recovery = ArchiveRecovery.unrepaired(try FixtureFolder.bytes(fixture.file))
    let lost = Set(recovery.report.lostObjects.flatMap { Array($0) })
    #expect(recovery.graph.objects.count == recovery.report.savedObjects.count)
    #expect(lost.isDisjoint(with: recovery.report.savedObjects))
    if !recovery.report.mayHaveLostFurtherObjects {
      #expect(lost.count + recovery.report.savedObjects.count == graph.objects.count)
    }
    if recovery.report.outcome == .complete {
      #expect(recovery.graph.objects == graph.objects)
      #expect(recovery.graph.roots == graph.roots)
    }
  }
}
