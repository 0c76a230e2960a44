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
    if unsafe expected.pointee.isFollowed {
      var reading = input
      // Safe: see the property.
      let object = unsafe unretainedValues._withUnsafeGuaranteedRef {
        $0.graph.readExisting(&reading, of: type)
      }
      if let object {
        input = reading
        advance()
        return object
      }
    }
    return try otherObject()
  }

  /// Reads a reference, as others of the key have been read, that is nil, or to an object that is yet to be made or to
  /// be looked at.
  @inline(never)
  private mutating func otherObject() throws -> AnyObject?? {
    guard let (reading, plan) = unsafe expected.pointee.reference else { return nil }
    var place = input
    let step = PathStep.place(self.place)
    // Safe: see the properties.
    let object = try unsafe unretainedValues._withUnsafeGuaranteedRef { values in
      try unsafe reading._withUnsafeGuaranteedRef { reading in
        try unsafe plan._withUnsafeGuaranteedRef { plan in
          try reading.readOther(plan, &place, at: Site(decoder: values, step: step))
        }
      }
    }
    input = place
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
