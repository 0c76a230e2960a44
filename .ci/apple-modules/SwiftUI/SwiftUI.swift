// Apple's SwiftUI, as far as the samples use it. Nothing here is ever run.
public import Combine
public import Foundation
public import UniformTypeIdentifiers

public struct FileDocumentReadConfiguration {
  public let contentType: UTType
  public let file: FileWrapper
}
public struct FileDocumentWriteConfiguration {
  public let contentType: UTType
  public let existingFile: FileWrapper?
}

@available(tvOS, unavailable)
@available(watchOS, unavailable)
@preconcurrency public protocol ReferenceFileDocument: ObservableObject, Sendable {
  associatedtype Snapshot
  static var readableContentTypes: [UTType] { get }
  static var writableContentTypes: [UTType] { get }
  init(configuration: Self.ReadConfiguration) throws
  func snapshot(contentType: UTType) throws -> Self.Snapshot
  func fileWrapper(snapshot: Self.Snapshot, configuration: Self.WriteConfiguration) throws -> FileWrapper
  typealias ReadConfiguration = FileDocumentReadConfiguration
  typealias WriteConfiguration = FileDocumentWriteConfiguration
}
extension ReferenceFileDocument {
  public static var writableContentTypes: [UTType] { readableContentTypes }
}
