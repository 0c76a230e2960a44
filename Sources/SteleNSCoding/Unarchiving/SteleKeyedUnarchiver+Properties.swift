internal import Foundation
internal import Stele

/// The place of a property in the archive.
struct PropertySource {
  let property: any CodedProperty
  /// The level, counted from the topmost superclass, or nil for all levels.
  let level: Int?
  let key: String
}

extension SteleKeyedUnarchiver {
  /// Reads all properties that the archive has for an object, from the current keys.
  ///
  /// Properties without references come first, so that the object can be hashed while it is being filled. An object may
  /// contain a set that, directly or not, contains the object. The set then hashes the object while it is being filled, so
  /// the references to the set are read when all objects have been made.
  func fill(_ object: any PropertyCoding) throws {
    guard let whole = keys else { return }
    let identity = ObjectIdentifier(object)
    defer {
      keys = whole
      readyToHash.remove(identity)
    }
    var level: Int?
    var isReady = false
    for source in try sources(for: object, whole.decoder) {
      if !isReady, source.property.isReference {
        isReady = true
        readyToHash.insert(identity)
      }
      if source.level != level {
        level = source.level
        keys?.decoder = try level.map { try whole.decoder.at(level: $0) } ?? whole.decoder
      }
      if isReady, source.property.isReference, keys?.decoder.isHeldUp(source.key) == true {
        try whenAllAreMade(isFilling: true) { try $0.fill(object, source) }
      } else {
        try fill(object, source)
      }
    }
  }

  /// Reads one property of an object from the current keys.
  private func fill(_ object: any PropertyCoding, _ source: PropertySource) throws {
    do {
      try source.property.decode(into: object, source.key, from: self)
    } catch {
      throw ErrorPath.locate(
        error, source.property.name.text, in: keys.map { ErrorPath.path(to: $0.decoder) })
    }
  }

  /// Makes an object with an initialiser of its superclass, and reads the properties that the initialiser does not decode.
  func make(
    _ type: any (NSObject & NSCoding).Type, below superclass: AnyClass, _ name: String
  ) throws -> AnyObject {
    guard let whole = keys else { throw KeyedCodingError(.notCoding, className: name) }
    // The superclass coded by hand has the levels above, unless the whole archive has only one level.
    if try !whole.decoder.isFlat, let level = level(of: superclass, in: whole.decoder) {
      let names = try CodedProperties.shared(below: superclass, type).names
      keysByHand = KeysByHand(all: whole.decoder, propertyNames: names)
      keys?.decoder = try whole.decoder.upTo(level: level)
    }
    let object = type.init(coder: self)
    keys = whole
    let askedNames = keysByHand?.askedNames ?? []
    keysByHand = nil
    if let failure { throw failure }
    guard let object else { throw refusal(ofInitialiser: name) }
    if propertySources[whole.decoder.entry] == nil {
      keysByHand = KeysByHand(all: whole.decoder, askedNames: askedNames)
    }
    if let object = object as? any PropertyCoding { try fill(object) }
    return object
  }

  /// Returns the places of the properties of an object in the archive.
  private func sources(
    for object: any PropertyCoding, _ decoder: ObjectDecoder
  ) throws -> [PropertySource] {
    if let known = propertySources[decoder.entry] { return known }
    let table = try CodedProperties.shared(for: object)
    let askedNames = keysByHand?.askedNames ?? []
    keysByHand = nil
    let search = MovedProperties(table, type(of: object), decoder, askedNames) { [unowned self] in
      level(of: $0, in: decoder)
    }
    let found = try table.properties.compactMap { try source(of: $0, in: table, search, decoder) }
    let sources = found.filter { !$0.property.isReference } + found.filter(\.property.isReference)
    if decoder.knowsKeys { propertySources[decoder.entry] = sources }
    return sources
  }

  private func source(
    of property: any CodedProperty, in table: CodedProperties, _ search: MovedProperties,
    _ decoder: ObjectDecoder
  ) throws -> PropertySource? {
    let name = property.name
    let isMoved = !decoder.movedFrom(name.text).isEmpty
    if name.isLowest, decoder.hasHistory(name.text), !isMoved {
      return PropertySource(property: property, level: nil, key: name.text)
    }
    let last = try decoder.levelCount - 1
    guard try !decoder.isFlat else {
      let key = try flatKey(of: name, in: table, decoder.at(level: last))
      return key.map { PropertySource(property: property, level: last, key: $0) }
    }
    guard let found = try search.ownKey(of: name) ?? search.movedKey(of: name) else {
      // A declared property may have a default.
      guard isMoved, name.isLowest, try search.isMissing(name) else { return nil }
      return PropertySource(property: property, level: nil, key: name.text)
    }
    return PropertySource(property: property, level: found.level, key: found.key)
  }

  /// Returns the key of a property if all keys are at one level, as in keyed archives and in archives of classes coded by hand.
  private func flatKey(
    of name: PropertyName, in table: CodedProperties, _ decoder: ObjectDecoder
  ) throws -> String? {
    if try decoder.mayHave(name.qualified) { return name.qualified }
    let namesakes = table.namesakes(of: name)
    guard !namesakes.isEmpty else { return try decoder.mayHave(name.text) ? name.text : nil }
    // Older archives distinguish properties with the same name by primes; the topmost one has none.
    if try decoder.mayHave(name.text + "'") {
      let above = namesakes.filter { $0.level < name.level }.count
      return name.text + String(repeating: "'", count: above)
    }
    guard name.isLowest, try decoder.mayHave(name.text) else { return nil }
    // Without the other keys, a keyed archive does not state which class the property belongs to.
    guard try !isKeyedArchive || namesakes.contains(where: { try decoder.mayHave($0.qualified) })
    else { throw KeyedCodingError(.ambiguousKey, key: name.text) }
    return name.text
  }

  /// Returns the level of the archive that has the keys of a superclass.
  private func level(of type: AnyClass, in decoder: ObjectDecoder) -> Int? {
    Array(decoder.classNames.dropFirst().reversed()).firstIndex { name in
      if let set = classes[name] ?? Self.class(forClassName: name) { return set == type }
      return isRecorded(type, as: name)
    }
  }
}
