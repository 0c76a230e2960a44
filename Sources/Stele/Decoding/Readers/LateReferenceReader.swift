extension LateReference: SelfReading {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    LateReferenceReader(try graph.reader(of: Value.self))
  }
}

/// Reads late references: skips their values, and leaves word to decode them later.
final class LateReferenceReader<Value: LateValue>: TypeReader<LateReference<Value>> {
  private let value: TypeReader<Value>
  /// What reads references, when values are optional references to objects.
  private let objects: ObjectReading?
  /// The type of boxes, which the runtime would have to look for otherwise.
  private let boxType: LateBox<Value>.Type

  init(_ value: TypeReader<Value>) {
    self.value = value
    objects = value.optionalObjects
    boxType = LateBox<Value>.self
  }

  override var absent: LateReference<Value>? { LateReference(wrappedValue: Value.placeholder) }

  override var readsNil: Bool { objects != nil }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> LateReference<Value> {
    if plan.isReference, let objects {
      return try readObject(plan, objects, &input, at: site)
        ?? LateReference(wrappedValue: Value.placeholder)
    }
    let start = input
    try site.decoder.graph.skip(plan, &input)
    return later(plan, from: start, nil, at: site)
  }

  override func readOptional(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> LateReference<Value>? {
    guard let objects else { return try read(plan, &input, at: site) }
    return try readObject(plan, objects, &input, at: site)
  }

  /// Reads a reference, and gives nil when it is one.
  private func readObject(
    _ plan: ReadingPlan, _ objects: ObjectReading, _ input: inout CheckedBytes, at site: Site
  ) throws(ArchiveError) -> LateReference<Value>? {
    let start = input
    let number = try input.readNumber()
    guard number > 0 else { return nil }
    return later(plan, from: start, (number, objects), at: site)
  }

  /// Leaves word to decode a value later.
  private func later(
    _ plan: ReadingPlan, from start: CheckedBytes, _ object: (Int, ObjectReading)?, at site: Site
  ) -> LateReference<Value> {
    let box = boxType.init(Value.placeholder)
    site.decoder.graph.references.add(
      PendingReferences.Late(
        object: object, holder: site.decoder.holder, step: site.lastingStep, reader: self,
        plan: plan.late(), input: start, box: box))
    return LateReference(box: box)
  }

  override func settle(_ late: PendingReferences.Late, at site: Site) throws {
    // Safe: this reader has made the box.
    let box = unsafe unsafeDowncast(late.box, to: LateBox<Value>.self)
    var input = late.input
    box.value = try value.read(late.plan, &input, at: site)
  }
}
