extension LateReference: SelfReading {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    LateReferenceReader(try graph.reader(of: Value.self))
  }
}

/// Reads late references: skips their values, and leaves word to decode them later.
final class LateReferenceReader<Value: LateValue>: TypeReader<LateReference<Value>> {
  private let value: TypeReader<Value>

  init(_ value: TypeReader<Value>) {
    self.value = value
  }

  override var absent: LateReference<Value>? { LateReference(wrappedValue: Value.placeholder) }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> LateReference<Value> {
    let start = input
    let graph = site.decoder.graph
    try graph.skip(plan, &input)
    let box = LateBox(Value.placeholder)
    let plan = plan.late()
    graph.references.add(
      PendingReferences.Late(
        holder: site.decoder.holder, step: site.lastingStep
      ) { [value] _, site in
        var input = start
        box.value = try value.read(plan, &input, at: site)
      })
    return LateReference(box: box)
  }
}
