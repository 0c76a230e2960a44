#if canImport(SwiftUI) && !os(watchOS) && !os(tvOS)
  import Combine
  import Foundation
  import SwiftUI
  import UniformTypeIdentifiers

  extension UTType {
    static var notebook: UTType { UTType(exportedAs: "com.example.notebook") }
  }

  /// The document as SwiftUI opens and saves it; use it in `DocumentGroup(newDocument:editor:)`.
  ///
  /// SwiftUI makes it, and writes the snapshot, on any thread, and takes the snapshot while nothing
  /// edits the document. Views use it on the main thread. So no two threads use it at once.
  ///
  /// SwiftUI saves by itself after a change: show `document.losses` before the first one.
  final class NotebookFile: ReferenceFileDocument, @unchecked Sendable {
    static var readableContentTypes: [UTType] { [.notebook] }

    let document: NotebookDocument

    init() { document = NotebookDocument() }

    init(configuration: ReadConfiguration) throws {
      guard let data = configuration.file.regularFileContents else {
        throw CocoaError(.fileReadCorruptFile)
      }
      document = try NotebookDocument(archive: Array(data))
    }

    /// The snapshot is an archive, since the objects may change while it is written.
    func snapshot(contentType: UTType) throws -> Data { try Data(document.archive()) }

    func fileWrapper(snapshot: Data, configuration: WriteConfiguration) throws -> FileWrapper {
      FileWrapper(regularFileWithContents: snapshot)
    }

    /// Makes a change; SwiftUI saves the document when undo steps have been registered.
    @MainActor
    func change(_ undoManager: UndoManager?, _ change: (Notebook) throws -> Void) throws {
      objectWillChange.send()
      try document.change(change)
      undoManager?.registerUndo(withTarget: self) { $0.undo(undoManager) }
    }

    @MainActor
    private func undo(_ undoManager: UndoManager?) {
      objectWillChange.send()
      try? document.undo()  // an archive of this program: it has been decoded or encoded before
      undoManager?.registerUndo(withTarget: self) { $0.redo(undoManager) }
    }

    @MainActor
    private func redo(_ undoManager: UndoManager?) {
      objectWillChange.send()
      try? document.redo()
      undoManager?.registerUndo(withTarget: self) { $0.undo(undoManager) }
    }
  }
#endif
