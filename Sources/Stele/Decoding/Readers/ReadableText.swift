extension Bool: ReadableScalar {
  static var code: TypeCode { .bool }

  static func readPlain(_ input: inout CheckedBytes) throws(ArchiveError) -> Bool {
    try input.readByte() != 0
  }

  static func convert(_ plan: ReadingPlan, _ input: inout CheckedBytes) throws -> Bool? {
    guard plan.code == .bool else { throw ScalarMismatch() }
    return try input.readByte() != 0
  }
}

extension String: ReadableScalar {
  static var code: TypeCode { .string }

  static func readPlain(_ input: inout CheckedBytes) throws(ArchiveError) -> String {
    try input.readString()
  }

  static func convert(_ plan: ReadingPlan, _ input: inout CheckedBytes) throws -> String? {
    throw ScalarMismatch()
  }
}
