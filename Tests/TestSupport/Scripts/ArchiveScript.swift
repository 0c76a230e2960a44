import Stele
import SteleModel

/// A script that makes an archive of one of a few that are built in, by changes of its content and its bytes.
///
///     offset  size  field
///          0     1  below 200: the archive is one of specimens; otherwise a fixture
///          1     1  number of the archive
///          2     8  choices of the decoding
///         10     1  1 modulo 4: the bytes are changed, too, by a seed of 8 bytes that comes next
///         11     n  changes of the content
///
/// Spec chapters 2 to 6.
package struct ArchiveScript {
  /// The archive; nil when none can be made.
  package let archive: [UInt8]?
  /// How it is to be decoded.
  package let choices: Script

  /// The longest list of changes that is worth its time.
  private static let changeCount = 20

  /// Makes an archive according to a script.
  package init(_ bytes: [UInt8]) {
    var script = Script(bytes)
    let isOfSpecimens = script.byte() < 200
    let base = isOfSpecimens ? Self.specimen(script.byte()) : Self.fixture(script.byte())
    choices = Script((0..<8).map { _ in script.byte() })
    let changesBytes = script.byte() % 4 == 1
    let seed = changesBytes ? script.word() : 0
    guard let base else {
      archive = nil
      return
    }
    var editor = GraphEditor(base.graph, script)
    for _ in 0..<Self.changeCount where !editor.script.isAtEnd {
      let before = editor.graph
      do {
        try editor.change()
      } catch {
        editor.graph = before
        editor.renewMembers()
      }
    }
    let made = (try? editor.graph.encoded()) ?? base.archive
    var mutation = PayloadMutation(seed: seed)
    archive = changesBytes ? mutation.changed(made, donor: base.archive) : made
  }

  private struct Base {
    let archive: [UInt8]
    let graph: ArchiveGraph

    init?(_ archive: [UInt8]) {
      guard archive.count < 8_192, let graph = try? ArchiveGraph(archive) else { return nil }
      self.archive = archive
      self.graph = graph
    }
  }

  private static func specimen(_ number: UInt8) -> Base? {
    (try? SpecimenMaker.archive(seed: UInt64(number))).flatMap(Base.init)
  }

  private static func fixture(_ number: UInt8) -> Base? {
    guard !fixtures.isEmpty else { return nil }
    return (try? FixtureFolder.bytes(fixtures[Int(number) % fixtures.count])).flatMap(Base.init)
  }

  /// The paths of the fixtures, which are read in a moment.
  private static let fixtures = ((try? FixtureFolder.manifest())?.valid ?? []).map(\.file)
}
