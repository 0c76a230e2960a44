/// The state of one archive that is being made of Swift values.
final class EncodingCore {
  let options: SteleEncoder
  var assembler: ArchiveAssembler
  var objects = ObjectQueue()
  var directory = TypeDirectory()
  let userInfo: [CodingUserInfoKey: Any]
  /// The plan of a type of which nothing is known.
  let unknownType: Int
  /// What is known of classes, as an index among those of ``objects``.
  var classIndices: [ObjectIdentifier: Int] = [:]
  /// The class of the last object that got a number.
  var lastClass: (type: ObjectIdentifier?, index: Int) = (nil, 0)
  private var routes: [ObjectIdentifier: AnyRoute] = [:]
  private var levels: [ObjectIdentifier: LevelShape] = [:]
  private var pool: [EncodingFrame] = []
  private var conversions: [Int: ValueConversion?] = [:]
  private var listTypes: [Int] = []
  /// What brings kept values into the archive, by the archive that they come from.
  var translations: [ObjectIdentifier: KeptTranslation] = [:]
  private var optionalTypes: [Int] = []
  /// The deepest nesting of values so far.
  var deepest = 0

  init(_ options: SteleEncoder) throws(GraphError) {
    self.options = options
    userInfo = options.userInfo
    var assembler = try ArchiveAssembler(
      WriterOptions(writer: options.outputFormatting.contains(.canonical) ? "" : options.writer))
    for code in TypeCode.bool.rawValue...TypeCode.any.rawValue {
      guard let code = TypeCode(rawValue: code), let type = TypeDescriptor.simpleTypes[code] else {
        continue
      }
      _ = try assembler.values.tables.types.plan(of: type)
    }
    let any = try assembler.values.tables.types.plan(of: .any)
    unknownType = assembler.values.tables.types.guess(of: any).number
    self.assembler = assembler
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
  func route<T: Encodable>(for type: T.Type) throws -> Route<T> {
    if let route = routes[ObjectIdentifier(type)] {
      // Safe: the route was stored under the type that it is for.
      return unsafe unsafeDowncast(route, to: Route<T>.self)
    }
    let route = try Route<T>.make(self)
    routes[ObjectIdentifier(type)] = route
    return route
  }

  /// The keys of a level of a class, or of a struct.
  func level(of declaration: TypeDeclaration) -> LevelShape {
    let key = ObjectIdentifier(declaration.type)
    if let level = levels[key] { return level }
    let level = LevelShape(
      name: declaration.archiveClass.name, declaration: declaration.archiveClass)
    levels[key] = level
    return level
  }

  /// Takes a frame for a value.
  func takeFrame(_ spot: Spot, _ shape: ValueShape) throws -> EncodingFrame {
    let parent = spot.frame
    let nesting = parent.nesting + 1
    guard nesting <= options.valueNestingLimit, spot.depth <= Limits().valueNesting else {
      throw parent.error(.nestingTooDeep(limit: options.valueNestingLimit), "Values nest too deep.")
    }
    if spot.depth > deepest { deepest = spot.depth }
    let frame = pool.popLast() ?? EncodingFrame(self)
    frame.begin(
      in: parent, buffer: parent.buffer, depth: spot.depth, nesting: nesting, shape: shape,
      omitsEntry: spot.omitsEntry)
    return frame
  }

  /// Takes a frame for the record of an object, or for a root.
  func takeFrame(_ buffer: OutputBuffer) -> EncodingFrame {
    let frame = pool.popLast() ?? EncodingFrame(self)
    frame.begin(
      in: nil, buffer: buffer, depth: 0, nesting: 0, shape: nil, omitsEntry: false)
    return frame
  }

  /// Gives a frame back.
  ///
  /// One that the program still holds on to is not used again, and what the program does with it goes nowhere.
  func giveBack(_ frame: inout EncodingFrame) {
    frame.end()
    if isKnownUniquelyReferenced(&frame) {
      pool.append(frame)
    } else {
      frame.buffer = OutputBuffer()
    }
  }

  /// Lets go of the frames, which hold on to this, and routes and keys of each other.
  func close() {
    pool.removeAll()
    for route in routes.values { route.forget() }
    routes.removeAll()
    translations.removeAll()
  }
}
