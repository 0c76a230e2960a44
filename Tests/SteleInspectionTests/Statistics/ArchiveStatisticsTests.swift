import Stele
import SteleInspection
import SteleModel
import TestSupport
import Testing

@Suite("The statistics of an archive")
struct ArchiveStatisticsTests {
  static let fixtures = Result { try FixtureFolder.manifest().valid }
  static let invalid = Result {
    let manifest = try FixtureFolder.manifest()
    return manifest.invalid + manifest.order
  }

  /// Returns the statistics of bytes in memory, which must equal those of a source.
  private static func statistics(_ bytes: [UInt8]) throws -> ArchiveStatistics {
    let found = try ArchiveStatistics(.memory(bytes))
    let other = try ArchiveStatistics(.source(MemorySource(bytes)))
    #expect(String(describing: found) == String(describing: other))
    return found
  }

  /// Compares the statistics with the bytes, and with the counts of a slow method.
  private static func check(_ bytes: [UInt8], _ about: String) throws {
    let found = try statistics(bytes)
    let payloads = found.chunks.reduce(0) { $0 + $1.byteCount }
    #expect(payloads + found.frameByteCount + found.paddingByteCount == bytes.count, "\(about)")
    let graph = try ArchiveGraph(bytes)
    let slow = SlowStatistics(graph)
    #expect(found.objectCount == graph.objects.count, "\(about)")
    #expect(found.rootCount == graph.roots.count, "\(about)")
    #expect(found.unreachableObjectCount == graph.objects.count - slow.reachedCount, "\(about)")
    #expect(found.classes.count == slow.classes.count, "\(about)")
    for size in found.classes {
      let counts = SlowStatistics.Counts(
        objectCount: size.objectCount, optionalCount: size.optionalCount, nilCount: size.nilCount,
        referenceCount: size.referenceCount, arrivalCount: size.incomingReferenceCount,
        weakReferenceCount: size.weakReferenceCount,
        weakArrivalCount: size.incomingWeakReferenceCount)
      #expect(slow.classes[ExactString(size.name)] == counts, "\(about), \(size.name)")
      let keys = size.largestKeys.reduce(0) { $0 + $1.byteCount }
      #expect(keys < size.byteCount, "\(about), \(size.name)")
    }
    let records = found.classes.reduce(0) { $0 + $1.byteCount }
    #expect(try records == recordByteCount(bytes), "\(about)")
    let repeated = slow.strings.filter { $0.value > 1 }
    #expect(
      found.repeatedStrings.count == min(repeated.count, ArchiveStatistics.largestCount),
      "\(about)")
    for string in found.repeatedStrings where string.text.utf8.count <= 64 {
      #expect(repeated[ExactString(string.text)] == string.count, "\(about), \(string.text)")
    }
  }

  /// Returns the bytes of all blocks without the two numbers that each begins with.
  private static func recordByteCount(_ bytes: [UInt8]) throws -> Int {
    let check = try ArchiveCheck(.memory(bytes), limits: ArchiveLimits())
    let chunks = check.frames.chunks.filter { $0.type == .objects }
    return try zip(chunks, check.tables.blocks).reduce(0) { sum, block in
      var input = try block.0.readKnownPayload(from: .memory(bytes), before: check.frames.end)
      try block.1.readHeader(&input)
      return sum + input.remaining
    }
  }

  @Test(arguments: try fixtures.get())
  func `of a fixture are those of its bytes and of its graph`(_ fixture: Manifest.Valid) throws {
    try Self.check(FixtureFolder.bytes(fixture.file), fixture.file)
  }

  @Test func `of random graphs are those of their bytes and of the graphs`() throws {
    for seed in Seeds.forTest(count: 200) {
      var options = RandomGraph.Options()
      options.hasReferencesInKeys = seed.isMultiple(of: 2)
      options.hasUnknownChunks = true
      try Self.check(RandomGraph.make(seed: seed, options: options).encoded(), "seed \(seed)")
    }
  }

  @Test(arguments: try invalid.get())
  func `of an invalid fixture are refused by its rule at its offset`(
    _ fixture: Manifest.Invalid
  ) throws {
    let bytes = try FixtureFolder.bytes(fixture.file)
    for source in [ArchiveBytes.memory(bytes), .source(MemorySource(bytes))] {
      let error = try #require(throws: ArchiveError.self) { try ArchiveStatistics(source) }
      #expect(Manifest.Finding(error.rule, at: error.offset) == fixture.finding)
    }
  }

  @Test func `of keys are the bytes of their values, of superclasses too`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(.class("Animal", keys: ["name": .string]))
    graph.classes.define(
      .class(
        "Dog", superclass: 1,
        keys: [
          ArchiveKey("age", .optional(.int32), presence: .optional),
          ArchiveKey("friends", .list(.reference(to: "Dog"))),
        ]))
    // Length, entry, presence bits; name, age, friends.
    graph.add(2, .string("Rex"), ArchiveValue.some(.integer(300)), .references([2, 1]))
    graph.add(2, .string("Bo"), nil, .list([]))
    let dogs = try #require(Self.statistics(graph.encoded()).classes.first)
    #expect(dogs.byteCount == (3 + 4 + 3 + 3) + (3 + 3 + 0 + 1))
    #expect(dogs.largestKeys.map(\.name) == ["name", "friends", "age"])
    #expect(dogs.largestKeys.map(\.byteCount) == [4 + 3, 3 + 1, 3])
    #expect((dogs.optionalCount, dogs.nilCount) == (2, 1))
    #expect((dogs.referenceCount, dogs.incomingReferenceCount) == (2, 2))
  }

  @Test func `of entries of one class are summed up by the names of keys`() throws {
    var graph = ArchiveGraph()
    for version in 1...3 {
      graph.classes.define(.class("P", version: version, keys: ["a": .int8, "b\(version)": .int8]))
      graph.add(version, .integer(1), .integer(2))
    }
    let classes = try Self.statistics(graph.encoded()).classes
    #expect((classes.count, classes[0].entryCount) == (1, 3))
    #expect(classes[0].largestKeys.map(\.name) == ["a", "b1", "b2", "b3"])
    #expect(classes[0].largestKeys.map(\.byteCount) == [3, 1, 1, 1])
  }

  @Test func `name the largest records and the strings that are stored most often`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(.class("S", keys: ["s": .string]))
    let long = String(repeating: "ä", count: 300)
    for text in ["x", "12345678", "1234567", "1234567", "12345678", long, long, "12345678"] {
      graph.add(1, .string(text))
    }
    let found = try Self.statistics(graph.encoded())
    #expect(found.largestRecords.map(\.object) == [6, 7, 2, 5, 8])
    #expect(found.largestRecords.map(\.byteCount) == [605, 605, 11, 11, 11])
    #expect(
      found.repeatedStrings.map(\.text)
        == [String(repeating: "ä", count: 32) + "…(600 bytes)", "12345678"])
    #expect(found.repeatedStrings.map(\.count) == [2, 3])
    #expect(found.repeatedStrings.map(\.repeatedByteCount) == [602, 18])
    #expect(found.repeatedByteCount == 620)
    #expect(found.areStringsExact)
  }

  @Test func `of many classes that inherit many keys take bounded memory`() throws {
    var graph = ArchiveGraph()
    graph.classes.define(
      .class("Top", keys: (0..<2_000).map { ArchiveKey("k\($0)", .int8, presence: .optional) }))
    for number in 0..<400 {
      graph.classes.define(.class("C\(number)", superclass: 1))
      graph.add(ArchiveObject(entry: number + 2, values: Array(repeating: nil, count: 2_000)))
    }
    let found = try Self.statistics(graph.encoded())
    #expect(found.classes.count == 400)
    #expect(found.classes.count { $0.hasAllKeys } == ArchiveStatistics.countedKeyLimit / 2_000)
    #expect(found.classes.allSatisfy { $0.nilCount == 2_000 && $0.optionalCount == 2_000 })
  }
}
