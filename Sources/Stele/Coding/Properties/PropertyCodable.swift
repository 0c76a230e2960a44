/// A class whose stored properties are all archived, and those of its subclasses as well, without a line for each of them.
///
///     class Account: PropertyCodable {
///       var owner = ""
///       var balance = 0.0
///       @TransientValue var requestCount = 0
///       required init() {}
///     }
///
///     final class SavingsAccount: Account {
///       var interest = 0.02
///     }
///
/// The key of a property is its name; ``ArchiveDeclaring`` declares earlier names, and everything else that concerns
/// versions. A property that an archive does not have keeps the value that `init()` gives it, so properties may be
/// added; keys for which there is no property are passed over, so they may be removed. If both happen, and the
/// values are of one kind, a property has probably been renamed: that is an error until either is declared.
///
/// Objects are made by `init()` and filled afterwards, so they may refer to each other in any way, as objects of
/// ``TwoPhaseCodable`` classes may, which these are. Observers of properties are not called.
///
/// Left out are computed and lazy properties, those that are marked ``TransientValue``, and those that an object leaves out by
/// itself: see ``PropertySelecting``. In the place of a weak or unowned property there has to be a ``BackReference`` or a
/// ``TransientReference``, since the runtime does not tell how it is stored; every other one has to be a variable of a
/// `Codable` type, because a constant would keep the value that `init()` gives it. Otherwise the class is refused with a
/// ``DeclarationFlaw`` that names the property.
///
/// The properties are found at run time, in the reflection metadata that `Mirror` reads, too. The compiler emits it unless
/// told otherwise; a class without it is refused (``DeclarationFlaw/noMetadata``), so no property is lost without an error. Archives do not
/// depend on how properties are found: the keys are their names, in the order of declaration. The name of the protocol is kept free for
/// a macro, `@PropertyCodable`, which could find them when the program is compiled, and would read and write the same archives.
public protocol PropertyCodable: TwoPhaseCodable {}

extension PropertyCodable {
  /// Writes all stored properties.
  ///
  /// - Throws: `EncodingError`, with a ``SteleCodingError`` as its `underlyingError` for a property that cannot be archived, or
  ///   the error of a value.
  public func encode(to fields: inout FieldEncoder) throws {
    try fields.encodeProperties(of: self)
  }

  /// Reads all stored properties.
  ///
  /// - Throws: `DecodingError` for a property that the archive lacks or has with another type, and, with a ``SteleCodingError`` as
  ///   its `underlyingError`, for one that cannot be archived; or the error of a value.
  public func decode(from fields: inout FieldDecoder) throws {
    try fields.decodeProperties(into: self)
  }
}

/// A property that ``PropertyCodable`` leaves out of archives.
@propertyWrapper
public struct TransientValue<Value>: TransientStorage {
  /// The value, which each object has from its initialiser.
  public var wrappedValue: Value

  /// Makes a property with its first value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension TransientValue: Sendable where Value: Sendable {}

/// A weak reference that ``PropertyCodable`` leaves out of archives, such as one to a delegate.
///
///     @TransientReference var delegate: (any NoteDelegate)?
///
/// A property cannot be weak and ``TransientValue`` in Swift; this is both. A weak reference that is to be archived is a
/// ``BackReference``.
@propertyWrapper
public struct TransientReference<Target>: TransientStorage {
  private weak var object: AnyObject?

  /// The object, which is not kept, or nil.
  public var wrappedValue: Target? {
    get { object as? Target }
    set { object = newValue.map { $0 as AnyObject } }
  }

  /// Makes a reference to an object.
  ///
  /// - Parameter wrappedValue: The object: an instance of a class, also where its type is a protocol.
  public init(wrappedValue: Target?) { self.wrappedValue = wrappedValue }

  /// Makes an empty reference.
  public init() {}
}

extension FieldEncoder {
  /// Writes all stored properties of an object, each at the level of its class.
  mutating func encodeProperties(of object: AnyObject) throws {
    let table: PropertyTable
    do throws(SteleCodingError) {
      table = try PropertyTable.shared(for: type(of: object))
    } catch {
      throw refusal(error, of: object)
    }
    let selecting = table.isSelecting ? object as? any PropertySelecting : nil
    var information: [CodingUserInfoKey: Any] = [:]
    if selecting != nil { information = userInfo }
    for (index, properties) in table.levels.enumerated() {
      begin(level: index)
      for property in properties
      where selecting?.archives(property.name, information) ?? true {
        try property.encode(object, to: &self, level: index)
      }
    }
  }
}

extension FieldDecoder {
  /// Reads all stored properties of an object, each from the level of its class.
  mutating func decodeProperties(into object: AnyObject) throws {
    let table: PropertyTable
    do throws(SteleCodingError) {
      table = try PropertyTable.shared(for: type(of: object))
    } catch {
      throw refusal(error)
    }
    for (index, properties) in table.levels.enumerated() {
      keys.select(index)
      if !keys.levelPlan.isCompared { try keys.refuseUndeclaredRename(among: properties) }
      for property in properties { try property.decode(into: object, &keys) }
    }
  }

  /// Returns the error of an object whose class cannot be coded.
  private func refusal(_ flaw: SteleCodingError) -> DecodingError {
    let session = keys.session
    session.path.count = keys.depth
    var error = session.error(flaw.reason, at: nil)
    let path = session.codingPath + PathKey.path(toProperty: flaw.keyPath)
    error.className = flaw.className
    error.keyPath = SteleCodingError.text(of: path)
    return .dataCorrupted(error.decodingContext(path))
  }
}

// MARK: Renames without a declaration

extension KeyCursor {
  /// Refuses a property that must have been renamed without a declaration: the archive does not have it, but has a value of its
  /// kind for which there is no property.
  ///
  /// Newer programs may have renamed properties, and kept keys are not lost.
  ///
  /// - Throws: `DecodingError`.
  @inline(never)
  func refuseUndeclaredRename(among properties: [any PropertyCoder]) throws {
    let levelPlan = self.levelPlan
    levelPlan.isCompared = true
    guard let declared = levelPlan.declaration?.archiveClass, levelPlan.entry > 0,
      levelPlan.version <= declared.version, levelPlan.overflow == nil,
      levelPlan.migrations.isEmpty,
      !plan.levels.contains(where: { $0.levelPlan.overflow != nil }),
      !properties.contains(where: \.keepsUnknownKeys)
    else { return }
    let unclaimed = (0..<levelPlan.count).filter { index in
      guard let name = levelPlan.programName(index) else { return false }
      return levelPlan.history(of: name) == nil
        && !plan.levels.contains { $0.levelPlan.hasKey(named: name) }
    }
    for property in properties where levelPlan.index(of: property.name) == nil {
      guard levelPlan.history(of: property.name) == nil,
        route(to: property.name).isNowhereElse,
        let index = unclaimed.first(where: {
          session.types.match(property.valueType, levelPlan[$0].type) > .unknown
        })
      else { continue }
      let (name, old) = (property.name.quoted, levelPlan.name(index).quoted)
      throw failure(
        .missingKey(property.name), property.name, of: declared.name,
        "the archive has no value for \(name), but one for \(old), for which there is no property",
        hint:
          "If the property was renamed, declare .key(\(name), aliases: [\(old)]); if not, declare .retired(\(old), ...), or .key(\(name), since: ...) with a new version."
      )
    }
  }
}
