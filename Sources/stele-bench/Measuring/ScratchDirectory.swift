internal import Dispatch
internal import Foundation

/// A directory for large files, which is removed even if the run is interrupted.
final class ScratchDirectory {
  let url: URL
  private var sources: [any DispatchSourceSignal] = []

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("stele-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    self.url = url
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        try? FileManager.default.removeItem(at: url)
        exit(128 + number)
      }
      source.resume()
      sources.append(source)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
