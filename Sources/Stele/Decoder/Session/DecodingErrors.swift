// Errors of the value at the end of the path

extension DecodingSession {
  /// Returns the error of a value of another type; `advice` is for a value for which no conversion can be declared.
  func wrongType(
    _ type: Any.Type, _ found: ArchivedType, at offset: Int?, advice: String? = nil
  ) -> DecodingError {
    wrongType(type, types.descriptor(of: found), at: offset, advice: advice)
  }

  func wrongType(
    _ type: Any.Type, _ found: ArchiveTypeDescriptor, at offset: Int?, advice: String? = nil
  ) -> DecodingError {
    let line = conversionLine(from: found)
    let hint =
      line.map { "Take the type of the archive, or declare how to convert it: \($0)." } ?? advice
    return .typeMismatch(
      type, context(.wrongType(found), at: offset, expected: type, hint: hint))
  }

  /// Returns the error of a nil.
  func noValue(_ type: Any.Type, at offset: Int) -> DecodingError {
    .valueNotFound(
      type,
      context(
        .valueDoesNotFit, at: offset, expected: type,
        "the archive has nil here, the program asks for \(type)",
        hint: "Make it optional, or declare a default of the key."))
  }

  /// Returns the error of a value that a type cannot represent.
  func doesNotFit(
    _ type: Any.Type, _ found: ArchivedType, at offset: Int, _ detail: String? = nil
  ) -> DecodingError {
    var hint: String?
    if [.float16, .float32, .float64, .decimal].contains(found.code) {
      let line = conversionLine(from: types.descriptor(of: found))
      hint =
        "Take the type of the archive, or declare how to round"
        + (line.map { ": \($0)." } ?? ".")
    }
    return .dataCorrupted(context(.valueDoesNotFit, at: offset, expected: type, detail, hint: hint))
  }

  /// Returns the line that declares a conversion of the value at the end of the path, or nil if the value is not that of a key.
  private func conversionLine(from found: ArchiveTypeDescriptor) -> String? {
    let key: String
    switch path.last {
    case .slot(let levelPlan, let index):
      key = levelPlan.use { $0.programName(index) ?? $0.name(index) }
    case .key(let name): key = name
    case .mapKey, .index, .object, .prefix: return nil
    }
    guard let type = found.swiftName else { return nil }
    return ".key(\(key.quoted)).converting(from: \(type).self) { ... }"
  }

  /// Returns the error of a graph that cannot be decoded.
  func failure(
    _ reason: SteleCodingError.Reason, at offset: Int? = nil, _ detail: String? = nil,
    hint: String? = nil
  ) -> DecodingError {
    .dataCorrupted(context(reason, at: offset, detail, hint: hint))
  }

  /// Returns the error of a list that has ended.
  func atEnd(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "There is no further element."))
  }

  /// The path to the value that is being decoded.
  var codingPath: [any CodingKey] { path.keys(to: path.count) }

  /// Returns the context of an error at the value that is being decoded: the path, and the reason with what explains it.
  func context(
    _ reason: SteleCodingError.Reason, at offset: Int?, expected: Any.Type? = nil,
    _ detail: String? = nil, hint: String? = nil
  ) -> DecodingError.Context {
    var error = error(reason, at: offset)
    error.hint = hint
    error.expectedType = expected.map { "\($0)" }
    error.detail = detail
    return error.decodingContext(codingPath)
  }

  /// Returns the error for a reason at the value that is being decoded.
  func error(_ reason: SteleCodingError.Reason, at offset: Int?) -> SteleCodingError {
    let object = path.object(to: path.count)
    return SteleCodingError(
      reason, object: object > 0 ? object : nil, offset: offset,
      className: object > 0 ? className(of: object) : nil,
      keyPath: SteleCodingError.text(of: codingPath))
  }

  /// Returns the archive name of the class of an object.
  func className(of object: Int) -> String? {
    guard let entry = try? store.entry(of: object) else { return nil }
    return types.name(ofEntry: entry)
  }
}

// Cycles

extension DecodingSession {
  /// Returns the error of an object that is needed to make itself.
  func cycle(through number: Int, at offset: Int) -> DecodingError {
    failure(
      .strongCycle(keys(around: number)), at: offset,
      hint: isOfSurrogate(number) ? classes.surrogate?.cycleAdvice : nil)
  }

  /// Returns the error of an object that has to be hashed before it is complete.
  func hashCycle(through number: Int, at offset: Int) -> DecodingError {
    let path = keys(around: number)
    return failure(
      .hashCycle(path), at: offset,
      "object \(number) has to be hashed before it is complete, because it leads back to the set or dictionary: "
        + path.joined(separator: " -> ").shortened(to: 400),
      hint: isOfSurrogate(number) ? classes.surrogate?.hashAdvice : nil)
  }

  private func isOfSurrogate(_ number: Int) -> Bool {
    guard let entry = try? store.entry(of: number) else { return false }
    return classes.decoder(ofEntry: entry)?.isSurrogate == true
  }

  /// Returns the error of an object that is read as a value, which would contain itself.
  func cycle(ofCopy number: Int, at offset: Int) -> DecodingError {
    failure(
      .strongCycle(keys(around: number, in: conversions.open)), at: offset,
      "object \(number) leads to itself, and a value cannot contain itself",
      hint: "Decode it as an object of a class.")
  }

  /// Returns the keys along a cycle of references, from an object back to it; only the first ones, if there are many.
  private func keys(around number: Int) -> [String] { keys(around: number, in: dependencies.path) }

  private func keys(around number: Int, in path: [Int]) -> [String] {
    guard let start = path.lastIndex(of: number) else { return [] }
    let around = path[start...]
    var search = ObjectPathSearch(store)
    return zip(around, around.dropFirst() + [number]).prefix(64).map { object, target in
      let keys = search.keys(from: object, to: target)
      return (className(of: object) ?? "") + (keys.isEmpty ? "" : ".\(keys)")
    }
  }

  /// Returns the class of the outermost object that is being made, and the keys from there to another one; only the last ones,
  /// if there are many.
  func way(to number: Int) -> (className: String, keys: [String]) {
    var path = Array(dependencies.path.suffix(64))
    if path.last != number { path.append(number) }
    var search = ObjectPathSearch(store)
    let keys = zip(path, path.dropFirst()).map { search.keys(from: $0, to: $1) }
      .filter { !$0.isEmpty }
    return (className(of: path[0]) ?? "", keys)
  }
}

// Opening values, which fails if they are of another type

extension DecodingSession {
  func openList(
    _ type: ArchivedType, _ input: inout ValidCursor, as expected: @autoclosure () -> Any.Type
  ) throws -> OpenList {
    let start = input.offset
    guard let type = types.unwrap(type, &input) else { throw noValue(expected(), at: start) }
    guard type.code == .list || type.code == .set else {
      throw wrongType(expected(), type, at: start)
    }
    return types.openList(type, &input)
  }

  /// Moves to the keys of a value that has been unwrapped.
  func openBody(
    _ type: ArchivedType, _ input: inout ValidCursor, from start: Int
  ) throws -> ArchivedBody {
    switch type.operation {
    case .struct, .enum: return types.openBody(type, &input)
    case .map where types.hasNames(type):
      return ArchivedBody(.map, entry: 0, index: Int(type.index))
    default: throw wrongType([String: Any].self, type, at: start)
    }
  }
}
