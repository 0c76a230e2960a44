extension DecodingSession {
  /// Decodes the value of a class that wrote no keys, as a type that is not a class; the input moves to the end of the
  /// reference.
  ///
  /// - Throws: `DecodingError` if the object has keys, or the error of the decoder.
  @inline(never)
  func decodeSingle<Value>(
    _ decoder: TypeDecoder<Value>, _ type: ArchivedType, _ input: inout ValidCursor
  ) throws -> Value {
    let offset = input.offset
    guard let type = types.unwrap(type, &input) else { throw noValue(Value.self, at: offset) }
    let mark = conversions.mark
    try checkStack()
    defer { conversions.end(mark) }
    let copy = try beginCopy(type, &input, as: Value.self)
    let plan = plans.anonymousPlan(ofRecord: copy.entry)
    var keys = KeyCursor(plan, copy.content, self)
    guard keys.names() == [""], let whole = keys.find("")?.value else {
      throw wrongType(Value.self, type, at: offset)
    }
    var value = whole.input
    return try decoder.decode(whole.type, &value, self)
  }

  /// Returns whether the object of a reference was written without keys.
  func isSingle(_ type: ArchivedType, _ input: ValidCursor) -> Bool {
    var input = input
    guard let (entry, content) = try? store.record(types.readReference(type, &input)) else {
      return false
    }
    var keys = KeyCursor(plans.anonymousPlan(ofRecord: entry), content, self)
    return keys.names() == [""]
  }
}
