internal import Stele
internal import SteleInspection
internal import SteleVerifier

extension FileStatistics {
  /// The numbers for machines: the members for the file, without its path.
  var document: JSON {
    let chunks = archive.chunks.map { chunk -> JSON in
      ["type": chunk.type.description, "number": chunk.count, "bytes": chunk.byteCount]
    }
    let records = archive.largestRecords.map { record -> JSON in
      [
        "object": record.object, "class": record.className.shortened(), "bytes": record.byteCount,
      ]
    }
    let strings = archive.repeatedStrings.map { string -> JSON in
      ["text": string.text, "number": string.count, "savedBytes": string.repeatedByteCount]
    }
    return [
      "stele": Head.versionText, "documentType": archive.head.documentType.shortened(),
      "writer": archive.head.writer.shortened(), "bytes": archive.byteCount,
      "classEntries": archive.classEntryCount, "objects": archive.objectCount,
      "roots": archive.rootCount, "chunks": chunks, "frameBytes": archive.frameByteCount,
      "paddingBytes": archive.paddingByteCount, "classes": archive.classes.map(Self.document(of:)),
      "unreachableObjects": archive.unreachableObjectCount,
      "unreachableBytes": archive.unreachableByteCount, "longestChain": archive.longestChain,
      "cycles": archive.cycleCount, "largestCycle": archive.largestCycle,
      "selfReferringObjects": archive.loopCount, "weakSlots": archive.weakSlotCount,
      "nilWeakSlots": archive.lostWeakSlotCount, "largestRecords": records,
      "repeatedStrings": strings, "savedBytesOfAllStrings": archive.repeatedByteCount,
      "areStringCountsExact": archive.areStringsExact, "canonical": canonicalFinding == nil,
      "canonicalRule": canonicalFinding?.rule.number, "digest": digest?.description,
      "noDigest": digestDenial,
      "fingerprint": archive.fingerprint.hexadecimal,
    ]
  }

  private static func document(of size: ArchiveStatistics.ClassSize) -> JSON {
    let keys = size.largestKeys.map { key -> JSON in
      ["name": key.name.shortened(), "bytes": key.byteCount]
    }
    return [
      "name": size.name.shortened(), "entries": size.entryCount, "objects": size.objectCount,
      "bytes": size.byteCount, "optionalValues": size.optionalCount, "nilValues": size.nilCount,
      "references": size.referenceCount, "referencesTo": size.incomingReferenceCount,
      "weakReferences": size.weakReferenceCount,
      "weakReferencesTo": size.incomingWeakReferenceCount, "largestKeys": keys,
      "hasAllKeys": size.hasAllKeys,
    ]
  }
}
