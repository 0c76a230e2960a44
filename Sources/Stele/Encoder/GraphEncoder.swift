/// The state of one archive that is being made of Swift values.
///
///     SteleEncoder, Archiver
///       GraphEncoder            the only state of an archive
///         IdentityTable           the numbers of objects; the queue of those to write
///         TypeEncoder           one for each Swift type
///           ObservedClass       the keys that instances have had, by level
///             RecordLayout      the last entry: the keys that are expected
///         ValueEncoder          a value that is being written, one for each level of nesting
///           ValueCell           its state, with the key cursor
///         ArchiveAssembler      class table, blocks, roots and index
final class GraphEncoder {
  /// What there is to say about the archive.
  struct Options {
    /// What the types can ask for while they are encoded.
    var userInfo: [CodingUserInfoKey: Any]
    /// What the document is.
    var documentType: String
    /// The program that writes the archive.
    var writer: String
    /// The metadata of the archive, or nil for none.
    var metadata: [ArchiveNamedValue]?
    /// How deep values may nest in each other.
    var valueNestingLimit: Int
    /// Whether objects of a class are made before they are filled, so that references from them cannot make a strong cycle.
    var isTwoPhase: (Any.Type) -> Bool
    /// Whether sets and dictionaries are written in an order that does not depend on hashing.
    var ordersElements = false
    /// How many archives this one gives the order of elements for, in each other; such an archive has no objects.
    var orderingDepth = 0
    /// Makes the encoder of a type of plain structs; nil for other types.
    var makePackedEncoder: (Any.Type, GraphEncoder) throws -> AnyTypeEncoder?
    /// Makes the encoder of lists of a type of plain structs; nil for other types.
    var makePackedListEncoder: (Any.Type, GraphEncoder) throws -> AnyTypeEncoder?
  }

  let options: Options
  /// What encodes the objects of classes that are not `Codable`.
  private(set) weak var surrogate: (any EncodingSurrogate)?
  var assembler: ArchiveAssembler
  /// The objects of the graph.
  let objects = IdentityTable()
  /// The record class of each class that occurs.
  var classes = ShortTable<ObjectIdentifier, RecordClass>()
  /// The record classes of classes that only have a declaration, which their record classes and levels keep.
  var individualClasses: [ObjectIdentifier: RecordClass] = [:]
  var individualLevels: [ObjectIdentifier: (TypeDeclaration, level: ObservedKeys)] = [:]
  /// The records that no chunk holds yet.
  var block: RecordBlock
  /// The number of the object that is being written, 0 for a root.
  var currentObject = 0
  /// The records of objects that were written before their turn, and what writes such objects.
  var waiting = WaitingRecords()
  var immediate = ImmediateWriters()
  /// The number of objects that have been written.
  var writtenCount = 0
  /// Whether the object is the first one of its class, so that the levels that it uses are noted.
  var recordsLevelUse = false
  /// The levels that the object uses.
  var levelUse = LevelUse()
  /// The targets of weak references that go through a slot, in the order of the slots.
  var weakTargets: IdentityTable?
  /// The roots so far.
  var roots: [WrittenRoot] = []
  /// What went wrong in a way that leaves nothing to go on with.
  var failure: (any Error)?
  var directory = TypeDirectory()
  /// Whether an object of a surrogate refers to an object that had been met before.
  var hasRepeatedReference = false
  /// The deepest nesting of values so far, as far as it is above ``uncheckedDepth``.
  var deepest = 0
  /// What has been observed of values that have no name.
  let unnamedType = ObservedType(ObservedKeys(name: "value"))
  /// What brings kept values into the archive, by the archive that they come from.
  var translations: [ObjectIdentifier: KeptTranslation] = [:]
  private var encoders = ShortTable<ObjectIdentifier, AnyTypeEncoder>()
  private var levels = ShortTable<ObjectIdentifier, ObservedKeys>()
  private var conversions: [Int64: ValueConversion?] = [:]

  /// How deep values nest that are no deeper than the format allows, whatever is added around them.
  ///
  /// What is put together at the end may add two levels to each, an any and a map of further keys.
  static let uncheckedDepth = ArchiveLimits().valueNesting / 4

  init(
    _ options: Options, _ surrogate: (any EncodingSurrogate)? = nil
  ) throws(ArchiveWritingError) {
    self.options = options
    self.surrogate = surrogate
    let writerOptions = ArchiveWriterOptions(
      documentType: options.documentType, writer: options.writer)
    block = RecordBlock(writerOptions)
    assembler = try ArchiveAssembler(writerOptions)
  }

  deinit {
    objects.free()
    weakTargets?.free()
  }

  /// What the program said to its types.
  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }
}

// MARK: Types

extension GraphEncoder {
  /// The names, types and entries of the archive.
  var schema: CompiledSchema { assembler.values.tables.types.schema }

  /// The type of an index.
  func type(_ index: Int) -> CompiledType { assembler.values.tables.types[index] }

  /// The index of a list.
  func list(of element: Int) throws(ArchiveWritingError) -> Int { try compose(.list, element) }

  /// The index of an optional.
  func optional(of part: Int) throws(ArchiveWritingError) -> Int { try compose(.optional, part) }

  /// The index of a type that is made of one or two others.
  func compose(
    _ code: TypeCode, _ first: Int, _ second: Int? = nil
  ) throws(ArchiveWritingError) -> Int {
    try assembler.values.tables.types.index(of: code, first, second)
  }

  /// The index of a type.
  func number(of descriptor: ArchiveTypeDescriptor) throws(ArchiveWritingError) -> Int {
    try assembler.values.tables.types.index(of: descriptor)
  }

  /// How a value of one type becomes one of another, or nil when it does not.
  func conversion(of from: Int, to: Int) throws(ArchiveWritingError) -> ValueConversion? {
    if from == to { return ValueConversion.unchanged }
    let key = Int64(from) << 32 | Int64(to)
    if let known = conversions[key] { return known }
    let result = try assembler.values.tables.types.conversion(of: from, to: to)
    conversions[key] = .some(result)
    return result
  }

  /// The encoder of a Swift type, which is made once.
  func encoder<T: Encodable>(of type: T.Type) throws -> TypeEncoder<T> {
    if let known = encoders[ObjectIdentifier(type)] {
      // Safe: it was made for the type.
      return unsafe unsafeDowncast(known, to: TypeEncoder<T>.self)
    }
    let made = try TypeEncoder<T>.make(self)
    encoders.set(made, for: ObjectIdentifier(type))
    return made
  }

  /// The declaration of a type.
  ///
  /// - Throws: `EncodingError`, for reserved names as well.
  func declaration(of type: Any.Type) throws -> TypeDeclaration {
    do throws(SteleCodingError) {
      let declaration = try directory.declaration(of: type)
      for level in declaration.levels { try level.refuseReservedNames() }
      return declaration
    } catch {
      var cause = error
      if currentObject > 0, cause.object == nil { cause.object = currentObject }
      throw cause.encodingError(type)
    }
  }

  /// The declared keys of all types that have no use, with the archive names of the types.
  func unusedKeys() -> [String] {
    levels.values.flatMap { level in level.unusedKeys().map { "\(level.name).\($0)" } }
  }

  /// The keys of a level of a class, or of a struct.
  func level(of declaration: TypeDeclaration) -> ObservedKeys {
    let key = ObjectIdentifier(declaration.type)
    if let level = levels[key] { return level }
    let level = ObservedKeys(name: declaration.archiveClass.name, declaration: declaration)
    levels.set(level, for: key)
    return level
  }
}
