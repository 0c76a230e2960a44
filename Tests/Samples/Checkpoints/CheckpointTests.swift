import Foundation
import Stele
import SteleFoundation
import Testing

@Suite final class `Checkpoints of a simulation` {
  /// The number of objects of the largest run; `STELE_SAMPLE_OBJECTS` sets another one.
  private static let largestCount =
    ProcessInfo.processInfo.environment["STELE_SAMPLE_OBJECTS"].flatMap { Int($0) } ?? 20_000

  private let checkpoints: Checkpoints

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    checkpoints = Checkpoints(folder: folder)
  }

  deinit { try? FileManager.default.removeItem(at: checkpoints.folder) }

  /// The names of the files of checkpoints, the last one first.
  private var names: [String] {
    get throws { try checkpoints.files().map(\.lastPathComponent) }
  }

  /// Cuts off the end of a file.
  private func damage(_ file: URL) throws {
    try Data(contentsOf: file).dropLast(1000).write(to: file)
  }

  private func newWorld(of objectCount: Int = 2000) -> World {
    World(meadowCount: objectCount / 4, sheepCount: objectCount - objectCount / 4, seed: 7)
  }

  /// Returns the archive of a run without checkpoints.
  private func withoutInterruption(_ world: World, until end: Int) throws -> [UInt8] {
    while world.step < end { world.advance() }
    return try SteleEncoder().encode(world)
  }

  @Test func `a run that continues from a checkpoint ends as one without interruption`() throws {
    // The steps after the last checkpoint are lost when the program ends.
    _ = try checkpoints.run(newWorld(of: Self.largestCount), until: 14, savingEvery: 5)
    let world = try checkpoints.run(newWorld(of: Self.largestCount), until: 20, savingEvery: 5)

    let archive: [UInt8] = try SteleEncoder().encode(world)
    let expected = try withoutInterruption(newWorld(of: Self.largestCount), until: 20)
    #expect(archive == expected)
    #expect(world.flock.contains { $0.mother != nil })
  }

  @Test func `a run continues from the checkpoint before a damaged one`() throws {
    _ = try checkpoints.run(newWorld(), until: 10, savingEvery: 5)
    try damage(#require(checkpoints.files().first))
    var reports: [String] = []
    let resumed = try #require(checkpoints.last { reports.append($0) })
    #expect(resumed.step == 5)
    #expect(reports.count == 1 && reports.allSatisfy { $0.hasPrefix("step-10.stele: Cannot read") })

    let world = try checkpoints.run(newWorld(), until: 15, savingEvery: 5) { _ in }

    let archive: [UInt8] = try SteleEncoder().encode(world)
    #expect(try archive == withoutInterruption(newWorld(), until: 15))
  }

  @Test func `a run does not begin anew if all checkpoints are damaged`() throws {
    _ = try checkpoints.run(newWorld(), until: 10, savingEvery: 5)
    for file in try checkpoints.files() { try damage(file) }

    let error = #expect(throws: Checkpoints.NoneIntact.self) {
      try checkpoints.run(newWorld(), until: 5, savingEvery: 5) { _ in }
    }
    #expect(error?.files.count == 2)
    #expect(try names == ["step-10.stele", "step-5.stele"])
  }

  @Test func `both checkpoints are intact after a run has continued behind a damaged one`() throws {
    _ = try checkpoints.run(newWorld(), until: 20, savingEvery: 10)
    try damage(#require(checkpoints.files().first))
    _ = try checkpoints.run(newWorld(), until: 14, savingEvery: 2) { _ in }

    #expect(try names == ["step-14.stele", "step-12.stele"])
  }

  @Test func `a checkpoint in a later version of the format is not skipped`() throws {
    _ = try checkpoints.run(newWorld(), until: 10, savingEvery: 5)
    let package = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    try FileManager.default.copyItem(
      at: package.appending(path: "Fixtures/invalid/major-version-2.stele"),
      to: checkpoints.folder.appending(path: "step-15.stele"))

    let error = #expect(throws: DecodingError.self) {
      try checkpoints.last { Issue.record("\($0)") }
    }
    #expect((error?.underlyingError as? ArchiveError)?.rule == .version)
  }

  @Test func `a save that does not end is no checkpoint`() throws {
    let world = newWorld()
    try checkpoints.save(world)
    let next = try AtomicFile(replacing: checkpoints.folder.appending(path: "step-1.stele"))
    try next.write([1, 2, 3])  // and the program ends here

    #expect(try names == ["step-0.stele"])
    #expect(try checkpoints.last { Issue.record("\($0)") }?.step == 0)
  }

  @Test func `sheep share their meadows after a run has continued`() throws {
    _ = try checkpoints.run(newWorld(), until: 5, savingEvery: 5)
    let world = try #require(checkpoints.last { Issue.record("\($0)") })

    let meadows = Set(world.meadows.map { ObjectIdentifier($0) })
    let sheep = Set(world.flock.map { ObjectIdentifier($0) })
    #expect(world.flock.allSatisfy { meadows.contains(ObjectIdentifier($0.meadow)) })
    #expect(world.flock.compactMap(\.mother).allSatisfy { sheep.contains(ObjectIdentifier($0)) })
  }

  @Test func `only the last checkpoints are kept, and other files are left alone`() throws {
    try Data("notes".utf8).write(to: checkpoints.folder.appending(path: "step-notes.txt"))
    _ = try checkpoints.run(newWorld(), until: 12, savingEvery: 3)

    #expect(try names == ["step-12.stele", "step-9.stele"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: checkpoints.folder.path).count == 3)
  }

  @Test func `an error that is no damage is thrown`() throws {
    try SteleEncoder().encode("no world", to: checkpoints.folder.appending(path: "step-1.stele"))
    #expect(throws: DecodingError.self) { try checkpoints.last { Issue.record("\($0)") } }
  }
}
