import Foundation
import Stele
import SteleFoundation
import TestSupport
import Testing

#if canImport(SwiftUI)
  import SwiftUI
  import UniformTypeIdentifiers
#endif
#if canImport(AppKit)
  import AppKit
#endif

/// The examples of the page about documents, of which those for Apple systems are compiled there alone.
@Suite struct `Examples of documents` {
  struct Drawing: Codable, Sendable, Equatable {
    var title = "Untitled"
    var lines: [[Double]] = []
  }

  final class Shape: Codable {
    var name: String
    var parts: [Shape] = []
    @BackReference var parent: Shape?
    init(name: String) { self.name = name }
  }

  #if canImport(SwiftUI)
    struct DrawingDocument: FileDocument {
      static let readableContentTypes = [UTType(exportedAs: "com.example.drawing")]
      var drawing = Drawing()

      init() {}

      init(configuration: ReadConfiguration) throws {
        guard let data = configuration.file.regularFileContents else {
          throw CocoaError(.fileReadCorruptFile)
        }
        drawing = try SteleDecoder().decode(Drawing.self, from: data)
      }

      func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
        let data = try SteleEncoder().encodedData(drawing)
        return FileWrapper(regularFileWithContents: data)
      }
    }
  #endif

  #if canImport(AppKit)
    final class ShapeDocument: NSDocument {
      var shape = Shape(name: "Untitled")

      override class var autosavesInPlace: Bool { true }

      override func data(ofType typeName: String) throws -> Data {
        try SteleEncoder().encode(shape)
      }

      override nonisolated func read(from data: Data, ofType typeName: String) throws {
        try MainActor.assumeIsolated {
          shape = try SteleDecoder().decode(Shape.self, from: data)
        }
      }
    }
  #endif

  @Test func `the content of a document comes back from its data`() throws {
    let drawing = Drawing(title: "House", lines: [[0, 0, 1, 1]])
    let data = try SteleEncoder().encodedData(drawing)
    #expect(try SteleDecoder().decode(Drawing.self, from: data) == drawing)
  }

  @Test func `a copy of a graph is an archive and back`() throws {
    let shape = Shape(name: "house")
    shape.parts = [Shape(name: "door")]
    shape.parts[0].parent = shape

    let snapshot: [UInt8] = try SteleEncoder().encode(shape)
    let copy = try SteleDecoder().decode(Shape.self, from: snapshot)

    #expect(copy !== shape)
    #expect(copy.parts[0].parent === copy)
  }
}
