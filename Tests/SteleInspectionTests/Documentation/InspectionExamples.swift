import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

/// The examples of the landing page of the library.
@Suite struct `Examples of inspection` {
  @Test func `an archive is text, and an archive again`() throws {
    let bytes: [UInt8] = try SteleEncoder().encode(["a", "b"])

    let text = try ArchiveGraph(bytes).notation()
    let copy = try ArchiveGraph(notation: text)

    #expect(try copy.encoded() == bytes)
  }

  @Test func `a damaged archive is recovered`() throws {
    var damaged: [UInt8] = try SteleEncoder().encode(["a", "b"])
    damaged.removeLast(8)

    let recovery = ArchiveRecovery(damaged)
    let lostObjects = recovery.report.lostObjects
    let saved = try recovery.graph.encoded()

    #expect(lostObjects.isEmpty)
    #expect(try SteleDecoder().decode([String].self, from: saved) == ["a", "b"])
  }

  @Test func `content of damaged blocks is recovered unchecked`() throws {
    let others: [UInt8] = try SteleEncoder().encode(["a", "b"])
    let damaged = Array(others.dropLast(8))

    var options = RecoveryOptions()
    options.savesUnchecked = true
    options.otherClasses = others
    let more = ArchiveRecovery(damaged, options: options)
    let uncheckedObjects = more.report.uncheckedObjects

    #expect(uncheckedObjects.isEmpty)
    #expect(more.graph.roots.count == 1)

    options.archive = more.report.archives.count
    let last = ArchiveRecovery(damaged, options: options)

    #expect(last.graph == more.graph)
  }

  @Test func `archives of the same content have the same digest`() throws {
    let bytes: [UInt8] = try SteleEncoder().encode(["a", "b"])
    let others: [UInt8] = try ArchiveGraph(bytes).canonical().encoded()

    let digest = try ArchiveGraph(bytes).contentDigest()
    let isSameContent = try ArchiveGraph(others).contentDigest() == digest

    #expect(isSameContent)
  }

  @Test func `archives of the same content have no difference, and every byte has a field`() throws
  {
    let bytes: [UInt8] = try SteleEncoder().encode(["a", "b"])
    let others: [UInt8] = try ArchiveGraph(bytes).canonical().encoded()

    let difference = try ArchiveDifference(from: bytes, to: others)
    let largestClass = try ArchiveStatistics(bytes).classes.first?.name
    let field = ArchiveExplanation(bytes).field(at: 0)

    #expect(difference.isEmpty)
    #expect(largestClass == nil)
    #expect(field?.offset == 0)
  }
}
