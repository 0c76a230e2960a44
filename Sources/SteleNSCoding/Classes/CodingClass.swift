internal import Foundation
internal import Stele

/// What a class of the program is called in archives, and as which class its objects are recorded.
enum CodingClass {
  /// Whether objects of a class can be archived.
  static func isCoded(_ type: AnyClass) -> Bool {
    type is any NSCoding.Type || type is any PropertyCoding.Type
  }

  /// The class as which an object is recorded: the public one, where a framework implements it by private ones.
  static func recorded(for object: AnyObject) -> AnyClass {
    // Their classes for coders would lose digits, and that the set may change.
    if object is NSDecimalNumber { return NSDecimalNumber.self }
    if object is NSMutableCharacterSet { return NSMutableCharacterSet.self }
    guard let object = object as? NSObject else { return type(of: object) }
    #if canImport(ObjectiveC)
      // A class may override it there; it is that for coders where none does.
      return object.classForKeyedArchiver ?? object.classForCoder
    #else
      return object.classForCoder
    #endif
  }

  /// The nearest superclass that can be coded.
  static func superclass(of type: AnyClass) -> AnyClass? {
    var next: AnyClass? = _getSuperclass(type)
    while let superclass = next {
      // It has no properties, and no level in archives.
      if superclass == PropertyCodingObject.self { return nil }
      if isCoded(superclass) { return superclass }
      next = _getSuperclass(superclass)
    }
    return nil
  }

  /// Whether a class is another one, or a subclass of it.
  static func isKind(_ type: AnyClass, of other: AnyClass) -> Bool {
    var next: AnyClass? = type
    while let type = next {
      if type == other { return true }
      next = _getSuperclass(type)
    }
    return false
  }

  /// Whether objects of a class resist archives that put other objects in their place.
  static func isSecure(_ type: AnyClass) -> Bool {
    guard !endsProgram(type) else { return false }
    if NativeClass.of(type) != nil { return true }
    if let type = type as? any NSSecureCoding.Type { return type.supportsSecureCoding }
    // A class in one line asks for the classes of its properties; what it inherits by hand may not.
    return type is any PropertyCoding.Type && !(type is any NSCoding.Type)
  }

  /// Whether a class of Foundation ends the program when it is coded, as some do that are abstract or have not been
  /// written.
  static func endsProgram(_ type: AnyClass) -> Bool {
    abstract.contains(ObjectIdentifier(type))
  }

  #if canImport(ObjectiveC)
    private static let abstract: Set<ObjectIdentifier> = []
  #else
    private static let abstract = Set(
      [
        "Foundation.NSTextCheckingResult", "Foundation.NSOrthography",
        "Foundation.PersonNameComponentsFormatter",
      ]
      .compactMap { _typeByName($0).map { ObjectIdentifier($0) } })
  #endif

  /// What is declared of a class under a name; without one, the name is that of the class at run time.
  ///
  /// A class that is `ArchiveDeclaring` has the name that it declares there.
  static func declaration(
    of type: AnyClass, superclass: TypeDeclaration?, name: String?
  ) throws(SteleCodingError) -> TypeDeclaration {
    var declared = (type as? any ArchiveDeclaring.Type)?.archiveClass
    if let name { declared?.name = name }
    let archiveClass: ArchiveClass
    if let declared {
      archiveClass = declared
    } else if let name {
      archiveClass = ArchiveClass(name)
    } else {
      archiveClass = ArchiveClass(try runtimeName(of: type))
    }
    return TypeDeclaration(
      type: type, archiveClass: archiveClass, isDeclared: true, isClass: true,
      superclass: superclass)
  }

  /// The name of a class with its module, or without where that is Foundation.
  static func runtimeName(of type: AnyClass) throws(SteleCodingError) -> String {
    #if canImport(ObjectiveC)
      // The name in Objective-C is that of the class, or the one that `@objc(name)` gives it. That of any other Swift class has
      // its module before a dot, or is mangled.
      let objCName = NSStringFromClass(type)
      if !objCName.contains("."), !objCName.hasPrefix("_Tt") { return objCName }
    #endif
    let name = _typeName(type, qualified: true)
    // The name of a private or local class holds an address, by which nobody finds it again.
    guard !name.contains("(unknown context at ") else {
      throw SteleCodingError(
        .unnamedClass(_typeName(type, qualified: false)),
        className: _typeName(type, qualified: false))
    }
    let module = "Foundation."
    return name.hasPrefix(module) ? String(name.dropFirst(module.count)) : name
  }

  /// The name of a class in errors: the one at run time, without a module where it has no other.
  static func name(of type: AnyClass) -> String {
    (try? runtimeName(of: type)) ?? _typeName(type, qualified: false)
  }

  /// The name of a class for `NSKeyedUnarchiver`.
  static func keyedArchiveName(of type: AnyClass) throws(SteleCodingError) -> String {
    let name = try runtimeName(of: type)
    #if canImport(ObjectiveC)
      return NSStringFromClass(type)
    #else
      // Some classes of Foundation have other names on Apple's systems. It ends the program for a class that is nested.
      return name.contains(".") ? name : NSStringFromClass(type)
    #endif
  }

  /// The class that has a name at run time, if it can be coded.
  static func named(_ name: String) -> AnyClass? {
    // As what Apple's systems archive these.
    if name == NativeForm.decimalNumberClasses.first { return NSDecimalNumber.self }
    let hasModule = name.contains(".")
    // Foundation's private classes are not made by decoding; some end the program.
    guard !name.hasPrefix(hasModule ? "Foundation._" : "_") else { return nil }
    // Some classes have other names on Apple's systems, which Foundation knows there and elsewhere.
    #if canImport(ObjectiveC)
      let found: Any? = NSClassFromString(name) ?? _typeByName(name)
    #else
      let found: Any? =
        _typeByName(hasModule ? name : "Foundation." + name)
        ?? (hasModule ? nil : NSClassFromString(name))
    #endif
    guard let type = found as? AnyClass ?? nested(name), isCoded(type),
      !endsProgram(type)
    else {
      return nil
    }
    return type
  }
}
