internal import Foundation

/// A property that a class of Foundation does not archive itself.
///
/// Most properties follow from others until they are set; for example, the symbols of a formatter follow from its locale. So a
/// property is archived only if it differs from the property of an object with all previous settings, and the settings are
/// applied in the same order.
struct Setting<Object: NSObject>: Sendable {
  /// Writes the property if it differs from the property of an object with the previous settings, and then sets it in that
  /// object.
  let encode: @Sendable (Object, Object, SteleKeyedArchiver) throws -> Void
  /// Reads the property if its key is present.
  let decode: @Sendable (Object, SteleKeyedUnarchiver) throws -> Void

  init<Value: Codable & Equatable & SendableMetatype>(
    _ key: String, _ path: any ReferenceWritableKeyPath<Object, Value> & Sendable
  ) {
    encode = { object, known, archiver in
      let value = object[keyPath: path]
      guard value != known[keyPath: path] else { return }
      known[keyPath: path] = value
      try archiver.put(value, key)
    }
    decode = { object, unarchiver in
      guard try unarchiver.contains(key) else { return }
      object[keyPath: path] = try unarchiver.required(Value.self, key)
    }
  }

  /// A property of an optional type, for which Foundation ends the process if it is nil.
  ///
  /// The closure returns whether Foundation accepts a value.
  init<Value: Codable & Equatable & SendableMetatype>(
    _ key: String, required path: any ReferenceWritableKeyPath<Object, Value?> & Sendable,
    where isSound: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) {
    encode = Setting(key, path).encode
    decode = { object, unarchiver in
      guard try unarchiver.contains(key) else { return }
      let value = try unarchiver.required(Value.self, key)
      guard isSound(value) else {
        throw KeyedCodingError(.unexpectedValue, className: "\(Value.self)", key: key)
      }
      object[keyPath: path] = value
    }
  }

  /// A property with an enumerated value.
  init<Choice: RawRepresentable & SendableMetatype>(
    _ key: String, choice path: any ReferenceWritableKeyPath<Object, Choice> & Sendable
  ) where Choice.RawValue: Codable & Equatable & SendableMetatype {
    encode = { object, known, archiver in
      let choice = object[keyPath: path]
      guard choice.rawValue != known[keyPath: path].rawValue else { return }
      known[keyPath: path] = choice
      try archiver.put(choice.rawValue, key)
    }
    decode = { object, unarchiver in
      guard let value = try unarchiver.value(Choice.RawValue.self, forKey: key) else { return }
      guard let choice = Choice(rawValue: value) else {
        throw KeyedCodingError(.unexpectedValue, className: "\(Choice.self)", key: key)
      }
      object[keyPath: path] = choice
    }
  }

  /// A property with any kind of number.
  init(_ key: String, number path: any ReferenceWritableKeyPath<Object, NSNumber?> & Sendable) {
    encode = { object, known, archiver in
      let number = object[keyPath: path]
      guard number != known[keyPath: path] else { return }
      known[keyPath: path] = number
      try archiver.put(any: number, key)
    }
    decode = { object, unarchiver in
      guard try unarchiver.contains(key) else { return }
      object[keyPath: path] = try unarchiver.number(key, NSNumber.self)
    }
  }
}
