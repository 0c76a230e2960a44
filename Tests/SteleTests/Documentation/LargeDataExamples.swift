import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport
import Testing

/// The examples of the page about large data.
@Suite struct `Examples of large data` {
  final class Picture: Codable {
    let title: String
    let pixels: Data

    init(title: String, pixels: Data) {
      self.title = title
      self.pixels = pixels
    }
  }

  private let pictures = (1...8).map {
    Picture(title: "picture \($0)", pixels: Data(repeating: UInt8($0), count: 100_000))
  }

  @Test func `each of several pictures is a root, and is read by itself`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.file("album.stele")

    let archiver = Archiver()
    try archiver.encode(pictures.map(\.title), root: "titles")
    for picture in pictures {
      try archiver.encode(picture, root: picture.title)
    }
    try archiver.finish(to: url)

    let unarchiver = try Unarchiver(ArchiveReader(contentsOf: url))
    let titles = try unarchiver.decode([String].self, root: "titles")
    let picture = try unarchiver.decode(Picture.self, root: titles[3])

    #expect(titles.count == 8)
    #expect(picture.pixels == pictures[3].pixels)
    let bytes = try verified(directory.bytes(of: "album.stele"))
    let source = CountingSource(bytes)
    let again = try Unarchiver(ArchiveReader(opening: source))
    _ = try again.decode([String].self, root: "titles")
    #expect(source.readByteCount <= 4_096 + 65_536)
    _ = try again.decode(Picture.self, root: titles[3])
    #expect(source.readByteCount < 170_000)
  }

  @Test func `an archive is written object by object`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.file("samples.stele")
    let samples = (0..<1000).map { (time: Double($0), values: [Float](repeating: 1, count: 10)) }

    let file = try AtomicFile(replacing: url)
    var writer = try ArchiveWriter(sink: file)
    let entry = try writer.define(
      .class(
        "Sample",
        keys: [ArchiveKey("time", .float64), ArchiveKey("values", .list(.float32))]))
    for sample in samples {
      let values = sample.values.map { ArchiveValue.float32($0) }
      try writer.append(
        ArchiveObject(entry: entry, values: [.float64(sample.time), .list(values)]))
    }
    try writer.addRoot(
      ArchiveNamedValue("first", .reference(to: "Sample"), .reference(1)))
    try writer.finish()
    try file.commit()

    var lastTime = 0.0
    let archive = try ArchiveReader(contentsOf: url)
    try archive.forEachObject { number, sample in
      if case .float64(let time)? = sample.values[0] { lastTime = time }
    }

    _ = try verified(directory.bytes(of: "samples.stele"))
    #expect(archive.objectCount == 1000)
    #expect(lastTime == 999)
  }
}
