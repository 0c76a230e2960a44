/// Reads values of any type without recursion.
///
/// Spec chapter 3, and §5.3 and §5.4 for references.
package struct ValueReader: Sendable {
  /// The bytes to read.
  package var input: ByteReader
  let context: ReadingContext
  var definitions: Definitions
  /// Whether the values stand in metadata.
  let isMetadata: Bool
  /// Whether values are made, or only examined.
  let makesValues: Bool
  var budget: MemoryBudget
  /// The containers that are open, the outermost first.
  var frames: [ValueFrame] = []

  package init(
    _ input: ByteReader, context: ReadingContext, definitions: Definitions,
    isMetadata: Bool = false, makesValues: Bool, budget: MemoryBudget
  ) {
    self.input = input
    self.context = context
    self.definitions = definitions
    self.isMetadata = isMetadata
    self.makesValues = makesValues
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

  /// Reads a type descriptor.
  package mutating func readDescriptor() throws(ArchiveError) -> TypeDescriptor {
    try input.readDescriptor(
      names: context.names.prefix(definitions.nameCount), limits: context.limits,
      isMetadata: isMetadata)
  }

  /// Reads a value.
  ///
  /// When values are only examined, what it gives has no meaning.
  ///
  /// - Throws: The first refusal, with a key path that leads from this value to the wrong one.
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
    var list = ValueFrame(.uniformList, type: type, count: 1)
    list.nested = NestedState(nested)
    frames.append(list)
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
          try frames[last].accept(value, from: input, makesValues: makesValues)
          if let (list, place) = frames[last].takeMixedPlace() {
            frames[list].nested?.note(value.inlineEntry, at: place)
          }
          if makesValues { try budget.pay(MemoryBudget.valueByteCount, at: input.offset) }
        }
        step = try proceed()
      }
    } catch {
      var error = error
      error.keyPath = frames.map(\.pathComponent).joined() + (error.keyPath ?? "")
      throw error
    }
  }

  /// Reads the next part of the innermost container, or completes it.
  private mutating func proceed() throws(ArchiveError) -> Step {
    let last = frames.count - 1
    if var task = try frames[last].nextTask(at: input.offset, frame: last) {
      if let list = frames[last].list, case .value(let type) = task,
        let place = frames[last].takeNestedPlace(in: frames[list].nested)
      {
        let entry = frames[list].nested?.entries.entries[place] ?? 0
        task = entry > 0 ? .element(entry: entry, list: list, place: place) : .value(type)
      }
      return try begin(task)
    }
    let value = try frames[last].finish(makesValues: makesValues)
    frames.removeLast()
    return .done(value)
  }

  private mutating func begin(_ task: Task) throws(ArchiveError) -> Step {
    switch task {
    case .value(let type):
      return try begin(type)
    case .element(let entry, let list, let place):
      try checkNesting()
      var step = try beginBody(entry: entry)
      if case .open(var frame) = step {
        frame.stand(in: list, at: place)
        step = .open(frame)
      }
      return step
    }
  }

  /// Says that another value fits into the containers that are open: L2.
  func checkNesting() throws(ArchiveError) {
    guard frames.count < context.limits.valueNesting else {
      throw ArchiveError(.valueNesting, at: input.offset)
    }
  }

  private mutating func begin(_ type: TypeDescriptor) throws(ArchiveError) -> Step {
    switch type {
    case .reference(let name):
      return .done(.reference(try readReference(to: name)))
    case .optional(.reference(let name)):
      return .done(try readOptionalReference(to: name))
    case .weakReference(let name):
      return .done(try readWeakReference(to: name))
    default:
      break
    }
    try checkNesting()
    switch type {
    case .optional(let part):
      return try readFlag() ? .open(ValueFrame(.some, type: part, count: 1)) : .done(.nil)
    case .list(let element):
      return try beginList(of: element)
    case .set(let element):
      return .open(ValueFrame(.set, type: element, count: try input.readCount()))
    case .map(let key, let value):
      let count = try input.readCount(bytesEach: 2)
      return .open(ValueFrame(.map, type: key, second: value, count: count))
    case .structure, .enumeration:
      return try beginBody(entry: try readEntryNumber(for: type))
    case .any:
      let offset = input.offset
      let inner = try readDescriptor()
      guard inner != .any else { throw ArchiveError(.anyInAny, at: offset) }
      return .open(ValueFrame(.any, type: inner, count: 1))
    default:
      return .done(try readScalar(type))
    }
  }

  /// Reads a bool or the first byte of an optional: V1.
  mutating func readFlag() throws(ArchiveError) -> Bool {
    let offset = input.offset
    let byte = try input.readByte()
    guard byte <= 1 else { throw ArchiveError(.flagByte, at: offset) }
    return byte == 1
  }

  private mutating func beginList(of element: TypeDescriptor) throws(ArchiveError) -> Step {
    if let layout = element.code.scalarLayout {
      return .done(try readPackedList(layout, of: element))
    }
    let count = try input.readCount()
    guard count > 0 else { return .done(.list([])) }
    switch element {
    case .structure, .enumeration:
      return try beginList(ofInline: element, count: count)
    default:
      return .open(ValueFrame(.list, type: element, count: count))
    }
  }

  /// Reads the entry number of a struct or enum: C13, V6, V7.
  mutating func readEntryNumber(
    for type: TypeDescriptor
  ) throws(ArchiveError) -> Int {
    let offset = input.offset
    let number = try input.readNumber()
    guard number >= 1, number <= definitions.entryCount, let entry = context.classes[number] else {
      throw ArchiveError(.undefinedEntry, at: offset)
    }
    let kind: ClassEntry.Kind = type.code == .struct ? .structure : .enumeration
    guard entry.kind == kind else { throw ArchiveError(.valueKind, at: offset) }
    guard let name = type.className, entry.name.isExactly(name) else {
      throw ArchiveError(.valueClass, at: offset)
    }
    return number
  }

  /// Reads what stands behind the entry number of a struct or enum, up to the first value.
  private mutating func beginBody(entry: Int) throws(ArchiveError) -> Step {
    let layout = context.layouts[entry - 1]
    guard context.classes[entry]?.kind == .enumeration else {
      if layout.body.keys.isEmpty {
        let offset = input.offset
        guard try input.readByte() == 0 else { throw ArchiveError(.emptyBody, at: offset) }
        return .done(.structure(StructValue(entry: entry, values: [])))
      }
      return .open(try openBody(layout.body, .structure(entry: entry)))
    }
    let offset = input.offset
    let index = try input.readNumber()
    guard index < layout.cases.count, context.classes[entry]?.cases[index].isRetired == false
    else { throw ArchiveError(.caseIndex, at: offset) }
    return .open(
      try openBody(layout.cases[index], .enumeration(entry: entry, caseIndex: index)))
  }

  private mutating func openBody(
    _ body: BodyLayout, _ kind: ValueFrame.Kind
  ) throws(ArchiveError) -> ValueFrame {
    let presence = try input.readPresence(of: body.optionalCount)
    if makesValues {
      try budget.pay(body.keys.count * MemoryBudget.valueByteCount, at: input.offset)
    }
    return ValueFrame(kind, body: body, presence: presence)
  }
}
