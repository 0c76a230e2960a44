/// The values of a row of the workload of many kinds.
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
  case structure = "struct"
  case keptStructure = "struct-kept"
  case firstStructure = "struct-first"

  /// A short description.
  var title: String {
    switch self {
    case .strings: "`[String]`"
    case .structs: "structs of two integers"
    case .objects: "objects with an integer"
    case .generics: "generic structs"
    case .enumsWithPayload: "enums with payload"
    case .rawStrings: "enums with raw strings"
    case .rawIntegers: "enums with raw integers"
    case .decimals: "`[Decimal]`"
    case .data: "`[Data]` of 16 bytes"
    case .dates: "`[Date]`"
    case .urls: "`[URL]`"
    case .uuids: "`[UUID]`"
    case .durations: "`[Duration]`"
    case .identifiers: "structs of a UUID and a date"
    case .optionals: "`[Int?]`"
    case .optionalProperties: "structs of three optionals"
    case .nested: "`[[Int]]` of four"
    case .nestedStrings: "`[[[String]]]`"
    case .integerSet: "`Set<Int>`"
    case .stringSet: "`Set<String>`"
    case .structSet: "a set of structs"
    case .byString: "`[String: Int]`"
    case .byInteger: "`[Int: Int]`"
    case .byUUID: "`[UUID: Int]`"
    case .byEnum: "dictionaries by enums"
    case .byCodingKey: "a dictionary by `CodingKeyRepresentable`"
    case .byStruct: "a dictionary by structs"
    case .object: "an archive of an object"
    case .keptObject: "the same, coder kept"
    case .firstObject: "the first one of a process"
    case .structure: "an archive of a struct"
    case .keptStructure: "the same, coder kept"
    case .firstStructure: "the first one of a process"
    }
  }

  /// Whether the first archive of a process is measured, instead of later ones.
  var isFirst: Bool { self == .firstObject || self == .firstStructure }

  /// Returns the number of values or archives, up to a maximum.
  func count(within count: Int) -> Int {
    switch self {
    case .firstObject, .firstStructure: 1
    case .object, .keptObject, .structure, .keptStructure: count / 5
    default: count
    }
  }
}
