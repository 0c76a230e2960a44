import Stele
import SteleInspection
import SteleModel
import SteleVerifier
import TestSupport
import Testing

/// The key paths that reports and errors print are those that ``ArchivePath`` parses.
@Suite struct PrintedPathTests {
  static let valid = Result { try FixtureFolder.manifest().valid }
  static let damaged = Result { try FixtureFolder.manifest().damaged }

  /// The most different paths of one fixture.
  private static let pathLimit = 500

  /// Parses a path, unless it is cut.
  private func parse(_ path: String) -> ArchivePath? {
    guard !path.contains("…") else { return nil }
    do {
      let parsed = try ArchivePath(path)
      #expect(parsed.description == path)
      return parsed
    } catch {
      Issue.record("\(path): \(error)")
      return nil
    }
  }

  private func find(_ path: String, in graph: ArchiveGraph) {
    guard let path = parse(path) else { return }
    do {
      _ = try graph.place(at: path)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test(arguments: try valid.get())
  func `each path of an explanation leads to a value`(_ fixture: Manifest.Valid) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    let graph = try ArchiveGraph(bytes)
    var paths: Set<String> = []
    for field in ArchiveExplanation(bytes).fields(in: 0..<bytes.count) {
      guard let path = field.keyPath, paths.count < Self.pathLimit, paths.insert(path).inserted
      else { continue }
      find(path, in: graph)
    }
  }

  @Test func `each path of a difference leads to a value`() throws {
    let files = try Self.valid.get().map(\.file)
    for (old, new) in zip(files, files.dropFirst()) {
      let (left, right) = (try FixtureFolder.bytes(old), try FixtureFolder.bytes(new))
      let graphs = (old: try ArchiveGraph(left), new: try ArchiveGraph(right))
      for change in try ArchiveDifference(from: left, to: right).changes.prefix(Self.pathLimit) {
        if let path = change.oldPath { find(path, in: graphs.old) }
        if let path = change.newPath { find(path, in: graphs.new) }
      }
    }
  }

  @Test func `each path of a finding and of an error is one`() throws {
    for fixture in try InvalidFixtureTests.refused.get() {
      let bytes = try FixtureFolder.bytes(fixture.file)
      for path in Verifier().verify(bytes).findings.compactMap(\.keyPath) { _ = parse(path) }
      let error = #expect(throws: ArchiveError.self) { try ArchiveGraph(bytes) }
      guard let error else { continue }
      if let path = wholeKeyPath(error.keyPath, object: error.object) { _ = parse(path) }
    }
  }

  @Test func `an error and the finding have one path`() throws {
    var count = 0
    for fixture in try InvalidFixtureTests.fixtures.get() {
      let bytes = try FixtureFolder.bytes(fixture.file)
      let error = #expect(throws: ArchiveError.self) { try ArchiveGraph(bytes) }
      guard let error, let path = Verifier().verify(bytes).findings.first?.keyPath,
        let own = wholeKeyPath(error.keyPath, object: error.object), own.contains(".")
      else { continue }
      if own == path { count += 1 }
    }
    #expect(count > 20)
  }

  @Test(arguments: try damaged.get())
  func `each path of a recovery is one`(_ fixture: Manifest.Damaged) throws {
    let report = ArchiveRecovery.unrepaired(try FixtureFolder.bytes(fixture.file)).report
    let paths =
      report.lostReferences.map(\.keyPath) + report.droppedObjects.map(\.keyPath)
      + report.respellings.map(\.keyPath)
    for path in paths { _ = parse(path) }
  }

  @Test func `names of every kind come back`() throws {
    let names = [
      "a", "first name", "", "*", "a\"b\\", "line\nend", "\u{202E}", "é", "1", "objects",
    ]
    var graph = ArchiveGraph()
    let keys = names.map { ArchiveKey($0, .optional(.int8)) }
    let above = graph.classes.define(.class("Above class", keys: keys))
    let entry = graph.classes.define(.class("Below", superclass: above, keys: keys))
    graph.add(
      ArchiveObject(
        entry: entry,
        values: (0..<(2 * names.count)).map { ArchiveValue.some(.integer(Int128($0))) }))
    graph.roots = names.map { ArchiveNamedValue($0, .reference(to: nil), .reference(1)) }
    let bytes = try graph.encoded()
    var found: Set<String> = []
    for field in ArchiveExplanation(bytes).fields(in: 0..<bytes.count) {
      guard let path = field.keyPath.flatMap(parse) else { continue }
      let place = try graph.place(at: path)
      if case ArchiveValue.some(.integer(let number))? = place.value, field.name.hasPrefix("int8") {
        #expect(field.value == "\(number)")
        found.insert(path.description)
      }
    }
    #expect(found.count == 2 * names.count)
  }
}
