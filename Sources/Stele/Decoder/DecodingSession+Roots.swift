extension DecodingSession {
  /// Decodes a root.
  func decode<T: Decodable>(_ type: T.Type, _ root: RootDirectory.Root) throws -> T {
    try decode(try typeDecoder(of: type), types.type(of: root.type), store.place(of: root))
  }

  /// Decodes a value that no other one holds, and completes everything that it leads to.
  func decode<T>(
    _ decoder: @autoclosure () throws -> TypeDecoder<T>, _ type: ArchivedType, _ input: ValidCursor
  ) throws -> T {
    try complete(.value(type, at: input)) {
      var input = input
      return try decoder().decode(type, &input, self)
    }
  }

  /// Decodes an object by its number, and completes everything that it leads to.
  func decode<T: Decodable & AnyObject>(_ type: T.Type, object number: Int) throws -> T {
    try complete(.object(number)) {
      guard let request = try typeDecoder(of: type).references else {
        // Opaque objects have a decoder of their own.
        guard let opaque = try opaqueObject(number, at: 0) as? T else {
          throw SteleCodingError(.noObject(number))
        }
        return opaque
      }
      // Nothing in the archive refers to the object here.
      let any = types.type(of: .reference(to: nil))
      let object = try object(number, request, through: any, at: 0)
      // Safe: the object was found to be of the class.
      return unsafe unsafeDowncast(object, to: T.self)
    }
  }

  /// Runs a call of the program, and completes everything that what it decodes leads to.
  private func complete<T>(_ start: DecodedPart, _ body: () throws -> T) throws -> T {
    guard !isFinished else { throw SteleCodingError(.coderIsFinished) }
    beginCall()
    let depth = path.count
    path.push(.prefix(PathPrefix(keys: [], object: 0)))
    let value: T
    do {
      value = try body()
      path.count = depth
    } catch {
      path.count = depth
      throw endCall() ? completed(error, from: start) : error
    }
    // An initialiser that decodes something else with the same unarchiver leaves the rest to the outer call.
    guard endCall() else { return value }
    do {
      try completeGraph()
    } catch {
      // Shells would stay incomplete, and later requests would return them.
      fail()
      throw completed(error, from: start)
    }
    return value
  }
}
