import Stele
import SteleInspection

extension ArchiveExplanation {
  /// The fields of an archive in memory, in the order of their bytes, none of them shortened.
  static func fields(of bytes: [UInt8]) throws -> [ArchiveExplanation.Field] {
    var detail = ExplanationDetail()
    detail.showsAll = true
    var fields: [ArchiveExplanation.Field] = []
    try ArchiveExplanation(.memory(bytes)).forEach(detail: detail) { fields.append($0) }
    return fields
  }
}

extension ArchiveExplanation.Field {
  /// The meaning of the field, with the section of the specification that defines it.
  var meaning: String {
    let key = relativeKeyPath.isEmpty ? "" : ", \(relativeKeyPath)"
    return "\(section) \(name)\(key)\(value.isEmpty ? "" : ": \(value)")"
  }
}
