internal import Foundation
internal import Stele

extension SteleKeyedArchiver {
  /// Writes the keys of an object: the keys that `encode(with:)` writes, and the ``PropertyCoding`` properties.
  func writeKeys(of object: AnyObject) throws {
    guard let table = try properties(of: object), let coding = object as? any PropertyCoding else {
      (object as? any NSCoding)?.encode(with: self)
      return
    }
    if let level = table.levelByHand {
      let all = keys
      keys = keys?.at(level: level)
      (object as? any NSCoding)?.encode(with: self)
      keys = all
      if let failure { throw failure }
    }
    try writeProperties(of: coding, table)
  }

  /// Returns the ``PropertyCoding`` properties of an object, or nil if the object encodes
  /// everything itself.
  private func properties(of object: AnyObject) throws -> CodedProperties? {
    let identity = ObjectIdentifier(type(of: object))
    if let known = codedProperties[identity] { return known }
    let table = try (object as? any PropertyCoding).map { try CodedProperties.shared(for: $0) }
    codedProperties[identity] = .some(table)
    return table
  }

  /// Writes the properties of an object, each at the level of its class.
  func writeProperties(of object: any PropertyCoding, _ table: CodedProperties) throws {
    let selecting = table.isSelecting ? object as? any PropertySelecting : nil
    let all = keys
    defer { keys = all }
    for property in table.properties
    where selecting?.archives(property.name.text, userInfo) ?? true {
      let name = property.name
      keys = keys?.at(level: name.level)
      do {
        try property.encode(object, keyedArchive?.key(for: name) ?? name.levelKey, to: self)
      } catch {
        throw located(error, name.text)
      }
    }
  }

  /// Returns whether the class of an object leaves encoding to ``PropertyCoding``.
  static func encodesByDefault(_ object: any PropertyCoding) -> Bool {
    // The probe writes nothing, since it already has an error.
    let probe = SteleKeyedArchiver()
    probe.isProbe = true
    probe.failure = KeyedCodingError(.coderIsFinished)
    object.encode(with: probe)
    return probe.hasMetDefault
  }

  /// Records that the class leaves encoding to ``PropertyCoding``.
  func rememberDefault() { hasMetDefault = true }
}
