import Stele
import Testing

/// The examples of the page about streams and networks.
@Suite struct `Examples of streams` {
  /// Cuts what a connection delivers into archives, each of which has its length before it.
  struct ArchiveStream {
    struct MessageTooLong: Error {}

    let byteLimit: Int
    private var received: [UInt8] = []

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// The bytes to send: the length in four bytes, the least significant first, and the archive.
    func message(_ archive: [UInt8]) throws -> [UInt8] {
      guard archive.count <= byteLimit, let length = UInt32(exactly: archive.count) else {
        throw MessageTooLong()
      }
      return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + archive
    }

    /// The archives that are complete when more bytes have come.
    mutating func receive(_ bytes: [UInt8]) throws -> [[UInt8]] {
      received += bytes
      var archives: [[UInt8]] = []
      var rest = received[...]
      while rest.count >= 4 {
        let length = rest.prefix(4).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        guard length <= byteLimit else { throw MessageTooLong() }
        guard rest.count - 4 >= Int(length) else { break }
        archives.append(Array(rest.dropFirst(4).prefix(Int(length))))
        rest = rest.dropFirst(4 + Int(length))
      }
      received = Array(rest)
      return archives
    }
  }

  struct Reading: Codable, Equatable {
    var sensor: String
    var values: [Double]
  }

  private let readings = [
    Reading(sensor: "north", values: [1, 2]), Reading(sensor: "south", values: [3]),
  ]

  @Test func `archives are cut out of a stream, however it is divided`() throws {
    for partByteCount in [1, 3, 100, 10_000] {
      var stream = ArchiveStream(byteLimit: 1 << 20)
      var sent: [UInt8] = []
      for reading in readings {
        sent += try stream.message(SteleEncoder().encode(reading))
      }

      let decoder = SeriesDecoder()
      var report: [Reading] = []
      var rest = sent[...]
      while !rest.isEmpty {
        let received = Array(rest.prefix(partByteCount))
        rest = rest.dropFirst(partByteCount)
        for archive in try stream.receive(received) {
          report.append(try decoder.decode(Reading.self, from: archive))
        }
      }
      #expect(report == readings)
    }
  }

  @Test func `a series encoder makes the archives of a stream`() throws {
    let stream = ArchiveStream(byteLimit: 1 << 20)
    var sent: [UInt8] = []
    let encoder = SeriesEncoder()
    for reading in readings { sent += try stream.message(encoder.encode(reading)) }
    #expect(sent == (try readings.flatMap { try stream.message(SteleEncoder().encode($0)) }))
  }

  @Test func `a length beyond the limit is refused before its bytes come`() throws {
    var stream = ArchiveStream(byteLimit: 1 << 20)
    #expect(throws: ArchiveStream.MessageTooLong.self) {
      try stream.receive([0xFF, 0xFF, 0xFF, 0xFF])
    }
  }
}
