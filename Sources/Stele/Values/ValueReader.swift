/// Makes values of any type without recursion.
///
/// The bytes have been examined by ``ValueCheck``; what is enforced here is what the reader may hold in memory (L4).
///
/// Spec chapter 3, and §5.3 and §5.4 for references.
package struct ValueReader: Sendable {
  /// The bytes to read.
  package var input: ByteReader
  let context: ReadingContext
  var budget: MemoryBudget
  /// The containers that are open, the outermost first.
  var frames: [ValueFrame] = []

  package init(_ input: ByteReader, context: ReadingContext, budget: MemoryBudget) {
    self.input = input
    self.context = context
    self.budget = budget
  }

  /// What is to be read next.
  enum Task {
    /// A value of a type.
    case value(TypeDescriptor)
    /// A struct or enum without its entry number, which the list says in a frame, at a place.
    case element(entry: Int, list: Int, place: Int)
  }

  /// What reading has come to.
  enum Step {
    /// A value is complete.
    case done(Value)
    /// A container has been opened.
    case open(ValueFrame)
  }

  /// Reads a value.
  ///
  /// - Throws: Rule L4, with a key path that leads from this value to the one that is too large.
  package mutating func readValue(_ type: TypeDescriptor) throws(ArchiveError) -> Value {
    frames.removeAll(keepingCapacity: true)
    return try read { (reader) throws(ArchiveError) in try reader.begin(.value(type)) }
  }

  /// Reads a struct that leaves out its entry number, and those nested in it.
  package mutating func readElement(
    _ type: TypeDescriptor, _ nested: NestedEntries
  ) throws(ArchiveError) -> Value {
    frames.removeAll(keepingCapacity: true)
    // The struct is read as the only element of a list.
    frames.append(ValueFrame(.uniformList(nested), type: type, count: 1))
    let value = try read { (reader) throws(ArchiveError) in try reader.proceed() }
    guard case .list(let elements) = value, let element = elements.first else { return value }
    return element
  }

  private mutating func read(
    _ first: (inout ValueReader) throws(ArchiveError) -> Step
  ) throws(ArchiveError) -> Value {
    do throws(ArchiveError) {
      var step = try first(&self)
      while true {
        switch step {
        case .open(let frame):
          frames.append(frame)
        case .done(let value):
          guard let last = frames.indices.last else { return value }
          frames[last].accept(value)
        }
        step = try proceed()
      }
    } catch {
      throw ArchiveError(
        error.rule, at: error.offset,
        keyPath: frames.map(\.pathComponent).joined() + (error.keyPath ?? ""))
    }
  }

  /// Reads the next part of the innermost container, or completes it.
  private mutating func proceed() throws(ArchiveError) -> Step {
    let last = frames.count - 1
    if var task = frames[last].nextTask(frame: last) {
      if let list = frames[last].list,
        let nested = frames[list].nested, let place = frames[last].takeNestedPlace(in: nested)
      {
        task = .element(entry: nested.entries[place], list: list, place: place)
      }
      return try begin(task)
    }
    let value = frames[last].finish()
    frames.removeLast()
    return .done(value)
  }

  private mutating func begin(_ task: Task) throws(ArchiveError) -> Step {
    switch task {
    case .value(let type):
      return try begin(type)
    case .element(let entry, let list, let place):
      var step = try beginBody(entry: entry)
      if case .open(var frame) = step {
        frame.stand(in: list, at: place)
        step = .open(frame)
      }
      return step
    }
  }

  private mutating func begin(_ type: TypeDescriptor) throws(ArchiveError) -> Step {
    switch type {
    case .reference:
      return .done(.reference(try input.readNumber()))
    case .optional(.reference):
      return .done(try readOptionalReference())
    case .weakReference:
      return .done(try readWeakReference())
    case .optional(let part):
      return try input.readByte() == 1
        ? try open(.some, type: part, count: 1, paying: Self.optionalByteCount) : .done(.nil)
    case .list(let element):
      return try beginList(of: element)
    case .set(let element):
      let count = try input.readCount()
      return try open(.set, type: element, count: count, paying: Self.listByteCount(count))
    case .map(let key, let value):
      let count = try input.readCount(bytesEach: 2)
      return try open(
        .map, type: key, second: value, count: count,
        paying: MemoryBudget.array(of: MapPair.self, count: count))
    case .structure, .enumeration:
      return try beginBody(entry: try input.readNumber())
    case .any:
      let offset = input.offset
      let inner = try input.readDescriptor(names: context.names, limits: context.limits)
      // A code has a byte, and a box of its own.
      let byteCount = (input.offset - offset) * TypeDescriptor.largestByteCount
      return try open(.any, type: inner, count: 1, paying: byteCount + Self.anyByteCount)
    default:
      return .done(try readScalar(type))
    }
  }

  private static let optionalByteCount = MemoryBudget.box(of: Value.self)
  private static let anyByteCount = MemoryBudget.box(of: (TypeDescriptor, Value).self)

  private static func listByteCount(_ count: Int) -> Int {
    MemoryBudget.array(of: Value.self, count: count)
  }

  /// Opens a container that has been paid for.
  private mutating func open(
    _ kind: ValueFrame.Kind, type: TypeDescriptor, second: TypeDescriptor = .any, count: Int,
    paying byteCount: Int
  ) throws(ArchiveError) -> Step {
    try budget.pay(byteCount, at: input.offset)
    return .open(ValueFrame(kind, type: type, second: second, count: count))
  }

  private mutating func beginList(of element: TypeDescriptor) throws(ArchiveError) -> Step {
    if let layout = element.code.scalarLayout {
      return .done(try readPackedList(layout, of: element))
    }
    let count = try input.readCount()
    guard count > 0 else { return .done(.list([])) }
    switch element {
    case .structure, .enumeration:
      let offset = input.offset
      let entry = try input.readNumber()
      guard entry > 0 else { fallthrough }
      let nested = try readNestedEntries(below: entry)
      try budget.pay(nested.count * MemoryLayout<Value?>.stride, at: offset)
      return try open(
        .uniformList(nested), type: element, count: count, paying: Self.listByteCount(count))
    default:
      return try open(.list, type: element, count: count, paying: Self.listByteCount(count))
    }
  }

  /// Reads the entry numbers of the required structs in an entry, and of those in them.
  ///
  /// Spec §3.5.
  private mutating func readNestedEntries(
    below entry: Int
  ) throws(ArchiveError) -> NestedEntries {
    var nested = NestedEntries(entry)
    var open = [(place: 0, left: context.layouts[entry - 1].body.nestedPlaces.count)]
    while let last = open.popLast() {
      guard last.left > 0 else {
        nested.close(last.place)
        continue
      }
      open.append((last.place, last.left - 1))
      let number = try input.readNumber()
      let place = nested.append(number)
      open.append((place, context.layouts[number - 1].body.nestedPlaces.count))
    }
    return nested
  }

  /// Reads what stands behind the entry number of a struct or enum, up to the first value.
  private mutating func beginBody(entry: Int) throws(ArchiveError) -> Step {
    let layout = context.layouts[entry - 1]
    guard context.classes[entry]?.kind == .enumeration else {
      if layout.body.keys.isEmpty {
        try input.skip(1)
        return .done(.structure(StructValue(entry: entry, values: [])))
      }
      return .open(try openBody(layout.body, .structure(entry: entry)))
    }
    let index = try input.readNumber()
    return .open(
      try openBody(layout.cases[index], .enumeration(entry: entry, caseIndex: index)))
  }

  private mutating func openBody(
    _ body: BodyLayout, _ kind: ValueFrame.Kind
  ) throws(ArchiveError) -> ValueFrame {
    let presence = try input.readPresence(of: body.optionalCount)
    try budget.pay(
      MemoryBudget.array(of: Value?.self, count: body.keys.count), at: input.offset)
    return ValueFrame(kind, body: body, presence: presence)
  }
}
