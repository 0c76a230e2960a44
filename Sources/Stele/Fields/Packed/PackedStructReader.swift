/// Reads plain structs.
///
/// Spec §3.5.
final class PackedStructReader<Value: PackedStruct>: FieldReader<Value> {
  private let layout = PackedLayout(of: Value.self)
  /// The last value that stood in the element of a list, and whether it could be copied.
  private var last: (plan: ReadingPlan, fits: Bool)?

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Value {
    guard try fits(plan, site.decoder.graph) else { return try super.read(plan, &input, at: site) }
    // Safe: as many bytes as a value has are read; the layout says that all of them are those of numbers, for which any
    // bits are a value.
    return try unsafe input.readBytes(MemoryLayout<Value>.size) {
      unsafe $0.loadUnaligned(as: Value.self)
    }
  }

  override func forget() {
    super.forget()
    last = nil
  }

  /// Whether values can be copied.
  private func fits(_ plan: ReadingPlan, _ graph: GraphDecoder) throws -> Bool {
    if let last, last.plan === plan { return last.fits }
    let fits = try layout?.fits(plan, graph) ?? false
    last = (plan, fits)
    return fits
  }
}

extension PackedStruct {
  /// The reader of values of the type.
  static func valueReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    try PackedStructReader<Self>(in: graph)
  }
}
