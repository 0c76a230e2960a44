import Foundation
import Stele
import SteleFoundation

/// A folder with the last checkpoints of a run, each in a file named by its step.
struct Checkpoints {
  let folder: URL
  /// The number of checkpoints that are kept: more than one, since a disk can damage the last.
  var keptCount = 2

  /// Saves the state, and removes older checkpoints once it is on the disk.
  func save(_ world: World) throws {
    try SteleEncoder().encode(world, to: folder.appending(path: "step-\(world.step).stele"))
    for file in try files().dropFirst(keptCount) { try FileManager.default.removeItem(at: file) }
  }

  /// Returns the state of the last intact checkpoint, or nil if there are no checkpoints.
  ///
  /// Damaged files behind it are reported, and set aside, so that they do not count as later ones.
  /// Every other error is thrown, since an older file would not help: the program or the format may
  /// have changed, or the program has no permission to read.
  ///
  /// - Throws: `NoneIntact` if all files are damaged; a new run must not take their place in silence.
  func last(report: (String) -> Void) throws -> World? {
    var damaged: [URL] = []
    for file in try files() {
      do {
        let world = try SteleDecoder().decode(World.self, from: file)
        for file in damaged {
          try FileManager.default.moveItem(at: file, to: file.appendingPathExtension("damaged"))
        }
        return world
      } catch let error as DecodingError {
        guard let cause = error.underlyingError as? ArchiveError, cause.rule != .version
        else { throw error }
        report("\(file.lastPathComponent): \(error.explanation)")
        damaged.append(file)
      }
    }
    if damaged.isEmpty { return nil }
    throw NoneIntact(files: damaged)
  }

  /// There are checkpoints, and all of them are damaged.
  struct NoneIntact: Error {
    let files: [URL]
  }

  /// Continues a run, or the given one if there is no checkpoint, and saves every few steps.
  func run(
    _ new: @autoclosure () -> World, until end: Int, savingEvery interval: Int,
    report: (String) -> Void = { print($0) }
  ) throws -> World {
    let world = try last(report: report) ?? new()
    while world.step < end {
      world.advance()
      if world.step.isMultiple(of: interval) { try save(world) }
    }
    return world
  }

  /// The checkpoints, the last one first; other files, as an interrupted save may leave, are not.
  func files() throws -> [URL] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return files.compactMap { file -> (step: Int, file: URL)? in
      let name = file.lastPathComponent
      guard name.hasPrefix("step-"), name.hasSuffix(".stele") else { return nil }
      return Int(name.dropFirst(5).dropLast(6)).map { ($0, file) }
    }.sorted { $0.step > $1.step }.map(\.file)
  }
}
