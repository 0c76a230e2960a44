/// The state of one archive that is being made of Swift values: objects, types, declarations, and what has been observed.
///
///     SteleEncoder, Archiver
///       GraphEncoder            roots, the queue of objects, the end of the archive
///         ClassEncoder          one for each class: writes the keys of an object
///         ValueEncoder          a value that is being written, one for each level of nesting
///           ValueState          its state, with the cursor over expected keys
///         EncodingSession       what all of them share
///           EncodedObjects      numbers and classes of objects
///           AnyTypeEncoder      one for each Swift type
///           ObservedLevel       the keys of each class, struct or enum
///           ArchiveAssembler    class table, blocks, roots and index
final class EncodingSession {
  struct Options {
    /// Values that the program passes to its types.
    var userInfo: [CodingUserInfoKey: any Sendable]
    /// The head of the archive, and the size of its blocks.
    var writerOptions: ArchiveWriterOptions
    /// The metadata of the archive, or nil for none.
    var metadata: [ArchiveNamedValue]?
    /// Whether objects of a class are made before they are filled, so that references from them cannot make a strong cycle.
    var isTwoPhase: (Any.Type) -> Bool
    /// Whether sets and dictionaries are written in an order that does not depend on hashing.
    var ordersElements = false
    /// The number of enclosing archives whose elements this one orders; it then has no objects.
    var orderingDepth = 0
    /// Whether the archive is one of a series, see ``EncodingSession/reset()``.
    var isSeries = false
    var factory: any TypeEncoderFactory
  }

  let options: Options
  /// The values that the program passes to its types, as an `Encoder` shows them; converted once.
  private(set) lazy var userInfo: [CodingUserInfoKey: Any] = options.userInfo
  // Safe, for all with the mark: no access runs code of the program, or releases what the program has made.
  @safe @exclusivity(unchecked) var assembler: ArchiveAssembler
  let objects = EncodedObjects()
  /// The stack that the values of a call may take together.
  let stack = StackBound()
  /// The number of the object that is being written, 0 for a root.
  var currentObject = 0
  /// Whether the current object is the first of its class, so that the levels that it writes are remembered.
  var recordsLevelUse = false
  /// The levels that the current object has written.
  @safe @exclusivity(unchecked) var levelUse = LevelUse()
  /// The unrecoverable error.
  var failure: (any Error)?
  /// The declarations of the types, followed by the declarations that only the previous archive has used.
  private var declarations = TypeDirectory()
  /// Whether an object of a surrogate refers to an object that already had a number.
  var hasRepeatedReference = false
  /// The deepest nesting of values so far, as far as it is above ``uncheckedDepth``.
  var deepest = 0
  /// The translations of kept values into this archive, by the archive that they come from.
  var translations: [ObjectIdentifier: any ValueTranslation] = [:]
  @safe @exclusivity(unchecked)
  private var encoders = ShortTable<ObjectIdentifier, AnyTypeEncoder>()
  @safe @exclusivity(unchecked) private var levels = ShortTable<ObjectIdentifier, ObservedLevel>()
  /// The definitions that archives of a series have in common; nil for a single archive.
  let definitions: Cell<ReusedDefinitions>?

  /// The depth up to which values are within the limit of the format, whatever later encloses them.
  ///
  /// A record that is assembled may add two levels to each value, an any and a map of overflow keys.
  static let uncheckedDepth = ArchiveLimits().valueNesting / 4

  init(_ options: consuming Options) {
    self.options = options
    assembler = ArchiveAssembler(self.options.writerOptions)
    definitions = self.options.isSeries ? Cell(ReusedDefinitions()) : nil
    if definitions != nil { assembler.keepChunks() }
  }

  deinit {
    objects.free()
    definitions?.free()
  }

  /// Remembers an error after which encoding cannot continue.
  func fail(_ error: any Error) { failure = failure ?? error }

  /// Begins another archive of a series; the objects of this one are released.
  func reset() {
    if let definitions {
      if definitions.state.revision != assembler.values.tables.revision {
        forgetFurtherDefinitions(definitions)
      }
      definitions.state.reset()
    }
    objects.reset()
    assembler.reset()
    encoders.removeAll()
    levels.removeAll()
    translations.removeAll()
    (currentObject, deepest) = (0, 0)
    (failure, recordsLevelUse, hasRepeatedReference) = (nil, false, false)
    levelUse = LevelUse()
  }
}

/// The choice of the encoder of a type, which knows all kinds of types.
protocol TypeEncoderFactory {
  /// Makes the encoder of a type, a `TypeEncoder<T>`.
  func makeEncoder<T: Encodable>(
    of type: T.Type, _ session: EncodingSession
  ) throws -> AnyTypeEncoder

  /// Makes the encoder of lists of a type, a `TypeEncoder<[Element]>`.
  func makeListEncoder<Element: Encodable>(
    of element: Element.Type, _ session: EncodingSession
  ) throws -> AnyTypeEncoder
}

// MARK: Types

extension EncodingSession {
  /// The names, types and entries of the archive.
  var schema: CompiledSchema { assembler.values.tables.schema }

  var tables: ClassTableWriter {
    @inline(__always) _read { yield assembler.values.tables }
    @inline(__always) _modify { yield &assembler.values.tables }
  }

  /// Returns the type of an index.
  func type(_ index: Int) -> CompiledType { assembler.values.tables.schema.types[index] }

  /// Returns the index of a list.
  func list(of element: Int) throws(ArchiveWritingError) -> Int {
    try tables.index(of: .list, element)
  }

  /// Returns the index of an optional.
  func optional(of part: Int) throws(ArchiveWritingError) -> Int {
    try tables.index(of: .optional, part)
  }

  /// Returns the conversion of values of one type into another, or nil if there is none.
  func conversion(of from: Int, to: Int) throws(ArchiveWritingError) -> ValueConversion? {
    from == to ? ValueConversion.unchanged : try tables.conversion(of: from, to: to)
  }

  /// Returns the index of the type of places without a value of a Swift type.
  func knownType(of encoder: AnyTypeEncoder) throws -> Int {
    try encoder.exact ?? encoder.knownType(&tables)
  }

  /// Returns the encoder of a Swift type, which is made once: a `TypeEncoder` of the type.
  @inline(__always)
  func anyEncoder<T: Encodable>(of type: T.Type) throws -> AnyTypeEncoder {
    if let known = encoders[ObjectIdentifier(type)] { return known }
    return try makeEncoder(of: type)
  }

  @inline(never)
  private func makeEncoder<T: Encodable>(of type: T.Type) throws -> AnyTypeEncoder {
    let made = try define(.typeEncoder, ObjectIdentifier(type)) {
      try options.factory.makeEncoder(of: type, self)
    }
    keep(made, for: ObjectIdentifier(type))
    return made
  }

  func keep(_ encoder: AnyTypeEncoder, for type: ObjectIdentifier) {
    encoders.set(encoder, for: type)
  }

  /// Keeps the level of a type or declaration for the archive.
  func keep(_ level: ObservedLevel, for key: ObjectIdentifier) { levels.set(level, for: key) }

  var directory: TypeDirectory {
    _read { yield declarations }
    _modify {
      if let definitions, definitions.state.declarationCount < declarations.count {
        forgetFurtherDefinitions(definitions)
        declarations.removeAll(after: definitions.state.declarationCount)
      }
      defer { definitions?.state.declarationCount = declarations.count }
      yield &declarations
    }
  }

  /// Returns the declaration of a type.
  ///
  /// - Throws: `EncodingError`, also for reserved names.
  func declaration(of type: Any.Type) throws -> TypeDeclaration {
    do throws(SteleCodingError) {
      let declaration = try directory.declaration(of: type)
      try declaration.refuseReservedNamesOfLevels()
      return declaration
    } catch {
      var cause = error
      if currentObject > 0, cause.object == nil { cause.object = currentObject }
      throw cause.encodingError(type)
    }
  }

  /// Returns the declared keys of all types that have not been used, with the archive names of the types.
  func unusedKeys() -> [String] {
    levels.values.flatMap { level in level.unusedKeys().map { "\(level.name).\($0)" } }
  }

  /// Returns the levels of a class, the topmost first.
  func levels(
    of declaration: TypeDeclaration, isIndividual: Bool = false
  ) -> [ObservedLevel] {
    guard declaration.superclass != nil else {
      return [level(of: declaration, isIndividual: isIndividual)]
    }
    return declaration.levels.map { level(of: $0, isIndividual: isIndividual) }
  }

  /// Returns the level of a class or struct, which is made once.
  ///
  /// Several classes share the Swift type of an individual one, so the declaration alone identifies the class.
  func level(of declaration: TypeDeclaration, isIndividual: Bool = false) -> ObservedLevel {
    let key = isIndividual ? ObjectIdentifier(declaration) : ObjectIdentifier(declaration.type)
    if let level = levels[key] { return level }
    let level = define(.level, key) {
      ObservedLevel(name: declaration.archiveClass.name, declaration: declaration)
    }
    keep(level, for: key)
    return level
  }
}

// MARK: Levels that an object writes

/// The levels that the first object of a class has written, which shows classes that inherit their coding.
///
/// It serves an error alone, and has no effect on bytes.
struct LevelUse {
  /// The topmost level alone, which takes no memory.
  private static let topmost = [0]
  private(set) var levels: [Int] = []
  private var containers: [(level: Int, keyType: Any.Type?)] = []
  /// The number of containers whose class is unknown.
  private(set) var unattributedCount = 0
  /// Whether the topmost class has begun its level, or written a key there.
  private(set) var hasTopmost = false

  mutating func markTopmost() { hasTopmost = true }

  /// Marks that a level has keys or containers.
  mutating func mark(_ level: Int) {
    if level == 0, levels.isEmpty {
      levels = Self.topmost
    } else if !levels.contains(level) {
      levels.append(level)
    }
  }

  /// Marks that a class has made a container.
  ///
  /// The type of the coding keys does not always identify the class: classes share types of keys that are declared in
  /// none of them, and subclasses use those of their superclass. Each class makes one container, so a second one at
  /// the same level belongs to another class.
  ///
  /// - Parameters:
  ///   - level: The level that the container writes.
  ///   - keyType: The type of the keys, if the class of the level declares it.
  mutating func mark(containerOf level: Int, keyType: Any.Type?) {
    mark(level)
    if level == 0 { markTopmost() }
    let isRepeated = containers.contains {
      $0.level == level && ($0.keyType == nil || keyType == nil || $0.keyType == keyType)
    }
    if isRepeated { unattributedCount += 1 }
    containers.append((level, keyType))
  }
}

extension EncodingSession {
  /// Marks that a level of the current object has keys.
  @inline(__always)
  func markUse(ofLevel level: Int) {
    if recordsLevelUse { levelUse.mark(level) }
  }

  /// Marks that the topmost class of the current object has begun its level, or written a key there.
  func markUseOfTopmost() {
    if recordsLevelUse { levelUse.markTopmost() }
  }

  /// Marks that a class of the current object has made a container; `keyType` is nil for a container without keys.
  ///
  /// The class has the level `limit` or a higher one.
  func markUse(of body: ObservedBody, _ keyType: Any.Type?, atMost limit: Int) {
    guard recordsLevelUse, case .class(let declaration) = body.kind else { return }
    let limit = min(limit, body.ownLevel)
    let level = keyType.map { declaration.levelIndex(ofKeyType: $0) } ?? limit
    // Keys that no class declares belong to the lowest level, whichever class makes the container.
    levelUse.mark(containerOf: min(level, limit), keyType: level < limit ? keyType : nil)
  }
}
