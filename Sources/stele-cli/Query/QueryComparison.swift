internal import Stele
internal import SteleInspection
internal import SteleModel
internal import SteleTool

/// A comparison of a value of each object with a literal.
struct QueryComparison {
  /// An operation; a longer symbol precedes its prefixes, since the first match counts.
  enum Operation: String, CaseIterable {
    case notEqual = "!="
    case notAbove = "<="
    case notBelow = ">="
    case equal = "="
    case below = "<"
    case above = ">"
    case matches = "~"
  }

  let column: QueryColumn
  let operation: Operation
  let literal: QueryLiteral
  /// Makes the error of the literal.
  let fault: (String) -> UsageError

  /// Whether the comparison needs no order and no text.
  var isOfEquality: Bool { operation == .equal || operation == .notEqual }

  /// Returns whether the value of an object, or any value in its slices, satisfies the comparison.
  func holds(
    for object: ArchiveObject, _ number: Int, in archive: ArchiveReader
  ) throws -> Bool {
    let value = try column.value(of: object, number, in: archive) ?? .nil
    if column.isList, case .list(let values) = value {
      return values.contains { holds(for: $0.innermost, archive.classes) }
    }
    return holds(for: value.innermost, archive.classes)
  }

  private func holds(for value: ArchiveValue, _ classes: ArchiveClassTable) -> Bool {
    if operation == .matches {
      return QueryScalar(value, classes).map { literal.matches($0.text) } ?? false
    }
    guard let order = literal.order(of: value, classes) else { return operation == .notEqual }
    return switch operation {
    case .equal: order == 0
    case .notEqual: order != 0
    case .below: order < 0
    case .notAbove: order <= 0
    case .above: order > 0
    case .notBelow, .matches: order >= 0
    }
  }

  /// Checks that a value of the column can have the literal.
  func check(_ found: PathTypes, _ classes: ArchiveClassTable) throws(UsageError) {
    guard !found.isOpen else { return }
    let name = column.name.shortened()
    if literal.isNil {
      guard !found.mayBeNil else { return }
      throw fault("\(name) is never nil; the string is \"null\"")
    }
    var texts: [String] = []
    for type in found.types {
      guard let forms = forms(of: type, classes) else { return }
      texts.append("\(type.words.shortened()) and takes \(forms)")
    }
    throw fault("\(name) is \(texts.sorted().prefix(3).joined(separator: ", or "))")
  }

  /// Returns nil if a value of a type can satisfy the comparison, and otherwise the accepted forms of the literal.
  private func forms(of type: ArchiveTypeDescriptor, _ classes: ArchiveClassTable) -> String? {
    let (text, number) = (literal.text, literal.scalar.number)
    func equals(_ forms: String, if isForm: Bool) -> String? {
      isOfEquality && isForm ? nil : "= or != with \(forms)"
    }
    switch type {
    case .string: return nil
    case .list, .set, .map, .struct: return "no value; name a part of it"
    case .reference, .weakReference:
      return equals("objects[2] or {\"$ref\": 2}", if: literal.reference != nil)
    case _ where operation == .matches: return nil
    case .bool: return equals("true or false", if: text == "true" || text == "false")
    case .enum(let name):
      let entries = classes.entries.filter { $0.kind == .enum && $0.name.isExactly(name) }
      let cases = entries.flatMap { $0.cases.map(\.name) }
      let list = cases.prefix(12).map { $0.shortened() }.joined(separator: ", ")
      return equals(list, if: cases.contains { $0.isExactly(text) })
    case .bytes:
      let isForm = text.wholeMatch(of: /(?:[0-9a-fA-F]{2})*/) != nil
      return equals("pairs of hexadecimal digits", if: isForm)
    case .uuid:
      let isForm = text.wholeMatch(of: /[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}/)
      return equals("a UUID", if: isForm != nil)
    case .date:
      return literal.seconds == nil && number == nil
        ? "2026-11, 2026-11-27 or 2026-11-27T10:30 in UTC, or seconds since 2001" : nil
    default: break
    }
    let bounds: (low: String, high: String)
    switch type.code.scalarLayout {
    case .signed(let width):
      bounds = ("\(Int128.min >> (128 - width))", "\(Int128.max >> (128 - width))")
    case .unsigned(let width): bounds = ("0", "\(UInt128.max >> (128 - width))")
    default: return number == nil ? "a number, inf, -inf or nan" : nil
    }
    if number != nil, !isOfEquality { return nil }
    if let number = ExactNumber(text), number.isInteger, let low = ExactNumber(bounds.low),
      let high = ExactNumber(bounds.high), (low...high).contains(number), !literal.isQuoted
    {
      return nil
    }
    return "an integer from \(bounds.low) to \(bounds.high)"
  }
}
