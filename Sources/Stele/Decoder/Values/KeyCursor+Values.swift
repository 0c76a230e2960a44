// Decoding values

extension KeyCursor {
  /// Returns whether a property of a type holds unknown keys, and has no key itself.
  @inline(__always)
  static func holdsUnknownKeys(_ type: Any.Type) -> Bool { type == UnknownKeys.self }

  /// Decodes the value of the key that was found.
  mutating func value<T: Decodable>(as type: T.Type) throws -> T {
    if let known = knownDecoder(of: type) { return try value(by: known) }
    // Safe: the session keeps type decoders.
    return try value(by: unsafe Lent(typeDecoder(of: type)))
  }

  /// Decodes the value of the key that was found, or returns nil if it is nil.
  mutating func valueIfPresent<T: Decodable>(as type: T.Type) throws -> T? {
    if let known = knownDecoderIfPresent(of: type) { return try value(by: known) }
    let decoder = try session.typeDecoder(of: T?.self).ifPresent
    unsafe key.pointee.learn(decoder, of: type, isReadIfPresent: true, in: archive)
    // Safe: the session keeps type decoders.
    return try value(by: unsafe Lent(decoder))
  }

  @inline(__always)
  private mutating func value<Value>(by decoder: Lent<TypeDecoder<Value>>) throws -> Value {
    let lentSession = lentSession
    return try lentSession.use { session in
      session.path.put(step, at: depth)
      // The program may catch an error, and read the value as another type.
      var reading = input
      var isDone = false
      defer {
        if isDone {
          session.path.count = depth
          input = reading
          advance()
        } else {
          rememberAsked(place..<(place + 1))
        }
      }
      let type = self.type
      return try decoder.use { try $0.decode(type, &reading, session, noting: &isDone) }
    }
  }

  /// Returns the decoder of a type: usually the decoder of the last value of the key.
  @inline(never)
  mutating func typeDecoder<T: Decodable>(of type: T.Type) throws -> TypeDecoder<T> {
    if let known = knownDecoder(of: type) { return known.use { $0 } }
    let decoder = try session.typeDecoder(of: type)
    unsafe key.pointee.learn(decoder, of: type, isReadIfPresent: false, in: archive)
    return decoder
  }

  /// Returns the decoder of the last value of the key, if that was of a type.
  @inline(__always)
  mutating func knownDecoder<T: Decodable>(of type: T.Type) -> Lent<TypeDecoder<T>>? {
    guard wasRead(as: ObjectIdentifier(type), ifPresent: false) else { return nil }
    // Safe: it was remembered together with the type; both are one pointer, which is null for nil. Unoptimised code would look up
    // the class for a cast.
    return unsafe unsafeBitCast(key.pointee.typeDecoder, to: Lent<TypeDecoder<T>>?.self)
  }

  /// Returns the decoder of the last value of the key, if that was an optional one of a type.
  @inline(__always)
  mutating func knownDecoderIfPresent<T: Decodable>(of type: T.Type) -> Lent<TypeDecoder<T?>>? {
    guard wasRead(as: ObjectIdentifier(type), ifPresent: true) else { return nil }
    // Safe: it was remembered together with the type and for its optional; otherwise as above.
    return unsafe unsafeBitCast(key.pointee.typeDecoder, to: Lent<TypeDecoder<T?>>?.self)
  }

  /// Returns whether the last value of the key was read as one of a type, or as an optional one.
  @_transparent
  private mutating func wasRead(as type: ObjectIdentifier, ifPresent: Bool) -> Bool {
    unsafe key.pointee.archive == archive && key.pointee.readAs == UInt(bitPattern: type)
      && key.pointee.isReadIfPresent == ifPresent
  }
}

// References

extension KeyCursor {
  /// Decodes the reference of the key that was found; returns nil for a reference to nil.
  @inline(__always)
  mutating func object<T: Decodable & AnyObject>(as type: T.Type) throws -> T? {
    if let target = knownTarget(ObjectIdentifier(type)) {
      let found: AnyObject? =
        try readyObject(target) ?? otherObject(ObjectIdentifier(type), target)
      // Safe: the object, if there is one, was found to be of the class; both are one pointer, which is null for nil.
      return unsafe unsafeBitCast(found, to: T?.self)
    }
    guard let target = try typeDecoder(of: type).references else {
      return try value(as: T?.self)
    }
    // Safe: the type decoder keeps the target, and the session keeps the type decoder.
    let found = try otherObject(ObjectIdentifier(type), unsafe Lent(target))
    // Safe: the object, if there is one, was found to be of the class; both are one pointer, which is null for nil.
    return unsafe unsafeBitCast(found, to: T?.self)
  }

  /// Returns the target of the references of the key that was found, if its objects were last decoded as objects of a class.
  @inline(__always)
  private mutating func knownTarget(_ type: ObjectIdentifier) -> Lent<AnyObject>? {
    wasRead(as: type, ifPresent: false) ? unsafe key.pointee.target : nil
  }

  /// Decodes a reference to nil, or to an object that is there or can be made at once, and is of exactly a class.
  ///
  /// - Returns: The object or nil, or no answer for other references, which are not read.
  @inline(__always)
  private mutating func readyObject(_ target: Lent<AnyObject>) -> AnyObject?? {
    guard session.objects.isEager else { return nil }
    var reading = input
    let number = reading.readNumber()
    var found: AnyObject?
    if number > 0 {
      // Safe: only targets are remembered.
      let target = unsafe target.downcast(to: TargetClass.self)
      found = lentSession.use { session in target.use { session.ready(number, $0) } }
      guard found != nil else { return nil }
    }
    input = reading
    advance()
    return .some(found)
  }

  @inline(never)
  private mutating func otherObject(
    _ requested: ObjectIdentifier, _ target: Lent<AnyObject>
  ) throws -> AnyObject? {
    enterPath()
    rememberAsked(place..<(place + 1))
    let type = type
    var reading = input
    // Safe: callers pass targets.
    let found = try unsafe target.downcast(to: TargetClass.self).use { target in
      try lentSession.use { try $0.reference(type, &reading, target) }
    }
    session.path.count = depth
    // An object that the reference led to may have read the key as another type.
    if type.isReference, unsafe key.pointee.readAs == UInt(bitPattern: requested) {
      unsafe key.pointee.target = target
    }
    input = reading
    advance()
    return found
  }
}

// Scalars, which need no type decoder if they are plain ones

extension KeyCursor {
  /// Returns whether the key that was found has plain values of a type.
  @inline(__always)
  mutating func isPlain(_ code: TypeCode) -> Bool { unsafe key.pointee.plain == code.rawValue }

  /// Returns whether the key that was found has plain values of a type, or plain optional ones.
  @inline(__always)
  mutating func isPlainOptional(_ code: TypeCode) -> Bool {
    unsafe key.pointee.plainOptional == code.rawValue || key.pointee.plain == code.rawValue
  }

  /// Decodes the plain value of the key that was found.
  @inline(__always)
  mutating func plain<S: DecodableScalar>(as type: S.Type) -> S {
    let value = S.decodePlain(&input)
    advance()
    return value
  }

  /// Decodes the plain value of the key that was found, or an optional one.
  @inline(__always)
  mutating func plainIfPresent<S: DecodableScalar>(as type: S.Type) -> S? {
    let isNil = unsafe key.pointee.plainOptional != 0 && input.readByte() == 0
    let value: S? = isNil ? nil : S.decodePlain(&input)
    advance()
    return value
  }

  /// Decodes the list of scalars of the key that was found.
  @inline(__always)
  mutating func scalars<S: DecodableScalar>(as type: S.Type) throws -> [S] {
    guard unsafe key.pointee.plainElement == S.code.rawValue else {
      return try value(as: [S].self)
    }
    let value: [S]
    if unsafe key.pointee.type.operation == .leafList {
      let count = input.readCount()
      value = S.decodeWhole(count: count, &input)
    } else {
      let list = session.types.openList(self.type, &input)
      value = S.decodeElements(list, &input)
    }
    advance()
    return value
  }
}
