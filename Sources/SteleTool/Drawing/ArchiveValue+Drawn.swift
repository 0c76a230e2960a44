internal import Stele
internal import SteleInspection
internal import SteleModel

extension ArchiveValue {
  /// Returns a short text of the value for a picture.
  func drawn(_ classes: ArchiveClassTable) -> String {
    switch innermost {
    case .float16(let bits): "\(Float16Bits.double(bits))"
    case .float32(let value): "\(value)"
    case .float64(let value): "\(value)"
    case .date(let seconds): CalendarDate.text(seconds, number: "\(seconds)")
    case .uuid: plainText(classes)?.uppercased() ?? ""
    case .decimal(.notANumber): "nan"
    case .decimal(.number(let isNegative, let mantissa, let exponent)):
      "\(isNegative ? "-" : "")\(mantissa)\(exponent == 0 ? "" : "e\(exponent)")"
    case .string(let value): "\"\(value.shortened(to: 40).escaped)\""
    case .bytes(let value): value.count.counted("byte")
    case .nil: "nil"
    case .reference(let number): "→ \(number)"
    case .list(let elements): "list of \(elements.count.withSeparators)"
    case .set(let elements): "set of \(elements.count.withSeparators)"
    case .map(let pairs): "map of \(pairs.count.withSeparators)"
    case .struct(let value): Self.name(of: value.entry, classes)
    case .enum(let value):
      Self.name(of: value.entry, classes) + "."
        + (classes.caseName(of: value.entry, value.caseIndex) ?? "").shortened(to: 32)
    case .bool, .integer, .unsigned, .any, .some: plainText(classes) ?? ""
    }
  }

  private static func name(of entry: Int, _ classes: ArchiveClassTable) -> String {
    (classes[entry]?.name ?? "").shortened(to: 32)
  }
}
