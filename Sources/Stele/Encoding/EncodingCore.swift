/// The state of one archive that is being made of Swift values.
final class EncodingCore {
  let options: SteleEncoder
  /// What encodes the objects of classes that are not `Codable`.
  private(set) weak var surrogate: (any EncodingSurrogate)?
  var assembler: ArchiveAssembler
  let objects = ObjectQueue()
  /// The records that no chunk holds yet.
  let block: RecordBlock
  /// The roots so far.
  var roots: [WrittenRoot] = []
  /// What went wrong in a way that leaves nothing to go on with.
  var failure: (any Error)?
  var directory = TypeDirectory()
  let userInfo: [CodingUserInfoKey: Any]
  /// The plan of a type of which nothing is known.
  let unknownType = TypeTable.unknown.number
  private var routes = ShortTable<ObjectIdentifier, AnyRoute>()
  private var levels = ShortTable<ObjectIdentifier, LevelShape>()
  /// The frame of records, when none is being written.
  private var recordFrame: EncodingFrame?
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
    userInfo = options.userInfo
    let writerOptions = WriterOptions(
      writer: options.outputFormatting.contains(.canonical) ? "" : options.writer)
    block = RecordBlock(writerOptions)
    assembler = try ArchiveAssembler(writerOptions)
  }

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
