internal import Foundation
internal import Stele
internal import Synchronization

/// The archived stored properties of a ``PropertyCoding`` class.
final class CodedProperties: Sendable {
  /// The properties of the class and of all superclasses that are not coded by hand.
  let properties: [any CodedProperty]
  let names: Set<String>
  /// Whether the objects select the properties to archive.
  let isSelecting: Bool
  /// The level of the nearest superclass that is coded by hand, counted from the topmost one, or nil without one.
  let levelByHand: Int?

  private static let known = Mutex<[ObjectIdentifier: CodedProperties]>([:])

  /// Returns the properties of the class of an object, which are determined only once.
  ///
  /// - Throws: ``SteleCodingError`` if one of them cannot be archived, ``KeyedCodingError`` if the class has its own
  ///   `encode(with:)` or `init(coder:)`.
  static func shared(for object: any PropertyCoding) throws -> CodedProperties {
    let identity = ObjectIdentifier(type(of: object))
    if let properties = known.withLock({ $0[identity] }) { return properties }
    let properties = try CodedProperties(type(of: object))
    guard properties.levelByHand != nil || !hasCodeByHand(object) else {
      throw KeyedCodingError(
        .codesItself, className: try CodingClass.runtimeName(of: type(of: object)))
    }
    known.withLock { $0[identity] = properties }
    return properties
  }

  /// Returns whether the class of an object, or a ``PropertyCoding`` superclass, has coding methods
  /// that would not be called.
  private static func hasCodeByHand(_ object: any PropertyCoding) -> Bool {
    let type = type(of: object)
    if type is PropertyCodingObject.Type { return PropertyCodingObject.overridesInitialiser(type) }
    // An `NSCoding` class promises hand-written code, which a subclass may have.
    return type is any NSCoding.Type || !SteleKeyedArchiver.encodesByDefault(object)
  }

  /// Returns the nearest superclass that is coded by hand, or nil.
  static func superclassByHand(of type: AnyClass) -> AnyClass? {
    levels(of: type).dropLast().last { !($0 is any PropertyCoding.Type) }
  }

  /// Returns the properties of a class with a superclass that is coded by hand.
  static func shared(below superclass: AnyClass, _ type: AnyClass) throws -> CodedProperties {
    if let properties = known.withLock({ $0[ObjectIdentifier(type)] }) { return properties }
    let properties = try CodedProperties(type)
    known.withLock { $0[ObjectIdentifier(type)] = properties }
    return properties
  }

  private init(_ type: AnyClass) throws {
    isSelecting = type is any PropertySelecting.Type
    try InstanceVariables.validate(type)
    if let found = StoredProperty.classWithoutMetadata(
      type, below: Self.superclassByHand(of: type) ?? NSObject.self)
    {
      throw SteleCodingError(
        .invalidDeclaration(.noMetadata), className: CodingClass.name(of: found))
    }
    let levels = Self.levels(of: type)
    let levelByHand = levels.lastIndex { !($0 is any PropertyCoding.Type) }
    self.levelByHand = levelByHand
    var names: [PropertyName] = []
    var properties: [any CodedProperty] = []
    for property in StoredProperty.all(of: type).enumerated().reversed() {
      let owner: AnyClass = Self.owner(of: property.offset, in: type)
      // If a superclass cannot be archived, its properties belong to the level of the next lower class that can.
      let level = levels.firstIndex { CodingClass.isKind($0, of: owner) } ?? levels.count - 1
      guard level > levelByHand ?? -1, let text = property.element.name,
        !property.element.isTransient
      else { continue }
      let name = PropertyName(text, of: owner, level: level, levels[level], namesBelow: names)
      names.append(name)
      do throws(DeclarationFlaw) {
        properties.append(try property.element.coded(name, in: type))
      } catch {
        throw SteleCodingError(
          .invalidDeclaration(error), className: try CodingClass.runtimeName(of: owner),
          keyPath: property.element.storageName)
      }
    }
    self.properties = properties.reversed()
    self.names = Set(names.map(\.text))
  }

  /// Returns a class and its superclasses, if they can be archived, topmost first.
  static func levels(of type: AnyClass) -> [AnyClass] {
    var levels = [type]
    while let superclass = CodingClass.superclass(of: levels[levels.count - 1]) {
      levels.append(superclass)
    }
    return levels.reversed()
  }

  /// Returns the class that declares a stored property, given its position among all properties.
  private static func owner(of index: Int, in type: AnyClass) -> AnyClass {
    var owner: AnyClass = type
    while let superclass = _getSuperclass(owner), index < StoredProperty.count(of: superclass) {
      owner = superclass
    }
    return owner
  }

  /// Returns the other properties with the same name.
  func namesakes(of name: PropertyName) -> [PropertyName] {
    properties.map(\.name).filter { $0.text == name.text && $0.qualified != name.qualified }
  }
}
