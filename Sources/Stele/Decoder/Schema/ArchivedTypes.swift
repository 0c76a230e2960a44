/// The types of one archive: those of its class table, and those that `any` values and roots add.
final class ArchivedTypes {
  /// The class table.
  let schema: CompiledSchema
  private let context: ReadingContext
  /// The interpreter that skips values, with all types in its schema.
  var values: ValueInterpreter<ReferenceFinder>
  /// The entry numbers in front of uniform lists.
  private(set) var headers = UniformHeaders()
  /// The descriptors in `any` values, by their bytes, and the last of them.
  private var inner: [[UInt8]: Int] = [:]
  private var lastInner: (bytes: [UInt8], type: Int)?
  private var roots = ShortTable<ArchiveTypeDescriptor, Int>()
  /// The class names, once they are looked for.
  private lazy var names = Set(schema.names.lazy.map(ExactString.init))

  init(_ context: ReadingContext) {
    self.context = context
    schema = context.schema
    values = ValueInterpreter(context, visitor: ReferenceFinder())
    values.definitions.nameCount = schema.names.count
    values.definitions.entryCount = schema.classes.count
  }

  /// The type of an index.
  @inline(__always)
  subscript(index: Int) -> ArchivedType {
    index < schema.types.count ? ArchivedType(schema.types[index], index: index) : later(index)
  }

  @inline(never)
  private func later(_ index: Int) -> ArchivedType {
    index < values.ownTypeCount ? ArchivedType(values.schema.type(index), index: index) : .any
  }

  /// The archive name of an entry, or nil if there is no such entry.
  func name(ofEntry entry: Int) -> String? { schema[entry].flatMap { schema.name($0.name) } }

  /// Whether the archive has a class, struct or enum of a name.
  func hasName(_ name: String) -> Bool { names.contains(ExactString(name)) }

  /// Whether a name may be the default name that a type had: not if the archive has the present name, which makes the other one
  /// that of another class.
  func mayName(_ declaration: TypeDeclaration, formerly name: String) -> Bool {
    declaration.formerNames.contains { $0.isExactly(name) }
      && !hasName(declaration.archiveClass.name)
  }

  /// The type inside an optional, list or set, or of the keys of a map.
  @inline(__always)
  func first(of type: ArchivedType) -> ArchivedType { part(type.first, of: type) }

  /// Whether the keys of a map are strings, or the map has to be empty.
  func hasNames(_ map: ArchivedType) -> Bool {
    let code = first(of: map).code
    return code == .string || code == .never
  }

  /// The type of the values of a map.
  func second(of type: ArchivedType) -> ArchivedType { part(type.second, of: type) }

  @inline(__always)
  private func part(_ index: Int, of type: ArchivedType) -> ArchivedType {
    var part = self[index]
    part.isLate = type.isLate
    return part
  }
}

// Types that the class table does not have

extension ArchivedTypes {
  /// Reads the descriptor of an `any` value.
  ///
  /// Spec §3.8.
  func readInner(_ input: inout ValidCursor) -> ArchivedType {
    let code = input.peekByte()
    if code < TypeCode.optional.rawValue {
      input.skip(1)
      return self[Int(code)]
    }
    if let lastInner, input.starts(with: lastInner.bytes) {
      input.skip(lastInner.bytes.count)
      return self[lastInner.type]
    }
    let start = input
    passDescriptor(&input)
    let bytes = start.bytes(before: input)
    var type = inner[bytes]
    if type == nil {
      var descriptor = start
      descriptor.withCursor { input throws(ArchiveError) in type = try values.addType(&input) }
      inner[bytes] = type
    }
    lastInner = (bytes, type ?? 0)
    return self[type ?? 0]
  }

  private func passDescriptor(_ input: inout ValidCursor) {
    var missing = 1
    while missing > 0, input.remaining > 0 {
      let code = TypeCode(rawValue: input.readByte()) ?? .any
      if code.concernsGraph { _ = input.readNumber() }
      missing += code.partCount - 1
    }
  }

  /// The type of a root.
  func type(of descriptor: ArchiveTypeDescriptor) -> ArchivedType {
    if descriptor.code.rawValue < TypeCode.optional.rawValue {
      return self[Int(descriptor.code.rawValue)]
    }
    if let known = roots[descriptor] { return self[known] }
    let type = values.addType(descriptor) { context.number(ofName: $0) }
    roots.set(type, for: descriptor)
    return self[type]
  }

  /// The descriptor of a type, for errors and people.
  func descriptor(of type: ArchivedType) -> ArchiveTypeDescriptor {
    if type.form == .payload {
      return .enumeration(name(ofEntry: type.entry) ?? "")
    }
    return values.schema.descriptor(Int(type.index))
  }
}

// Uniform lists

extension ArchivedTypes {
  /// Reads what stands in front of the elements of a uniform list of structs, after the number of their entry.
  ///
  /// Spec §3.5.
  func readUniform(
    _ entry: Int, of element: ArchivedType, _ input: inout ValidCursor
  ) -> ArchivedType {
    guard schema.body(ofEntry: entry)?.nestedCount ?? 0 > 0 else {
      return element.uniform(entry: entry)
    }
    return element.uniform(entry: entry, node: headers.read(entry, schema, &input))
  }

  /// The type of a required struct in the value of a node.
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - ordinal: How many required structs stand before it in the value.
  ///   - node: The node of the value.
  /// - Returns: The type, with the entry number that the header says.
  func nested(_ type: ArchivedType, ordinal: Int, in node: Int) -> ArchivedType {
    let child = headers.child(ordinal, of: node)
    return type.uniform(entry: child.entry, node: child.hasParts ? child.node : -1)
  }
}
