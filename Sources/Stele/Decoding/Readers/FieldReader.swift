/// Reads values of types that read their keys by hand.
class FieldReader<Value: FieldCodable>: CodableReader<Value> {
  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Value {
    let graph = site.decoder.graph
    try graph.enter(site)
    var decoder = idle.take() ?? graph.takeDecoder(for: .value)
    defer { putBack(&decoder, graph) }
    guard plan.code == .struct else { return try read(plan, &input, at: site, with: decoder) }
    var fields = try begin(
      plan, input, in: site.decoder, at: site.step, with: decoder)
    let value = try Value(from: &fields)
    input = try fields.finish()
    return consume value
  }

  final override func readElements(
    _ list: OpenList, _ input: inout CheckedBytes, at site: Site
  ) throws -> [Value] {
    let graph = site.decoder.graph
    guard list.count > 0 else { return [] }
    guard list.count <= input.remaining else {
      throw ArchiveError(.countTooLarge, at: input.offset)
    }
    try graph.enter(site)
    var parent = graph.takeDecoder(at: site)
    var decoder = graph.takeDecoder(for: .value)
    defer {
      graph.give(&decoder)
      graph.give(&parent)
      graph.leave()
    }
    return try readElements(list, &input, in: parent, with: &decoder)
  }

  private func readElements(
    _ list: OpenList, _ input: inout CheckedBytes, in parent: ValueDecoder,
    with decoder: inout ValueDecoder
  ) throws -> [Value] {
    let graph = parent.graph
    // Safe: there is room for as many elements as there are, and each that is made is counted.
    return try unsafe [Value](unsafeUninitializedCapacity: list.count) { elements, count in
      guard let base = elements.baseAddress else { return }
      let isStruct = list.element.code == .struct
      // What is moved only here need not be looked for in memory.
      var place = input
      for index in 0..<list.count {
        let element = unsafe base + index
        if isStruct {
          // Safe: nothing takes the place of the decoder before the element is complete.
          let current = unsafe Unmanaged.passUnretained(decoder)
          try unsafe current._withUnsafeGuaranteedRef { decoder in
            var fields = try begin(
              list.element, place, in: parent, at: .index(index), with: decoder)
            unsafe element.initialize(to: try Value(from: &fields))
            count = index &+ 1
            place = try fields.finish()
          }
        } else {
          let site = Site(decoder: parent, step: .index(index))
          unsafe element.initialize(to: try read(list.element, &place, at: site, with: decoder))
          count = index &+ 1
        }
        if !graph.retire(&decoder) { decoder = graph.takeDecoder(for: .value) }
      }
      input = place
    }
  }

  /// Begins a struct.
  @inline(__always)
  private func begin(
    _ plan: ReadingPlan, _ input: CheckedBytes, in parent: ValueDecoder, at step: PathStep,
    with decoder: ValueDecoder
  ) throws -> FieldDecoder {
    if let next = try FieldDecoder.beginNext(decoder, plan, input, type, in: parent, at: step) {
      return next
    }
    return try beginOther(plan, input, at: Site(decoder: parent, step: step), with: decoder)
  }

  /// Begins a struct that is not like the one that the decoder was used for last.
  @inline(never)
  private func beginOther(
    _ plan: ReadingPlan, _ input: CheckedBytes, at site: Site, with decoder: ValueDecoder
  ) throws -> FieldDecoder {
    var place = input
    let (body, entry) = try decoder.graph.openBody(plan, &place)
    try decoder.begin(plan, body, entry: entry, place, from: input.offset, type, at: site)
    return try FieldDecoder.begin(decoder)
  }

  override func make(_ decoder: ValueDecoder) throws -> Value {
    var fields = try FieldDecoder.begin(decoder)
    let value = try Value(from: &fields)
    fields.leave()
    return value
  }
}
