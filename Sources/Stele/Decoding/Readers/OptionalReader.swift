extension Optional: SelfReading where Wrapped: Decodable {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader {
    OptionalReader(
      try graph.reader(of: Wrapped.self), isNested: Wrapped.self is any OptionalType.Type)
  }
}

/// A type of optionals.
protocol OptionalType {
  /// How many optionals are nested in the type, this one included.
  static var depth: Int { get }
}

extension Optional: OptionalType {
  static var depth: Int { 1 + ((Wrapped.self as? any OptionalType.Type)?.depth ?? 0) }
}

/// Reads optionals.
///
/// Spec §8.4, lines 4, 6 and 7.
final class OptionalReader<Wrapped>: TypeReader<Wrapped?> {
  private let wrapped: TypeReader<Wrapped>
  /// Whether there are optionals inside, for which a layer is left.
  private let isNested: Bool
  /// Whether the reader inside reads nil references.
  private let wrappedReadsNil: Bool

  init(_ wrapped: TypeReader<Wrapped>, isNested: Bool) {
    self.wrapped = wrapped
    self.isNested = isNested
    wrappedReadsNil = wrapped.readsNil
  }

  override var absent: Wrapped?? { .some(nil) }

  override var optionalObjects: ObjectReading? { (wrapped as? ObjectReader<Wrapped>)?.reading }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Wrapped? {
    if plan.isOptionalReference, wrappedReadsNil {
      return try wrapped.readOptional(plan, &input, at: site)
    }
    guard let inner = try inner(plan, &input, in: site.decoder.graph) else { return nil }
    return try wrapped.read(inner, &input, at: site)
  }

  /// Goes to the value inside, or gives nil when there is none.
  private func inner(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, in graph: GraphDecoder
  ) throws(ArchiveError) -> ReadingPlan? {
    var plan = plan
    while plan.isWrapped {
      guard plan.code == .optional else {
        plan = try graph.openAny(plan, &input)
        continue
      }
      guard try input.readByte() != 0, let first = plan.first else { return nil }
      plan = first
      // What is inside has a nil of its own.
      if isNested { return plan }
    }
    guard plan.isOptionalReference || plan.code == .weak else { return plan }
    let start = input.offset
    guard try graph.readReference(plan, &input) != 0 else { return nil }
    try input.move(to: start)
    return plan
  }
}

/// Reads values that are there, as optionals.
final class PresentReader<Wrapped>: TypeReader<Wrapped?> {
  private let wrapped: TypeReader<Wrapped>

  init(_ wrapped: TypeReader<Wrapped>) {
    self.wrapped = wrapped
  }

  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Wrapped? {
    try wrapped.read(plan, &input, at: site)
  }
}
