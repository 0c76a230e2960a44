extension FieldDecoder {
  /// Reads one key, whose value is a reference to an object.
  ///
  /// - Parameters:
  ///   - key: The name in archives.
  ///   - type: The class, which objects of any subclass are of, too.
  /// - Returns: The object.
  /// - Throws: `DecodingError`, or what the initialiser of an object throws.
  @inlinable
  public mutating func decode<T: Decodable & AnyObject>(
    _ key: StaticString, as type: T.Type = T.self
  ) throws -> T {
    guard let found = try knownObject(key, type), let object = found else {
      return try decodeObjectAnyhow(key, type, as: type)
    }
    // Safe: the object was found to be of the class.
    return unsafe unsafeDowncast(object, to: type)
  }

  /// Reads one key, whose value is a reference to an object, or for which the archive may have nil or nothing.
  ///
  /// - Parameters:
  ///   - key: The name in archives.
  ///   - type: The class, which objects of any subclass are of, too.
  /// - Returns: The object, or nil.
  /// - Throws: `DecodingError`, or what the initialiser of an object throws.
  @inlinable
  public mutating func decode<T: Decodable & AnyObject>(
    _ key: StaticString, as type: T?.Type = T?.self
  ) throws -> T? {
    guard let found = try knownObject(key, T.self) else {
      return try decodeObjectAnyhow(key, T.self, as: type)
    }
    // Safe: the object, if there is one, was found to be of the class; both are one pointer, which is null for nil.
    return unsafe unsafeBitCast(found, to: T?.self)
  }

  /// Reads a reference, when it stands where it is expected and has been read as one to the same class before.
  @usableFromInline
  mutating func knownObject(_ key: StaticString, _ type: AnyObject.Type) throws -> AnyObject?? {
    guard unsafe expected.pointee.objectType == ObjectIdentifier(type),
      unsafe expected.pointee.isCopy(of: key, at: place)
    else { return nil }
    guard let (reading, plan) = unsafe expected.pointee.reference else { return nil }
    var reference = input
    // Safe: see the properties.
    let known = unsafe unretainedValues._withUnsafeGuaranteedRef { values in
      unsafe reading._withUnsafeGuaranteedRef { reading in
        unsafe plan._withUnsafeGuaranteedRef { plan in
          values.graph.readFollowed(&reference, of: type, reading, through: plan)
        }
      }
    }
    guard let known else { return try unsafe otherObject(reading, plan) }
    input = reference
    advance()
    return known
  }

  /// Reads a reference, as others of the key have been read, to an object that is yet to be looked for.
  // Safe: see `FieldPlaces.Known.reference`.
  @unsafe
  @inline(never)
  private mutating func otherObject(
    _ reading: Unmanaged<ObjectReading>, _ plan: Unmanaged<ReadingPlan>
  ) throws -> AnyObject?? {
    var reference = input
    let step = PathStep.place(place)
    // Safe: see the properties.
    let object = try unsafe unretainedValues._withUnsafeGuaranteedRef { values in
      try unsafe reading._withUnsafeGuaranteedRef { reading in
        try unsafe plan._withUnsafeGuaranteedRef { plan in
          try reading.read(plan, &reference, at: Site(decoder: values, step: step))
        }
      }
    }
    input = reference
    advance()
    return .some(object)
  }

  /// Reads a reference that is not as it was expected, and remembers how such are read.
  @usableFromInline
  mutating func decodeObjectAnyhow<T: Decodable & AnyObject, Reference: Decodable>(
    _ key: StaticString, _ type: T.Type, as reference: Reference.Type
  ) throws -> Reference {
    let object = try decodeAnyhow(key, reference)
    try noteObjects(of: type)
    return object
  }
}
