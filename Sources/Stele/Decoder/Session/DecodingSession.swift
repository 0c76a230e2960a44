/// The state of decoding one archive, in parts that have one job each.
///
///     store          RecordStore      the validated bytes: records and roots
///     types          ArchivedTypes    the compiled schema
///     path           PathStack        the coding path of the value that is being decoded
///     classes        AllowedClasses   which classes may be made, and a decoder for each entry
///     plans          PlanStore        the keys of each level of a class
///     objects        ObjectTable      the objects, and the state of each
///     dependencies   DependencyStack  the objects that are being made, with those that wait for them
///     pending        PendingWork      what is done when objects have been made
///     kept           KeptObjects      what is kept of the archive without its classes
///     conversions    KindConversions  values that are read as values of another kind
///     parts          Parts            what another archive may use, also a decoder for each Swift type that has been requested
///
/// Functions are beside the part that they use. None of the state outlives the archive, except in a series, whose archives pass
/// on some parts: each is reset to the state in which it was made.
final class DecodingSession {
  /// The permissions and the user information of a program.
  struct Options {
    var userInfo: [CodingUserInfoKey: any Sendable]
    var equalHashLimit: Int
    var keepsUnknownClasses: Bool
    var allowsListedClassesOnly: Bool
    var allowed: [AnyClass]
    var factory: any DecoderFactory
  }

  /// The parts that the next archive of a series may use again.
  final class Parts {
    let options: Options
    let roots: RootReader
    let types: ArchivedTypes
    let path = PathStack()
    let classes: AllowedClasses
    // Safe: the table is not accessed while a decoder is made, reset, closed or released, which may run code of the program.
    @safe @exclusivity(unchecked)
    var typeDecoders = ShortTable<ObjectIdentifier, AnyTypeDecoder>()
    let plans: PlanStore
    private(set) var objects: ObjectTable
    let dependencies = DependencyStack()
    let pending = PendingWork()

    fileprivate init(_ store: RecordStore, _ options: Options) {
      self.options = options
      roots = store.roots.reader
      types = ArchivedTypes(store.context)
      classes = AllowedClasses(types, listedOnly: options.allowsListedClassesOnly)
      plans = PlanStore(types)
      objects = ObjectTable(count: store.objectCount, isEager: !store.isLazy)
    }
  }

  let store: RecordStore
  var options: Options { parts.options }
  let types: ArchivedTypes
  let path: PathStack
  let classes: AllowedClasses
  let plans: PlanStore
  let objects: ObjectTable
  let dependencies: DependencyStack
  let pending: PendingWork
  // Safe, for all with the mark: none of their functions runs code of the program, or has the session.
  @safe @exclusivity(unchecked) var kept = KeptObjects()
  @safe @exclusivity(unchecked) var conversions = KindConversions()
  /// The number of calls of the program that have not ended, each within the one before it.
  @safe @exclusivity(unchecked) var callCount = 0
  /// The number of objects whose initialisers are running.
  @safe @exclusivity(unchecked) var runningCount = 0
  /// Whether all further calls are refused, so that no state is kept for the next value.
  @safe @exclusivity(unchecked) private(set) var isFinished = false
  /// The stack that values may take together.
  let stack = StackBound()
  /// The number of bytes that searches for the paths of errors may still read.
  var pathBudget: Int
  /// The number of references that searches for objects whose initialisers run may still follow.
  var referenceBudget: Int
  /// The error of a type that is coded where its history cannot apply, which a program that tries alternatives does not see.
  var misplacement: DecodingError?
  let parts: Parts

  /// Makes a session, with the parts of an earlier archive of the series if that had the same options.
  ///
  /// - Throws: The error of a class that is allowed, or of the first object of a class that is not.
  init(_ store: RecordStore, _ options: Options, reusing earlier: Parts? = nil) throws {
    self.store = store
    pathBudget = store.byteCount.multipliedReportingOverflow(by: 4).partialValue
    referenceBudget = pathBudget
    // The store has taken the reader of the earlier archive, as it has the same class table.
    if let earlier, earlier.roots === store.roots.reader {
      earlier.reset(for: store)
      parts = earlier
    } else {
      parts = Parts(store, options)
    }
    (types, path, classes) = (parts.types, parts.path, parts.classes)
    (plans, dependencies) = (parts.plans, parts.dependencies)
    (objects, pending) = (parts.objects, parts.pending)
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
  func refuseFurtherCalls() {
    isFinished = true
    objects.isEager = false
  }

  /// Checks that the stack has room for another initialiser, or value that a program reads in place.
  ///
  /// - Throws: `DecodingError` if values nest too deep for the thread.
  @inline(__always)
  func checkStack() throws {
    guard stack.hasRoom else {
      throw failure(.stackTooSmall(byteCount: stack.byteCount))
    }
  }

  /// The parts for the next archive of a series, or nil if they are large.
  var reusableParts: Parts? { plans.count + parts.typeDecoders.count <= 256 ? parts : nil }
}

extension DecodingSession.Parts {
  /// Begins an archive with the same class table.
  fileprivate func reset(for store: RecordStore) {
    types.reset(for: store.context)
    path.reset()
    classes.reset()
    plans.beginArchive()
    if !objects.reset(count: store.objectCount) {
      objects = ObjectTable(count: store.objectCount, isEager: true)
    }
    dependencies.reset()
  }
}
