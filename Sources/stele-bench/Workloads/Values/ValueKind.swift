/// The values of a row of the workload of many kinds.
///
/// `.ci/claims` has a title for each.
enum ValueKind: String, CaseIterable {
  case strings, structs, objects, generics
  case enumsWithPayload = "enums"
  case rawStrings = "raw-strings"
  case rawIntegers = "raw-integers"
  case decimals, data, dates, urls, uuids, durations
  case identifiers
  case optionals
  case optionalProperties = "optional-properties"
  case nested
  case nestedStrings = "nested-strings"
  case integerSet = "integer-set"
  case stringSet = "string-set"
  case structSet = "struct-set"
  case byString = "by-string"
  case byInteger = "by-integer"
  case byUUID = "by-uuid"
  case byEnum = "by-enum"
  case byCodingKey = "by-coding-key"
  case byStruct = "by-struct"
  case object
  case keptObject = "object-kept"
  case firstObject = "object-first"
  case `struct`
  case keptStructure = "struct-kept"
  case firstStructure = "struct-first"

  /// Whether the first archive of a process is measured, instead of later ones.
  var isFirst: Bool { self == .firstObject || self == .firstStructure }

  /// Returns the number of values or archives, up to a maximum.
  func count(within count: Int) -> Int {
    switch self {
    case .firstObject, .firstStructure: 1
    case .object, .keptObject, .struct, .keptStructure: count / 5
    default: count
    }
  }
}
