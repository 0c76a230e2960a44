import Foundation
import Stele
import SteleFoundation
import SteleInspection
import SteleModel

/// An open document: its content, its history, and its file.
///
/// Each state of the history is an archive, the last one is also the content of the next save. An
/// undo makes new objects, so views find theirs from `notebook` each time.
final class NotebookDocument {
  private(set) var notebook: Notebook
  /// What to tell the user about a damaged file; empty if the file was whole.
  let losses: [String]
  private var history: [[UInt8]] = []
  private var position = 0
  private var savedArchive: [UInt8]?

  private static var encoder: SteleEncoder {
    var encoder = SteleEncoder()
    encoder.documentType = "com.example.notebook"
    return encoder
  }

  private static func decode(_ archive: [UInt8]) throws -> Notebook {
    try SteleDecoder(allowing: .entries).decode(Notebook.self, from: archive)
  }

  /// A new document.
  init() {
    notebook = Notebook()
    losses = []
  }

  /// Opens a document; if its file is damaged, what is left of it.
  ///
  /// With the options of its own, a recovery takes a second or two for a large file.
  ///
  /// - Throws: The error of the damaged file if nothing is left, and otherwise what opening throws.
  init(archive: [UInt8], recovery options: RecoveryOptions = RecoveryOptions()) throws {
    do {
      notebook = try Self.decode(archive)
      losses = []
      savedArchive = archive
    } catch let error as DecodingError where error.underlyingError is ArchiveError {
      let recovery = ArchiveRecovery(archive, options: options)
      guard let notebook = try? Self.decode(recovery.graph.encoded()) else {
        throw error
      }
      self.notebook = notebook
      losses = recovery.report.losses
    }
  }

  convenience init(contentsOf url: URL, recovery options: RecoveryOptions = .init()) throws {
    try self.init(archive: FileSource(url).bytes(), recovery: options)
  }

  /// Returns the archive of the current state.
  func archive() throws -> [UInt8] {
    if history.isEmpty { history = [try Self.encoder.encode(notebook)] }
    return history[position]
  }

  /// Makes a change that can be undone; if it throws, or has a result that cannot be archived, the
  /// document is as it was.
  func change(_ change: (Notebook) throws -> Void) throws {
    let before = try archive()
    do {
      try change(notebook)
      let after: [UInt8] = try Self.encoder.encode(notebook)
      history.replaceSubrange((position + 1)..., with: [after])
      position += 1
    } catch {
      notebook = try Self.decode(before)
      throw error
    }
  }

  func undo() throws { try move(to: position - 1) }

  func redo() throws { try move(to: position + 1) }

  private func move(to newPosition: Int) throws {
    guard history.indices.contains(newPosition) else { return }
    notebook = try Self.decode(history[newPosition])
    position = newPosition
  }

  /// Replaces the file in one step; if that fails, the old file stays as it was.
  func save(to url: URL) throws {
    let archive = try archive()
    try AtomicFile.write(archive, to: url)
    savedArchive = archive
  }

  /// Saves if something has changed since the last save.
  ///
  /// What is left of a damaged file replaces it only when the user has saved, and not by itself.
  func autosave(to url: URL) throws {
    if savedArchive == nil && !losses.isEmpty { return }
    if try archive() != savedArchive { try save(to: url) }
  }
}

extension RecoveryReport {
  /// The losses in sentences, with the key paths of references to what is lost.
  fileprivate var losses: [String] {
    if outcome == .complete { return ["The file was damaged; nothing is lost."] }
    let more = mayHaveLostFurtherObjects ? "at least " : ""
    return ["\(more)\(lostObjectCount) objects are lost."]
      + lostReferences.map { "\($0.keyPath) is lost." }
  }
}
