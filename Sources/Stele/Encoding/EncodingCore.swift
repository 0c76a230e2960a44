/// The state of one archive that is being made of Swift values.
// Safe, for all properties that are marked: an encoder is for one thread, and no function of theirs leads back to them.
final class EncodingCore {
  private(set) var options: SteleEncoder
  /// What encodes the objects of classes that are not `Codable`.
  private(set) weak var surrogate: (any EncodingSurrogate)?
  @safe @exclusivity(unchecked) var assembler: ArchiveAssembler
  /// What it is at the beginning of an archive.
  private let beginning: ArchiveAssembler
  private let writer: String
  let objects = ObjectQueue()
  /// The records that no chunk holds yet.
  let block: RecordBlock
  /// The roots so far.
  @safe @exclusivity(unchecked) var roots: [WrittenRoot] = []
  /// What went wrong in a way that leaves nothing to go on with.
  @safe @exclusivity(unchecked) var failure: (any Error)?
  @safe @exclusivity(unchecked) var directory = TypeDirectory()
  /// The plan of a type of which nothing is known.
  let unknownType = TypeTable.unknown.number
  @safe @exclusivity(unchecked) private var routes = ShortTable<ObjectIdentifier, AnyRoute>()
  @safe @exclusivity(unchecked) private var levels = ShortTable<ObjectIdentifier, LevelShape>()
  /// The frame of records, when none is being written.
  @safe @exclusivity(unchecked) private var recordFrame: EncodingFrame?
  private var conversions: [Int: ValueConversion?] = [:]
  private var listTypes: [Int] = []
  /// What brings kept values into the archive, by the archive that they come from.
  var translations: [ObjectIdentifier: KeptTranslation] = [:]
  private var optionalTypes: [Int] = []
  /// The deepest nesting of values so far.
  var deepest: Int {
    // Safe, for both: an encoder is for one thread, and nothing is called while it changes.
    @inline(__always) get { unsafe deepestNesting }
    @inline(__always) set { unsafe deepestNesting = newValue }
  }

  @exclusivity(unchecked) private var deepestNesting = 0

  init(
    _ options: SteleEncoder, _ surrogate: (any EncodingSurrogate)? = nil
  ) throws(GraphError) {
    self.options = options
    self.surrogate = surrogate
    writer = options.writtenWriter
    let writerOptions = WriterOptions(writer: writer)
    block = RecordBlock(writerOptions)
    beginning = try ArchiveAssembler(writerOptions)
    assembler = beginning
  }

  /// What the program said to its types.
  var userInfo: [CodingUserInfoKey: Any] { options.userInfo }

  /// The plan of a number.
  func type(_ number: Int) -> TypePlan { assembler.values.tables.types.all[number] }

  /// The number of the plan of a list.
  func list(of element: Int) throws(GraphError) -> Int {
    if element < listTypes.count, listTypes[element] >= 0 { return listTypes[element] }
    let number = try compose(.list, element)
    while listTypes.count <= element { listTypes.append(-1) }
    listTypes[element] = number
    return number
  }

  /// The number of the plan of an optional.
  func optional(of part: Int) throws(GraphError) -> Int {
    if part < optionalTypes.count, optionalTypes[part] >= 0 { return optionalTypes[part] }
    let number = try compose(.optional, part)
    while optionalTypes.count <= part { optionalTypes.append(-1) }
    optionalTypes[part] = number
    return number
  }

  /// The number of the plan of a type that is made of one or two others.
  func compose(
    _ code: TypeCode, _ first: Int, _ second: Int? = nil
  ) throws(GraphError) -> Int {
    try assembler.values.tables.types.plan(
      code, of: type(first), second.map { type($0) }
    ).number
  }

  /// The number of the plan of a type of which no value has been seen.
  func guess(_ descriptor: TypeDescriptor) throws(GraphError) -> Int {
    let plan = try assembler.values.tables.types.plan(of: descriptor)
    return assembler.values.tables.types.guess(of: plan).number
  }

  /// How a value of one type becomes one of another, or nil when it does not.
  func conversion(of from: Int, to: Int) throws(GraphError) -> ValueConversion? {
    if from == to { return ValueConversion.unchanged }
    let key = from << 32 | to
    if let known = conversions[key] { return known }
    let result = try assembler.values.tables.types.conversion(of: type(from), to: type(to))
    conversions[key] = .some(result)
    return result
  }

  /// The route of a type.
  func route<T: Encodable>(for type: T.Type) throws -> AnyRoute {
    if let known = routes[ObjectIdentifier(type)] { return known }
    let made = try AnyRoute.make(for: type, self)
    routes.set(made, for: ObjectIdentifier(type))
    return made
  }

  /// The keys of a level of a class, or of a struct.
  func level(of declaration: TypeDeclaration) -> LevelShape {
    let key = ObjectIdentifier(declaration.type)
    if let level = levels[key] { return level }
    let level = LevelShape(
      name: declaration.archiveClass.name, declaration: declaration.archiveClass)
    levels.set(level, for: key)
    return level
  }

  /// Writes a value that has a frame of its own.
  func withFrame(
    _ spot: Spot, _ shape: ValueShape, _ write: (EncodingFrame) throws -> Encoded
  ) throws -> Encoded {
    let frame = try spot.takeFrame(shape)
    do {
      let encoded = try write(frame)
      spot.frame.giveBackInner(frame)
      return encoded
    } catch {
      spot.frame.giveBackInner(frame)
      throw error
    }
  }

  /// Takes the frame for records and roots.
  func takeRecordFrame(_ buffer: OutputBuffer) -> EncodingFrame {
    recordFrame.take() ?? EncodingFrame(self, buffer: buffer)
  }

  /// Gives the frame for records and roots back, unless the program still holds on to it.
  func giveBackRecordFrame(_ frame: consuming EncodingFrame) {
    frame.end()
    if isKnownUniquelyReferenced(&frame) {
      recordFrame = frame
    } else {
      frame.abandon()
    }
  }

  /// Lets go of the frames, which hold on to this, and routes and keys of each other.
  func close() {
    recordFrame = nil
    for route in routes.values { route.forget() }
    routes.removeAll()
    translations.removeAll()
  }
}

extension SteleEncoder {
  /// The program that writes the archive, as the archive says.
  fileprivate var writtenWriter: String { outputFormatting.contains(.canonical) ? "" : writer }
}

extension EncodingCore {
  /// The only class of objects, when another archive may begin with what is known of it.
  ///
  /// There is one object, which is the only root. Its keys have come as those of a first object, and their types follow from
  /// nothing but the calls that wrote them.
  var classToBeginWith: ClassShape? {
    guard objects.table.count == 1, roots.count == 1, surrogate == nil, failure == nil,
      recordFrame != nil, let shape = objects.table.shape(1), shape.writesFields,
      roots[0].type.code == .ref, levels.count == 1,
      translations.isEmpty, objects.weakSlotCount == 0, block.isSmall,
      shape.body.isPredictable(assembler.values.tables.types.all),
      assembler.values.tables.types.names.names.count == 1,
      routes.values.allSatisfy({ $0.exact != nil })
    else { return nil }
    return shape
  }

  /// Forgets the archive, and predicts that the next object has the keys of the last one.
  func predict(_ shape: ClassShape) {
    let tables = assembler.values.tables
    assembler = beginning
    assembler.values.tables = tables
    assembler.values.tables.forgetWritten()
    objects.restart()
    block.removeAll()
    roots.removeAll()
    deepest = 0
    options = SteleEncoder()
    shape.body.isPredicted = true
    shape.isExamined = false
  }

  /// Begins an archive with what is predicted, or tells with false that its beginning is another one.
  func begin(_ options: SteleEncoder) -> Bool {
    guard options.writtenWriter == writer else { return false }
    self.options = options
    return true
  }
}
