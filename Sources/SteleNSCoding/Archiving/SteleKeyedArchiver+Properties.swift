internal import Foundation
internal import Stele

extension SteleKeyedArchiver {
  /// Has an object write its keys, and writes the properties that are archived without a line for each.
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

  /// The properties of an object that are archived without a line for each, or nil when it does all by itself.
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

  /// Whether the class of an object leaves it to ``PropertyCoding`` to encode its objects.
  static func encodesByDefault(_ object: any PropertyCoding) -> Bool {
    // It writes nothing, as it has failed.
    let probe = SteleKeyedArchiver()
    probe.isProbe = true
    probe.failure = KeyedCodingError(.coderIsFinished)
    object.encode(with: probe)
    return probe.hasMetDefault
  }

  /// Notes that the class of an object leaves it to ``PropertyCoding`` to encode its objects.
  func noteDefault() { hasMetDefault = true }
}
