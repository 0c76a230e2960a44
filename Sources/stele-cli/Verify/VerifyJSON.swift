internal import Stele
internal import SteleVerifier

extension VerifiedFile {
  /// The object that describes the file, without its path.
  var document: JSON {
    let statistics = verification.statistics
    return [
      "ok": verification.isValid, "level": statistics.level.name,
      "documentType": statistics.documentType?.shortened(),
      "fingerprint": statistics.fingerprint?.hexadecimal, "bytes": statistics.byteCount,
      "chunks": statistics.chunkCount, "classes": statistics.classEntryCount,
      "objects": statistics.objectCount, "roots": statistics.rootCount,
      "unreachableObjects": statistics.unreachableObjectCount,
      "hasMoreFindings": statistics.truncatedFindings,
      "findings": verification.findings.map(document(of:)),
    ]
  }

  private func document(of finding: Verification.Finding) -> JSON {
    let chunk = finding.chunk.map { chunk -> JSON in
      ["index": chunk.index, "type": String(describing: chunk.type), "offset": chunk.offset]
    }
    return [
      "rule": finding.rule.number, "code": finding.rule.rawValue, "offset": finding.offset,
      "chunk": chunk, "object": finding.object, "keyPath": finding.keyPath,
      "message": message(finding),
    ]
  }
}
