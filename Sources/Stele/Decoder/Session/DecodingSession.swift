/// The state of decoding one archive, in parts that have one job each.
///
///     store          RecordStore      the validated bytes: records and roots
///     types          ArchivedTypes    the compiled schema
///     path           PathStack        the coding path of the value that is being decoded
///     classes        AllowedClasses   which classes may be made, and a decoder for each entry
///     decoders       TypeDecoders     one for each Swift type that has been asked for
///     keys           KeyTables        the keys of each level of a class
///     objects        ObjectTable      the objects, and the state of each
///     dependencies   DependencyStack  the objects that are being made, with those that wait for them
///     pending        PendingWork      what is done when objects have been made
///     kept           KeptObjects      what is kept of the archive without its classes
///     conversions    KindConversions  values that are read as values of another kind
///     calls          CallDepth        how deep calls and initialisers nest
///
/// Functions stand with the part that they use. None of the state outlives the archive.
final class DecodingSession {
  /// The permissions and the user information of a program.
  struct Options {
    var userInfo: [CodingUserInfoKey: any Sendable]
    var nestingLimit: Int
    var stackByteCount: Int
    var equalHashLimit: Int
    var keepsUnknownClasses: Bool
    var allowsListedClassesOnly: Bool
    /// The classes that the program listed.
    var allowed: [AnyClass]
    /// Makes the decoders of types and classes.
    var factory: any DecoderFactory
  }

  let store: RecordStore
  let types: ArchivedTypes
  let path: PathStack
  let options: Options
  let classes: AllowedClasses
  let decoders: TypeDecoders
  let keys: KeyTables
  let objects: ObjectTable
  let dependencies: DependencyStack
  let pending = PendingWork()
  let kept: KeptObjects
  let conversions = KindConversions()
  let calls: CallDepth

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - store: The records.
  ///   - options: The permissions of the program.
  /// - Throws: The error of a class that is allowed, or of the first object of a class that is not.
  init(_ store: RecordStore, _ options: Options) throws {
    self.store = store
    self.options = options
    types = ArchivedTypes(store.context)
    classes = AllowedClasses(types, listedOnly: options.allowsListedClassesOnly)
    decoders = TypeDecoders(options.factory)
    keys = KeyTables(types)
    objects = ObjectTable(count: store.objectCount, isEager: !store.isLazy)
    let searchBudget = store.byteCount.multipliedReportingOverflow(by: 4).partialValue
    path = PathStack(searchBudget: searchBudget)
    dependencies = DependencyStack(searchBudget: searchBudget)
    kept = KeptObjects(store, isAllowed: options.keepsUnknownClasses)
    calls = CallDepth(
      nestingLimit: options.nestingLimit, stackByteCount: options.stackByteCount)
    for type in options.allowed {
      // A conformance that is isolated to another actor does not count here, so the class is not allowed.
      if let type = type as? any Decodable.Type { try classes.allow(type) }
    }
    // Opaque objects are made without any code of the program.
    if options.allowsListedClassesOnly, !options.keepsUnknownClasses, !store.isLazy {
      try classes.validate(store, types)
    }
  }

  /// The user information of the types, as a `Decoder` shows it; converted once.
  private(set) lazy var userInfo: [CodingUserInfoKey: Any] = options.userInfo

  /// Refuses all further calls.
  func fail() {
    calls.finish()
    objects.isEager = false
  }

  /// Releases the state that decoders reuse from one value to the next, which refers to the session.
  func close() {
    calls.close()
    decoders.close()
    classes.close()
  }
}
