import Foundation
import Stele
import SteleInspection
import SteleModel
import SteleVerifier
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele stats")
struct StatsTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Returns an archive of two people who are friends, each with a weak slot, and a third who is unreachable.
  private static func people() throws -> [UInt8] {
    var writer = try ArchiveWriter(
      sink: ArraySink(), documentType: "com.example.people", writer: "test")
    let person = try writer.define(
      .class(
        "Person",
        keys: [
          ArchiveKey("name", .string),
          ArchiveKey("friend", .optional(.reference(to: "Person")), presence: .optional),
          ArchiveKey("town", .string),
          ArchiveKey("rival", .weakReference(to: "Person"), presence: .optional),
        ]))
    let (eve, none) = (writer.makeWeakSlot(), writer.makeWeakSlot())
    let town = ArchiveValue.string("Stratford")
    for values: [ArchiveValue?] in [
      [.string("Ann"), .reference(2), town, eve.value],
      [.string("Bob"), .reference(1), town, none.value], [.string("Eve"), nil, town, nil],
    ] { try writer.append(ArchiveObject(entry: person, values: values)) }
    try writer.addRoot(ArchiveNamedValue("first", .reference(to: "Person"), .reference(1)))
    try writer.resolve(eve, to: 3)
    return try writer.finish().bytes
  }

  @Test func `one screen shows chunks, classes, references, records, strings and the digest`()
    throws
  {
    let bytes = try Self.people()
    let digest = try ArchiveGraph(bytes).contentDigest()
    let run = ToolRun(["stats", "-"], input: bytes)
    #expect((run.code, run.errors) == (.fine, ""))
    #expect(
      run.output == """
        standard input: Stele 1.0 written by test, 464 bytes, 1 class, 3 objects, 1 root

        chunks               number  bytes  share
        HEAD                      1     26   5.6%
        CLAS                      1     52  11.2%
        OBJS                      1     57  12.3%
        ROOT                      1     10   2.2%
        WEAK                      1      3   0.6%
        INDX                      1    128  27.6%
        headers, signatures            160  34.5%
        padding                         28   6.0%

        classes  objects  bytes  mean  share    nil  refs out  refs in  largest keys
        Person         3     55  18.3  11.9%  50.0%         2        3  town 54.5%, name 21.8%, friend 3.6%

        document type     com.example.people
        unreachable       1 object, 17 bytes
        longest chain     1 object
        cycles            1, the largest of 2 objects
        weak slots        2, 1 of them nil
        largest records   19 bytes, object 1 (Person)
                          19 bytes, object 2 (Person)
                          17 bytes, object 3 (Person)
        repeated strings  20 bytes would be saved if each were stored once
                          20 bytes, 3 times "Stratford"
        canonical         no, K1 canonicalChunks at byte 272
        content digest    \(digest)
        fingerprint       \(try ArchiveReader(opening: bytes).fingerprint.hexadecimal)

        """)
  }

  @Test func `json has the same and more`() throws {
    let bytes = try Self.people()
    let digest = try ArchiveGraph(bytes).contentDigest()
    let run = ToolRun(["stats", "--json", "-"], input: bytes)
    #expect(
      run.output == """
        {"format": "stele-stats-1", "files": [
        {"path": "-", "stele": "1.0", "documentType": "com.example.people", "writer": "test", "bytes": 464, "classEntries": 1, \
        "objects": 3, "roots": 1, "chunks": [{"type": "HEAD", "number": 1, "bytes": 26}, \
        {"type": "CLAS", "number": 1, "bytes": 52}, {"type": "OBJS", "number": 1, "bytes": 57}, \
        {"type": "ROOT", "number": 1, "bytes": 10}, {"type": "WEAK", "number": 1, "bytes": 3}, \
        {"type": "INDX", "number": 1, "bytes": 128}], \
        "frameBytes": 160, "paddingBytes": 28, "classes": [{"name": "Person", "entries": 1, \
        "objects": 3, "bytes": 55, "optionalValues": 6, "nilValues": 3, "references": 2, \
        "referencesTo": 3, "weakReferences": 1, "weakReferencesTo": 1, \
        "largestKeys": [{"name": "town", "bytes": 30}, {"name": "name", "bytes": 12}, \
        {"name": "friend", "bytes": 2}, {"name": "rival", "bytes": 2}], "hasAllKeys": true}], \
        "unreachableObjects": 1, \
        "unreachableBytes": 17, "longestChain": 1, "cycles": 1, "largestCycle": 2, \
        "selfReferringObjects": 0, "weakSlots": 2, "nilWeakSlots": 1, "largestRecords": [\
        {"object": 1, "class": "Person", "bytes": 19}, \
        {"object": 2, "class": "Person", "bytes": 19}, \
        {"object": 3, "class": "Person", "bytes": 17}], "repeatedStrings": [\
        {"text": "Stratford", "number": 3, "savedBytes": 20}], "savedBytesOfAllStrings": 20, \
        "areStringCountsExact": true, "canonical": false, "canonicalRule": "K1", \
        "digest": "\(digest)", "noDigest": null, \
        "fingerprint": "\(try ArchiveReader(opening: bytes).fingerprint.hexadecimal)"}
        ], "total": {"files": 1, "bytes": 464, "objects": 3, "unreachableObjects": 1}}

        """)
    #expect(try JSONSerialization.jsonObject(with: Data(run.bytes)) is [String: Any])
  }

  @Test func `several files have a screen each, and a total`() throws {
    let first = try directory.write(Self.people(), to: "a.stele")
    let bad = try directory.write(Sample.damaged().bytes, to: "b.stele")
    let second = try directory.write(ArchiveGraph().encoded(), to: "c.stele")
    let run = ToolRun(["stats", first, bad, second])
    #expect(run.code == .finding)
    #expect(run.lines.last == "2 files: 568 bytes, 3 objects, 1 unreachable")
    #expect(
      run.output.contains("\n\n\(second): Stele 1.0, 104 bytes, 0 classes, 0 objects, 0 roots\n"))
    #expect(run.output.hasPrefix("\(first): "))
    let offset = try Sample.damaged().offset
    #expect(run.errors == "stele: \(bad): \(ArchiveError(.payloadCheck, at: offset).clause)\n")
    #expect(ToolRun(["stats", first, directory.path("none")]).code == .inputOutput)
  }

  @Test func `an archive without objects has no table of classes`() throws {
    let run = ToolRun(["stats", "-"], input: try ArchiveGraph().encoded())
    #expect(
      run.output == """
        standard input: Stele 1.0, 104 bytes, 0 classes, 0 objects, 0 roots

        chunks               number  bytes  share
        HEAD                      1      4   3.8%
        INDX                      1     32  30.8%
        headers, signatures             64  61.5%
        padding                          4   3.8%

        unreachable     none
        longest chain   0 objects
        cycles          none
        canonical       yes
        content digest  \(try ArchiveGraph().contentDigest())
        fingerprint     84e71f3bb9715d48

        """)
  }

  @Test func `every valid fixture has statistics that agree with the verifier`() throws {
    for fixture in try FixtureFolder.manifest().valid {
      let path = FixtureFolder.folder.appending(path: fixture.file).path
      let bytes = try FixtureFolder.bytes(fixture.file)
      let run = ToolRun(["stats", "--json", path])
      #expect(run.code == .fine, "\(fixture.file)")
      let statistics = Verifier().verify(bytes).statistics
      let unreachable = statistics.unreachableObjectCount ?? -1
      for part in [
        "\"bytes\": \(statistics.byteCount), "
          + "\"classEntries\": \(statistics.classEntryCount ?? -1), "
          + "\"objects\": \(statistics.objectCount ?? -1), "
          + "\"roots\": \(statistics.rootCount ?? -1), ",
        "\"unreachableObjects\": \(unreachable), ",
        "\"canonical\": \(fixture.canonical), ",
      ] {
        #expect(run.output.contains(part), "\(fixture.file): \(part)")
      }
      let text = ToolRun(["stats", path])
      #expect(text.code == .fine)
      #expect(text.lines.count <= 50, "\(fixture.file)")
    }
  }

  @Test func `every archive that is cut short is refused`() throws {
    let bytes = try Self.people()
    for count in bytes.indices {
      #expect(ToolRun(["stats", "-"], input: Array(bytes[..<count])).code == .finding)
    }
  }

  @Test func `a chunk or class too many for the screen is summed up`() throws {
    var graph = ArchiveGraph()
    for number in 0..<20 {
      graph.classes.define(.class("C\(number)"))
      graph.add(number + 1)
      let letters = "x\(Character(Unicode.Scalar(UInt8(97 + number))))Xx"
      let type = try #require(ArchiveChunkType(letters))
      graph.unknownChunks.append(ArchiveUnknownChunk(type: type, payload: [1]))
    }
    let run = ToolRun(["stats", "-"], input: try graph.encoded())
    #expect(run.lines.contains("and 4 other classes, 8 bytes"))
    #expect(run.lines.contains { $0.hasPrefix("12 other types           12 ") })
    #expect(run.lines.contains { $0.hasPrefix("unreachable      20 objects, 40 bytes") })
  }

  @Test func `an object that refers to itself is a cycle of its own`() throws {
    let path = FixtureFolder.folder.appending(path: "valid/imported-circular-reference.stele")
    let run = ToolRun(["stats", path.path])
    #expect(run.lines.contains("cycles            1 object refers to itself"))
  }

  @Test func `content without a canonical form says why it has no digest`() throws {
    let path = FixtureFolder.folder.appending(path: "valid/not-canonical-reference-in-set.stele")
    let run = ToolRun(["stats", path.path])
    #expect(run.code == .fine)
    let line = try #require(run.lines.first { $0.hasPrefix("content digest ") })
    #expect(line.hasPrefix("content digest   none, cannot write "))
    #expect(line.hasSuffix("(rule K11)"))
  }
}
