internal import Foundation
package import Stele

extension SteleKeyedArchiver {
  /// Returns the object to write in place of an object, or nil to leave it out.
  func replacement(for object: AnyObject) throws -> AnyObject? {
    let identity = ObjectIdentifier(object)
    if let known = replacements[identity] { return known.replacement }
    guard CodingClass.isCoded(type(of: object)) || object is any Encodable else {
      throw KeyedCodingError(.notCoding, className: CodingClass.name(of: type(of: object)))
    }
    if NativeClass.of(object) != nil, delegate == nil { return object }
    var result: AnyObject? = object
    if let object = object as? NSObject {
      result = object.replacementObject(for: self).map { $0 as AnyObject }
    }
    if let delegate, let original = result, announced.updateValue(original, forKey: identity) == nil
    {
      result = delegate.archiver(self, willEncode: original).map { $0 as AnyObject }
    }
    if result !== object {
      replacements[identity] = (object, result)
      delegate?.archiver(self, willReplace: object, with: result)
      // A replacement is not replaced in turn.
      if let result {
        announced[ObjectIdentifier(result)] = result
        replacements[ObjectIdentifier(result)] = (result, result)
      }
    }
    return result
  }
}

extension SteleKeyedArchiver: EncodingSurrogate {
  package func declaration(for object: AnyObject) throws -> TypeDeclaration? {
    guard CodingClass.isCoded(Swift.type(of: object)) else { return nil }
    if let unknown = object as? UnknownCodedObject {
      return declaration(ofUnknown: unknown.classNames)
    }
    let type: AnyClass = CodingClass.recorded(for: object)
    guard !isSecure || CodingClass.isSecure(type) else {
      throw KeyedCodingError(.notSecure, className: CodingClass.name(of: type))
    }
    return try declaration(of: type)
  }

  package func isMadeAtOnce(_ type: AnyClass) -> Bool {
    if type is any CircleDecoding.Type || type == UnknownCodedObject.self { return false }
    // Subclasses of a hand-coded class use its initialiser.
    return !(type is any PropertyCoding.Type) || CodedProperties.superclassByHand(of: type) != nil
  }

  package var cycleAdvice: String { SteleKeyedUnarchiver.adviceOnCycles }

  package func recordsIndividually(_ type: AnyClass) -> Bool { type == UnknownCodedObject.self }

  /// Returns the declaration of a class that the program does not have.
  private func declaration(ofUnknown names: [String]) -> TypeDeclaration? {
    if let known = unknownDeclarations[names] { return known }
    var declaration: TypeDeclaration?
    for (index, name) in names.enumerated().reversed() {
      let chain = Array(names[index...])
      let known = unknownDeclarations[chain]
      declaration =
        known
        ?? TypeDeclaration(
          type: UnknownCodedObject.self, archiveClass: ArchiveClass(name), isDeclared: true,
          isClass: true, superclass: declaration)
      unknownDeclarations[chain] = declaration
    }
    return declaration
  }

  private func declaration(of type: AnyClass) throws -> TypeDeclaration {
    if let known = declarations[ObjectIdentifier(type)] { return known }
    let made = try CodingClass.declaration(
      of: type, superclass: CodingClass.superclass(of: type).map { try declaration(of: $0) },
      name: names[ObjectIdentifier(type)] ?? Self.className(for: type)
        ?? (type == CArray.self ? CArray.className : nil))
    try made.refuseReservedNames()
    declarations[ObjectIdentifier(type)] = made
    return made
  }

  package func encode(_ object: AnyObject, to keys: ObjectEncoder) throws {
    let outer = self.keys
    self.keys = keys
    defer { self.keys = outer }
    try encode(object) {
      if type(of: object) == DeepCollection.self {
        (object as? DeepCollection)?.encode(with: self)
      } else if let native = NativeClass.of(object) {
        do { try native.encode(object, self) } catch { throw located(error) }
      } else if CodingClass.isCoded(type(of: object)) {
        try writeKeys(of: object)
      }
    }
  }

  /// Writes an object; the closure writes its keys.
  func encode(_ object: AnyObject, _ write: () throws -> Void) throws {
    let outer = (unkeyedCount, currentType)
    (unkeyedCount, currentType) = (0, type(of: object))
    defer { (unkeyedCount, currentType) = outer }
    try write()
    if let failure { throw failure }
    delegate?.archiver(self, didEncode: object)
  }
}
