import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport
import Testing

/// The examples of the landing page of the library.
@Suite struct `Examples of Foundation` {
  struct Invoice: Codable, Equatable {
    var number: UUID
    var date: Date
    var total: Decimal
    var scan: Data
    var page: URL?
  }

  struct Roster: Codable, Equatable {
    var days: IndexSet
    var calendar: Calendar
  }

  @Test func `sets and calendars take all of Foundation`() throws {
    let roster = Roster(days: [1, 2, 5], calendar: Calendar(identifier: .hebrew))
    let bytes: [UInt8] = try SteleEncoder().encode(roster)
    #expect(try SteleDecoder().decode(Roster.self, from: bytes) == roster)
  }

  private let invoice = Invoice(
    number: UUID(), date: Date(timeIntervalSinceReferenceDate: 0.1), total: 12.5,
    scan: Data([1, 2, 3]), page: URL(string: "https://example.com/invoice"))

  @Test func `values are saved in a file and loaded`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.file("invoice.stele")

    try SteleEncoder().encode(invoice, to: url)
    let copy = try SteleDecoder().decode(Invoice.self, from: url)

    #expect(copy == invoice)
    let types = try ArchiveReader(contentsOf: url).classes.entries[0].keys.map(\.type)
    #expect(types.prefix(4) == [.uuid, .date, .decimal, .bytes])
  }

  @Test func `archives of several roots are files, too`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.file("invoices.stele")
    let decoder = SteleDecoder()
    let archiver = Archiver()
    try archiver.encode(invoice, root: "last")

    try archiver.finish(to: url)
    let unarchiver = try Unarchiver(contentsOf: url, decoder: decoder)
    let archive = try ArchiveReader(contentsOf: url)
    let source = try FileSource(url)

    #expect(try unarchiver.decode(Invoice.self, root: "last") == invoice)
    #expect(try archive.roots().map(\.name) == ["last"])
    #expect(try source.byteCount == source.bytes().count)
  }

  @Test func `what cannot be written leaves the old file`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.file("missing/invoice.stele")
    var report = ""

    do {
      try SteleEncoder().encode(invoice, to: url)
    } catch let error as FileError {
      report = "\(error.operation.rawValue) \(error.path)"
    }

    #expect(report.hasPrefix("create ") && report.hasSuffix("missing/invoice.stele"))
  }

  @Test func `a file is written in parts, and appears when it is complete`() throws {
    let directory = try TemporaryDirectory()
    let url = directory.file("notes.txt")

    let file = try AtomicFile(replacing: url)
    try file.write(Array("first ".utf8))
    try file.write(Array("second".utf8))
    try file.commit()

    #expect(try directory.bytes(of: "notes.txt") == Array("first second".utf8))
  }
}
