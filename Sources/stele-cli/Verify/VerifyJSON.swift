internal import Stele
internal import SteleVerifier

extension VerifiedFile {
  /// The members of the object that describes the file, after its path.
  var members: [(String, JSON)] {
    let statistics = verification.statistics
    return [
      ("ok", .bool(verification.isValid)),
      ("level", .string(statistics.level.name)),
      ("documentType", .string(statistics.documentType?.shortened())),
      ("fingerprint", .string(statistics.fingerprint?.hexadecimal)),
      ("bytes", .number(statistics.byteCount)),
      ("chunks", .number(statistics.chunkCount)), ("classes", .number(statistics.classEntryCount)),
      ("objects", .number(statistics.objectCount)), ("roots", .number(statistics.rootCount)),
      ("unreachableObjects", .number(statistics.unreachableObjectCount)),
      ("hasMoreFindings", .bool(statistics.truncatedFindings)),
      ("findings", .array(verification.findings.map(json))),
    ]
  }

  private func json(_ finding: Verification.Finding) -> JSON {
    let chunk = finding.chunk.map { chunk in
      JSON.object([
        ("index", .number(chunk.index)), ("type", .string(String(describing: chunk.type))),
        ("offset", .number(chunk.offset)),
      ])
    }
    return .object([
      ("rule", .string(finding.rule.number)), ("code", .string(finding.rule.rawValue)),
      ("offset", .number(finding.offset)), ("chunk", chunk ?? .null),
      ("object", .number(finding.object)), ("keyPath", .string(finding.keyPath)),
      ("message", .string(message(finding))),
    ])
  }
}
