internal import Foundation
package import Stele
internal import SteleKeyedArchive

extension SteleKeyedUnarchiver: DecodingSurrogate {
  package var cycleAdvice: String { Self.adviceOnCycles }

  static let adviceOnCycles =
    "Let one of the classes be PropertyCoding or SecondPhaseDecoding, or encode one of the references by encodeConditionalObject."

  package func surrogateClass(
    named name: String, superclasses: () -> [String]
  ) throws -> SurrogateClass? {
    func made(
      _ type: AnyClass, _ make: @escaping (SteleKeyedUnarchiver, ObjectDecoder) throws -> AnyObject
    ) throws -> SurrogateClass {
      let hasPhases = CodingClass.isCoded(type) && type is any SecondPhaseDecoding.Type
      return SurrogateClass(type, try declaration(of: type, name)) { [unowned self] decoder in
        try self.with(decoder, type) {
          try self.finished(make(self, decoder), hasPhases: hasPhases)
        }
      }
    }
    if name != CArray.className || classes[name] == nil, let bare = BareValue.named(name) {
      return try made(bare.type) { unarchiver, _ in try bare.decode(unarchiver) }
    }
    guard let type = find(name, superclasses) else {
      return settings.unknownClasses == .keep ? try unknownClass(name) : nil
    }
    if type == UnknownCodedObject.self { return try unknownClass(name) }
    guard !CodingClass.endsProgram(type) else {
      throw KeyedCodingError(.notCoding, className: name)
    }
    if isKeyedArchive, let codable = type as? any Decodable.Type, !CodingClass.isCoded(type) {
      return try made(type) { unarchiver, _ in try unarchiver.makeCodable(codable) }
    }
    guard !isSecure || CodingClass.isSecure(type) else {
      throw KeyedCodingError(.notSecure, className: name)
    }
    // A replacement by the delegate must be known before other objects receive the object.
    let coding = type as? any PropertyCoding.Type
    if coding != nil, let superclass = CodedProperties.superclassByHand(of: type),
      let coding = type as? any (NSObject & NSCoding).Type
    {
      // An object coded by hand exists only after its initialiser has returned.
      return try made(type) { unarchiver, _ in
        try unarchiver.make(coding, below: superclass, name)
      }
    }
    if let coding, delegate == nil {
      let hasPhases = type is any SecondPhaseDecoding.Type
      return SurrogateClass(type, try declaration(of: type, name)) {
        coding.init()
      } fill: { [unowned self] object, decoder in
        try self.with(decoder, type) {
          if let object = object as? any PropertyCoding { try self.fill(object) }
          _ = try self.finished(object, hasPhases: hasPhases)
        }
      }
    }
    let make: (SteleKeyedUnarchiver) throws -> AnyObject =
      if let coding {
        { unarchiver in
          let object = coding.init()
          try unarchiver.fill(object)
          return object
        }
      } else {
        NativeClass.of(type)?.decode ?? initialiser(of: type, name)
      }
    let preconditions = InitialiserPreconditions.of(type)
    let isWhole = isKeyedArchive && FoundationContent.isFoundation(type)
    return try made(type) { unarchiver, decoder in
      if isWhole { unarchiver.keysByHand = KeysByHand(all: decoder) }
      try preconditions?.validate(unarchiver)
      let object = try make(unarchiver)
      return isWhole ? try unarchiver.whole(object, name, decoder) : object
    }
  }

  /// Returns an object of a Foundation class that has requested all keys of a keyed archive, or an unknown object that keeps
  /// the keys.
  ///
  /// - Throws: ``KeyedCodingError`` for a key that would be lost.
  private func whole(
    _ object: AnyObject, _ name: String, _ decoder: ObjectDecoder
  ) throws -> AnyObject {
    let asked = (keysByHand?.askedNames ?? []).union(["$class"])
    keysByHand = nil
    guard
      let key = try decoder.names.first(where: { try !asked.contains($0) && !decoder.isNil($0) })
    else { return object }
    guard settings.unknownClasses == .keep else {
      throw KeyedCodingError(.notSupported, className: "this key of \(name)", key: key)
    }
    let unknown = UnknownCodedObject(className: name)
    unknownObjects.append(unknown)
    try unknown.fill(from: self, decoder)
    return unknown
  }

  package func isReadyToHash(_ object: AnyObject) -> Bool {
    readyToHash.contains(ObjectIdentifier(object))
  }

  package var hashAdvice: String {
    "Let its class, and those above, be PropertyCoding, with a hash that depends on properties which are no references, or leave "
      + "what leads back out of the hash."
  }

  /// Returns the surrogate that makes objects of a class that the program does not have.
  private func unknownClass(_ name: String) throws -> SurrogateClass? {
    guard !isKeyedArchive || MappedName.isRecordEntry(name) else { return nil }
    let type = UnknownCodedObject.self
    return SurrogateClass(type, try declaration(of: type, name)) { [unowned self] in
      let object = UnknownCodedObject(className: name)
      unknownObjects.append(object)
      return object
    } fill: { [unowned self] object, decoder in
      try self.with(decoder, type) {
        try (object as? UnknownCodedObject)?.fill(from: self, decoder)
      }
    }
  }

  private func find(_ name: String, _ superclasses: () -> [String]) -> AnyClass? {
    classes[name] ?? Self.class(forClassName: name)
      ?? known?.requests.requested { self.isRecorded($0, as: name) }
      ?? CodingClass.named(name)
      ?? delegate?.unarchiver(
        self, cannotDecodeObjectOfClassName: name, originalClasses: [name] + superclasses())
  }

  func isRecorded(_ type: AnyClass, as name: String) -> Bool {
    if let declared = (type as? any ArchiveDeclaring.Type)?.archiveClass {
      return declared.name == name || declared.aliases.contains(name)
    }
    return (try? CodingClass.runtimeName(of: type)) == name
  }

  private func declaration(of type: AnyClass, _ name: String) throws -> TypeDeclaration {
    try CodingClass.declaration(of: type, superclass: nil, name: name)
  }

  /// Returns the surrogate that makes an object with the initialiser of its class.
  private func initialiser(
    of type: AnyClass, _ name: String
  ) -> (SteleKeyedUnarchiver) throws -> AnyObject {
    if let coding = type as? any (NSObject & NSCoding).Type {
      return { unarchiver in
        guard let object = coding.init(coder: unarchiver) else {
          throw unarchiver.refusal(ofInitialiser: name)
        }
        #if canImport(ObjectiveC)
          // Foundation's `awakeAfter(using:)` may replace the object.
          guard let replacement = object.awakeAfter(using: unarchiver) else {
            throw unarchiver.refusal(ofInitialiser: name)
          }
          return replacement as AnyObject
        #else
          return object
        #endif
      }
    }
    let coding = type as? any NSCoding.Type
    return { unarchiver in
      guard let coding else { throw KeyedCodingError(.notCoding, className: name) }
      guard let object = coding.init(coder: unarchiver) else {
        throw unarchiver.refusal(ofInitialiser: name)
      }
      return object as AnyObject
    }
  }

  /// Returns the error for an initialiser that returns nil: the object becomes nil, unless the program wants these failures to
  /// end decoding.
  func refusal(ofInitialiser className: String) -> any Error {
    if let failure { return failure }
    return policy == .raiseException
      ? KeyedCodingError(.initialiserFailed, className: className)
      : AbsentObject(className: className)
  }

  /// Completes an object that has been made.
  private func finished(_ object: AnyObject, hasPhases: Bool) throws -> AnyObject {
    if hasPhases, let second = object as? any SecondPhaseDecoding {
      try whenAllAreMade { second.finishDecoding(with: $0) }
    }
    // A delegate that returns nil leaves the object as it is.
    guard let delegate, let result = delegate.unarchiver(self, didDecode: object) else {
      return object
    }
    let replacement = result as AnyObject
    if replacement !== object {
      delegate.unarchiver(self, willReplace: object, with: replacement)
    }
    return replacement
  }
}
