internal import Foundation
internal import Stele

/// The names of the program's classes in archives, and the classes under which objects are
/// recorded.
enum CodingClass {
  /// Returns whether objects of a class can be archived.
  static func isCoded(_ type: AnyClass) -> Bool {
    type is any NSCoding.Type || type is any PropertyCoding.Type
  }

  /// Returns the class under which an object is recorded: the public class if a framework implements it with private classes.
  static func recorded(for object: AnyObject) -> AnyClass {
    // The classes that these objects give to coders would lose digits, and the mutability of the set.
    if object is NSDecimalNumber { return NSDecimalNumber.self }
    if object is NSMutableCharacterSet { return NSMutableCharacterSet.self }
    guard let object = object as? NSObject else { return type(of: object) }
    #if canImport(ObjectiveC)
      // A class may override `classForKeyedArchiver`; otherwise the class for coders applies.
      return object.classForKeyedArchiver ?? object.classForCoder
    #else
      return object.classForCoder
    #endif
  }

  /// Returns the nearest superclass that can be coded.
  static func superclass(of type: AnyClass) -> AnyClass? {
    var next: AnyClass? = _getSuperclass(type)
    while let superclass = next {
      // This class has no properties, and no level in archives.
      if superclass == PropertyCodingObject.self { return nil }
      if isCoded(superclass) { return superclass }
      next = _getSuperclass(superclass)
    }
    return nil
  }

  /// Returns whether a class is the same as another class, or a subclass of it.
  static func isKind(_ type: AnyClass, of other: AnyClass) -> Bool {
    var next: AnyClass? = type
    while let type = next {
      if type == other { return true }
      next = _getSuperclass(type)
    }
    return false
  }

  /// Returns whether objects of a class are protected against archives that substitute other
  /// objects.
  static func isSecure(_ type: AnyClass) -> Bool {
    guard !endsProgram(type) else { return false }
    if NativeClass.of(type) != nil { return true }
    if let type = type as? any NSSecureCoding.Type { return type.supportsSecureCoding }
    // A ``PropertyCoding`` class requests the classes of its properties; a superclass coded by hand may not do so.
    return type is any PropertyCoding.Type && !(type is any NSCoding.Type)
  }

  /// Returns whether a class of Foundation ends the program when it is coded, as some abstract and
  /// unimplemented ones do.
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

  /// Returns the declaration of a class under a name; the default is the runtime name.
  ///
  /// An `ArchiveDeclaring` class has the name that it declares.
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

  /// Returns the name of a class with its module, or without it if the module is Foundation.
  static func runtimeName(of type: AnyClass) throws(SteleCodingError) -> String {
    #if canImport(ObjectiveC)
      // The Objective-C name of a class is its own name, or the name in `@objc(name)`. For other Swift classes it has the
      // module before a dot, or is mangled.
      let objCName = NSStringFromClass(type)
      if !objCName.contains("."), !objCName.hasPrefix("_Tt") { return objCName }
    #endif
    let name = _typeName(type, qualified: true)
    // The name of a private or local class contains an address, so no later run finds the class by
    // it.
    guard !name.contains("(unknown context at ") else {
      throw SteleCodingError(
        .unnamedClass(_typeName(type, qualified: false)),
        className: _typeName(type, qualified: false))
    }
    let module = "Foundation."
    return name.hasPrefix(module) ? String(name.dropFirst(module.count)) : name
  }

  /// Returns the name of a class in errors: its runtime name, or otherwise its type name without a module.
  static func name(of type: AnyClass) -> String {
    (try? runtimeName(of: type)) ?? _typeName(type, qualified: false)
  }

  /// Returns the name of a class for `NSKeyedUnarchiver`.
  static func keyedArchiveName(of type: AnyClass) throws(SteleCodingError) -> String {
    let name = try runtimeName(of: type)
    #if canImport(ObjectiveC)
      return NSStringFromClass(type)
    #else
      // Some classes of Foundation have other names on Apple's systems. The call ends the program
      // for nested classes.
      return name.contains(".") ? name : NSStringFromClass(type)
    #endif
  }

  /// Returns the class with a runtime name, if it can be coded.
  static func named(_ name: String) -> AnyClass? {
    // The name under which Apple's systems archive decimal numbers.
    if name == NativeForm.decimalNumberClasses.first { return NSDecimalNumber.self }
    let hasModule = name.contains(".")
    // Foundation's private classes cannot be decoded; some end the program.
    guard !name.hasPrefix(hasModule ? "Foundation._" : "_") else { return nil }
    // Some classes have other names on Apple's systems; Foundation finds these names on every system.
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

  /// Returns the class with a runtime name that is nested in other types.
  ///
  /// The runtime finds nested classes only by mangled names.
  private static func nested(_ name: String) -> AnyClass? {
    // An archive may have names of any length, and names of any generic types.
    let bytes = name.utf8
    guard (2...4).contains(bytes.count { $0 == UInt8(ascii: ".") }),
      !bytes.contains(UInt8(ascii: "<"))
    else { return nil }
    return TypeName.type(named: name[...]) as? AnyClass
  }
}
