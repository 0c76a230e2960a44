/// What a reference asks of the object that it leads to: to be of a class of the program.
///
/// It remembers which entries of the archive make such objects.
final class ObjectReading {
  /// Whether a class is the one that is asked for, or a subclass.
  let admits: (Any.Type) -> Bool
  /// The type that is asked for.
  let type: Any.Type
  /// Whether there may be objects that are not made in two steps, and so are made ahead.
  private(set) var leadsAhead = false
  private var accepted: [Bool]

  init<Value>(_ type: Value.Type, entryCount: Int) {
    self.type = type
    admits = { $0 is Value.Type }
    accepted = Array(repeating: false, count: entryCount + 1)
  }

  /// Whether objects of an entry have been found to be of the class.
  func accepts(_ entry: Int) -> Bool { accepted.indices.contains(entry) && accepted[entry] }

  /// Remembers that objects of an entry are of the class.
  func accept(_ entry: Int, isTwoPhase: Bool) {
    if !isTwoPhase { leadsAhead = true }
    if accepted.indices.contains(entry) { accepted[entry] = true }
  }
}

/// Reads references to objects of a class.
///
/// Spec §5.3, §8.4, line 8.
final class ObjectReader<Value>: TypeReader<Value> {
  private let reading: ObjectReading

  init(in graph: GraphDecoder) {
    reading = ObjectReading(Value.self, entryCount: graph.store.context.classes.count)
  }

  override func read(
    _ plan: ReadingPlan, _ input: inout ByteReader, at site: Site
  ) throws -> Value {
    let start = input.offset
    let graph = site.decoder.graph
    guard let plan = plan.isWrapped ? try graph.unwrap(plan, &input) : plan else {
      throw site.noValue(Value.self, at: start)
    }
    guard plan.code == .ref || plan.isOptionalReference || plan.code == .weak else {
      throw site.wrongType(Value.self, plan, at: start)
    }
    let number = try graph.readReference(plan, &input)
    guard number > 0 else { throw site.noValue(Value.self, at: start) }
    let object = try graph.object(number, reading, through: plan, at: site, offset: start)
    // Safe: `Value` is a class, because this reader is made for classes only, and the object was found to be of
    // it; a reference to a class instance is one pointer whatever its static type.
    return unsafe unsafeBitCast(object, to: Value.self)
  }
}
