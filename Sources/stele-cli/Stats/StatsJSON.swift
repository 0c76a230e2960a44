internal import Stele
internal import SteleInspection
internal import SteleVerifier

/// The numbers of an archive for machines.
struct StatsJSON {
  private let found: FileStatistics

  init(_ found: FileStatistics) {
    self.found = found
  }

  /// The members of the object that describes a file, after its path.
  var members: [(String, JSON)] {
    let archive = found.archive
    let chunks = archive.chunks.map { chunk in
      JSON.object([
        ("type", .string(chunk.type.description)), ("number", .number(chunk.count)),
        ("bytes", .number(chunk.byteCount)),
      ])
    }
    let sizes: [(String, JSON)] = [
      ("stele", .string(Head.versionText)),
      ("documentType", .string(archive.head.documentType.shortened())),
      ("writer", .string(archive.head.writer.shortened())),
      ("bytes", .number(archive.byteCount)), ("classEntries", .number(archive.classEntryCount)),
      ("objects", .number(archive.objectCount)), ("roots", .number(archive.rootCount)),
      ("chunks", .array(chunks)), ("frameBytes", .number(archive.frameByteCount)),
      ("paddingBytes", .number(archive.paddingByteCount)),
      ("classes", .array(archive.classes.map(Self.size))),
    ]
    return sizes + Self.graph(archive) + Self.largest(archive) + Self.canonical(found)
  }

  private static func size(_ size: ArchiveStatistics.ClassSize) -> JSON {
    let keys = size.largestKeys.map { key in
      JSON.object([("name", .string(key.name.shortened())), ("bytes", .number(key.byteCount))])
    }
    return .object([
      ("name", .string(size.name.shortened())), ("entries", .number(size.entryCount)),
      ("objects", .number(size.objectCount)), ("bytes", .number(size.byteCount)),
      ("optionalValues", .number(size.optionalCount)), ("nilValues", .number(size.nilCount)),
      ("references", .number(size.referenceCount)),
      ("referencesTo", .number(size.incomingReferenceCount)),
      ("weakReferences", .number(size.weakReferenceCount)),
      ("weakReferencesTo", .number(size.incomingWeakReferenceCount)),
      ("largestKeys", .array(keys)), ("hasAllKeys", .bool(size.hasAllKeys)),
    ])
  }

  private static func graph(_ archive: ArchiveStatistics) -> [(String, JSON)] {
    [
      ("unreachableObjects", .number(archive.unreachableObjectCount)),
      ("unreachableBytes", .number(archive.unreachableByteCount)),
      ("longestChain", .number(archive.longestChain)), ("cycles", .number(archive.cycleCount)),
      ("largestCycle", .number(archive.largestCycle)),
      ("selfReferringObjects", .number(archive.loopCount)),
      ("weakSlots", .number(archive.weakSlotCount)),
      ("nilWeakSlots", .number(archive.lostWeakSlotCount)),
    ]
  }

  private static func largest(_ archive: ArchiveStatistics) -> [(String, JSON)] {
    let records = archive.largestRecords.map { record in
      JSON.object([
        ("object", .number(record.object)), ("class", .string(record.className.shortened())),
        ("bytes", .number(record.byteCount)),
      ])
    }
    let strings = archive.repeatedStrings.map { string in
      JSON.object([
        ("text", .string(string.text)), ("number", .number(string.count)),
        ("savedBytes", .number(string.repeatedByteCount)),
      ])
    }
    return [
      ("largestRecords", .array(records)), ("repeatedStrings", .array(strings)),
      ("savedBytesOfAllStrings", .number(archive.repeatedByteCount)),
      ("areStringCountsExact", .bool(archive.areStringsExact)),
    ]
  }

  private static func canonical(_ found: FileStatistics) -> [(String, JSON)] {
    let digest: String? =
      if case .known(let digest) = found.digest { digest.description } else { nil }
    let denial: String? = if case .none(let reason) = found.digest { reason } else { nil }
    return [
      ("canonical", .bool(found.canonicalFinding == nil)),
      ("canonicalRule", .string(found.canonicalFinding?.rule.number)),
      ("digest", .string(digest)), ("noDigest", .string(denial)),
      ("fingerprint", .string(found.archive.fingerprint.hexadecimal)),
    ]
  }
}
