// One by one, so that each call goes straight to the reading of its type.

extension FieldDecoder {
  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(_ key: StaticString, as type: Bool.Type = Bool.self) throws -> Bool {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(_ key: StaticString, as type: Int.Type = Int.self) throws -> Int {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(_ key: StaticString, as type: Int8.Type = Int8.self) throws -> Int8 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Int16.Type = Int16.self
  ) throws -> Int16 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Int32.Type = Int32.self
  ) throws -> Int32 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Int64.Type = Int64.self
  ) throws -> Int64 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(_ key: StaticString, as type: UInt.Type = UInt.self) throws -> UInt {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: UInt8.Type = UInt8.self
  ) throws -> UInt8 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: UInt16.Type = UInt16.self
  ) throws -> UInt16 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: UInt32.Type = UInt32.self
  ) throws -> UInt32 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: UInt64.Type = UInt64.self
  ) throws -> UInt64 {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Float.Type = Float.self
  ) throws -> Float {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Double.Type = Double.self
  ) throws -> Double {
    try scalar(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: String.Type = String.self
  ) throws -> String {
    try scalar(key)
  }
}

extension FieldDecoder {
  /// Reads one key, for which the archive may have nil or nothing.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Bool?.Type = Bool?.self
  ) throws -> Bool? {
    try optionalScalar(key)
  }

  /// Reads one key, for which the archive may have nil or nothing.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Int?.Type = Int?.self
  ) throws -> Int? {
    try optionalScalar(key)
  }

  /// Reads one key, for which the archive may have nil or nothing.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: Double?.Type = Double?.self
  ) throws -> Double? {
    try optionalScalar(key)
  }

  /// Reads one key, for which the archive may have nil or nothing.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: String?.Type = String?.self
  ) throws -> String? {
    try optionalScalar(key)
  }
}

extension FieldDecoder {
  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: [String].Type = [String].self
  ) throws -> [String] {
    try scalars(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: [Int].Type = [Int].self
  ) throws -> [Int] {
    try scalars(key)
  }

  /// Reads one key.
  ///
  /// - Throws: `DecodingError`.
  public mutating func decode(
    _ key: StaticString, as type: [Double].Type = [Double].self
  ) throws -> [Double] {
    try scalars(key)
  }
}
