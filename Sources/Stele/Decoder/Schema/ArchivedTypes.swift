/// The types of one archive: those of its class table, and those that `any` values and roots add.
final class ArchivedTypes {
  /// The class table.
  let schema: CompiledSchema
  private var added: [CompiledType] = []
  /// The entry numbers in front of uniform lists.
  private(set) var headers = UniformHeaders()
  /// The descriptors in `any` values, by their bytes, and the last of them.
  private var inner: [[UInt8]: Int] = [:]
  private var lastInner: (bytes: [UInt8], type: Int)?
  private var roots: [TypeDescriptor: Int] = [:]
  private var nameNumbers: [ExactString: Int] = [:]

  init(_ schema: CompiledSchema) { self.schema = schema }

  /// The type of an index.
  @inline(__always)
  subscript(index: Int) -> ArchivedType {
    index < schema.types.count ? ArchivedType(schema.types[index], index: index) : later(index)
  }

  @inline(never)
  private func later(_ index: Int) -> ArchivedType {
    let place = index - schema.types.count
    return added.indices.contains(place) ? ArchivedType(added[place], index: index) : .any
  }

  /// The number of types.
  var count: Int { schema.types.count + added.count }

  /// The type inside an optional, list or set, or of the keys of a map.
  @inline(__always)
  func first(of type: ArchivedType) -> ArchivedType { part(type.first, of: type) }

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
      type = add(&descriptor)
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

  private func add(_ input: inout ValidCursor) -> Int {
    // The types that lack parts. Parts follow in prefix order.
    var open: [(index: Int, missing: Int)] = []
    let start = count
    repeat {
      let code = TypeCode(rawValue: input.readByte()) ?? .any
      let name = code.concernsGraph ? input.readNumber() : 0
      add(CompiledType(code, name: name), &open)
    } while !open.isEmpty
    return start
  }

  /// Adds a type as the next part of those that lack parts.
  private func add(_ type: CompiledType, _ open: inout [(index: Int, missing: Int)]) {
    let index = count
    added.append(type)
    if let last = open.indices.last {
      let outer = open[last].index - schema.types.count
      if open[last].missing == added[outer].code.partCount {
        added[outer].first = Int32(truncatingIfNeeded: index)
      } else {
        added[outer].second = Int32(truncatingIfNeeded: index)
      }
      open[last].missing -= 1
    }
    if type.code.partCount > 0 { open.append((index, type.code.partCount)) }
    while let last = open.last, last.missing == 0 {
      let outer = last.index - schema.types.count
      let second = Int(added[outer].second)
      added[outer].complete(compiled(Int(added[outer].first)), second > 0 ? compiled(second) : nil)
      open.removeLast()
    }
  }

  private func compiled(_ index: Int) -> CompiledType {
    index < schema.types.count ? schema.types[index] : added[index - schema.types.count]
  }

  /// The type of a root.
  func type(of descriptor: TypeDescriptor) -> ArchivedType {
    if descriptor.code.rawValue < TypeCode.optional.rawValue {
      return self[Int(descriptor.code.rawValue)]
    }
    if let known = roots[descriptor] { return self[known] }
    let start = count
    var open: [(index: Int, missing: Int)] = []
    var rest = [descriptor]
    while let type = rest.popLast() {
      add(CompiledType(type.code, name: type.className.map(number) ?? 0), &open)
      rest += type.parts.reversed()
    }
    roots[descriptor] = start
    return self[start]
  }

  private func number(ofName name: String) -> Int {
    if nameNumbers.isEmpty {
      for (index, name) in schema.names.enumerated() {
        nameNumbers[ExactString(name)] = index + 1
      }
    }
    return nameNumbers[ExactString(name)] ?? 0
  }

  /// The descriptor of a type, for errors and people.
  func descriptor(of type: ArchivedType) -> TypeDescriptor {
    if type.form == .payload {
      return .enumeration(schema[type.entry].flatMap { schema.name($0.name) } ?? "")
    }
    // Each type with its parts after it; so the parts of a type are made before it from the last one on.
    var order: [CompiledType] = []
    var rest = [compiled(Int(type.index))]
    while let type = rest.popLast() {
      order.append(type)
      if type.second > 0 { rest.append(compiled(Int(type.second))) }
      if type.first > 0 { rest.append(compiled(Int(type.first))) }
    }
    var made: [TypeDescriptor] = []
    for type in order.reversed() {
      let first = type.code.partCount > 0 ? made.popLast() ?? .any : .any
      let second = type.code.partCount > 1 ? made.popLast() ?? .any : .any
      made.append(
        TypeDescriptor(type, name: schema.name(type.name), first: first, second: second))
    }
    return made.last ?? .any
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
