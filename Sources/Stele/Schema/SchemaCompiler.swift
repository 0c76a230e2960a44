/// Compiles types and entries that are at hand, for those who write archives or change graphs.
///
/// Each type is compiled once, so that types are equal if their indices are.
///
/// Spec chapter 4.
struct SchemaCompiler {
  /// What has been compiled.
  private(set) var schema = CompiledSchema()
  private var nameNumbers = ShortTable<ExactString, Int>()
  private var typeIndices = ShortTable<CompiledType, Int>()

  /// The number of a class name, which is defined if it is new.
  mutating func number(ofName name: String) -> Int {
    let key = ExactString(name)
    if let number = nameNumbers[key] { return number }
    schema.addName(name)
    nameNumbers.set(schema.names.count, for: key)
    return schema.names.count
  }

  /// Compiles a type; names in it are defined if they are new.
  ///
  /// - Returns: The index of the type.
  /// - Throws: Rule L1 if descriptors nest too deep, C1 if a name is empty.
  mutating func compile(_ descriptor: TypeDescriptor) throws(GraphError) -> Int {
    var order: [TypeDescriptor] = []
    var rest = [(type: descriptor, depth: 1)]
    while let (type, depth) = rest.popLast() {
      guard depth <= Limits().descriptorNesting else {
        throw GraphError(.breaks(.descriptorNesting))
      }
      guard type.className?.isEmpty != true else { throw GraphError(.breaks(.emptyName)) }
      order.append(type)
      for part in type.parts.reversed() { rest.append((part, depth + 1)) }
    }
    var made: [Int] = []
    for type in order.reversed() {
      let first = type.code.partCount > 0 ? made.popLast() ?? 0 : 0
      let second = type.code.partCount > 1 ? made.popLast() ?? 0 : 0
      made.append(index(of: type.code, name: type.className, first: first, second: second))
    }
    return made.last ?? 0
  }

  /// The index of a type of compiled parts, which is added if it is new.
  mutating func index(of code: TypeCode, name: String?, first: Int, second: Int) -> Int {
    if code.rawValue < TypeCode.optional.rawValue { return Int(code.rawValue) }
    var type = CompiledType(code, name: name.map { number(ofName: $0) } ?? 0)
    if code.partCount > 0 {
      type.first = Int32(truncatingIfNeeded: first)
      type.second = Int32(truncatingIfNeeded: second)
      type.complete(schema.types[first], code.partCount > 1 ? schema.types[second] : nil)
    }
    if let known = typeIndices[type] { return known }
    let index = schema.types.count
    schema.types.append(type)
    typeIndices.set(index, for: type)
    return index
  }

  /// Compiles an entry whose superclass has been compiled before.
  ///
  /// - Returns: The entry number.
  @discardableResult
  mutating func add(_ entry: ClassEntry) throws(GraphError) -> Int {
    let first = schema.classes.count
    try compile(entry)
    _ = schema.completeChains(from: first)
    return first + 1
  }

  /// Compiles all entries of a table, where superclasses may stand after their subclasses.
  mutating func add(contentsOf table: ClassTable) throws(GraphError) {
    let first = schema.classes.count
    for entry in table.entries { try compile(entry) }
    _ = schema.completeChains(from: first)
  }

  private mutating func compile(_ entry: ClassEntry) throws(GraphError) {
    let compiled = CompiledClass(
      kind: entry.kind, version: entry.version, name: number(ofName: entry.name),
      superclass: entry.superclass ?? 0, firstBody: schema.bodies.count)
    if entry.kind == .enumeration {
      for item in entry.cases { try addBody(of: item.keys, isRetired: item.isRetired) }
    } else {
      try addBody(of: entry.keys, isStructure: entry.kind == .structure)
    }
    schema.add(compiled, cases: entry.cases.map(\.name))
  }

  private mutating func addBody(
    of keys: [Key], isRetired: Bool = false, isStructure: Bool = false
  ) throws(GraphError) {
    // Compiling a type adds no keys, so the keys of a body stand one after another.
    let firstKey = schema.keys.count
    var bit = 0
    for key in keys where key.isStored {
      let type = try compile(key.type)
      schema.addKey(key.name, type: type, presenceBit: key.presence == .optional ? bit : nil)
      if key.presence == .optional { bit += 1 }
    }
    schema.addBody(firstKey: firstKey, isRetired: isRetired, isStructure: isStructure)
  }
}
