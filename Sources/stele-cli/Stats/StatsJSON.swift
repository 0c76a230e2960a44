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
    let sizes: [(String, JSON)] = [
      ("stele", .string(Head.versionText)),
      ("documentType", .string(archive.head.documentType.shortened())),
      ("writer", .string(archive.head.writer.shortened())),
      ("bytes", .number(archive.byteCount)), ("classEntries", .number(archive.classEntryCount)),
      ("objects", .number(archive.objectCount)), ("roots", .number(archive.rootCount)),
      (
        "chunks",
        .array(
          archive.chunks.map {
            .object([
              ("type", .string($0.type.description)), ("number", .number($0.count)),
              ("bytes", .number($0.byteCount)),
            ])
          })
      ), ("frameBytes", .number(archive.frameByteCount)),
      ("paddingBytes", .number(archive.paddingByteCount)),
      ("classes", .array(archive.classes.map(Self.size))),
    ]
    return sizes + Self.graph(archive) + Self.largest(archive) + Self.canonical(found)
  }

  private static func size(_ size: ArchiveStatistics.ClassSize) -> JSON {
    .object([
      ("name", .string(size.name.shortened())), ("entries", .number(size.entryCount)),
      ("objects", .number(size.objectCount)), ("bytes", .number(size.byteCount)),
      ("optionalValues", .number(size.optionalCount)), ("nilValues", .number(size.nilCount)),
      ("references", .number(size.referenceCount)),
      ("referencesTo", .number(size.incomingReferenceCount)),
      ("weakReferences", .number(size.weakReferenceCount)),
      ("weakReferencesTo", .number(size.incomingWeakReferenceCount)),
      (
        "largestKeys",
        .array(
          size.largestKeys.map {
            .object([("name", .string($0.name.shortened())), ("bytes", .number($0.byteCount))])
          })
      ), ("hasAllKeys", .bool(size.hasAllKeys)),
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
    [
      (
        "largestRecords",
        .array(
          archive.largestRecords.map {
            .object([
              ("object", .number($0.object)), ("class", .string($0.className.shortened())),
              ("bytes", .number($0.byteCount)),
            ])
          })
      ),
      (
        "repeatedStrings",
        .array(
          archive.repeatedStrings.map {
            .object([
              ("text", .string($0.text)), ("number", .number($0.count)),
              ("savedBytes", .number($0.repeatedByteCount)),
            ])
          })
      ), ("savedBytesOfAllStrings", .number(archive.repeatedByteCount)),
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
