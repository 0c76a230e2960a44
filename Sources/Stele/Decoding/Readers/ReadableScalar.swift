/// A Swift type that is a scalar type of the format.
///
/// Spec §3.1, §8.4.
protocol ReadableScalar: Decodable, SelfReading {
  /// The code of the type.
  static var code: TypeCode { get }
  /// Reads a value of the type itself that stands alone.
  static func readPlain(_ input: inout CheckedBytes) throws(ArchiveError) -> Self
  /// Reads a value of another type, or an element of a packed list.
  ///
  /// - Returns: The value, or nil when it does not fit.
  /// - Throws: ``ScalarMismatch`` when the type has no conversion.
  static func convert(_ plan: ReadingPlan, _ input: inout CheckedBytes) throws -> Self?
  /// Reads the elements of a packed list of the type itself, or gives nil when there is no faster way than one by
  /// one.
  static func readPacked(
    count: Int, width: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> [Self]?
  /// Reads the elements of a list of the type itself that is not packed.
  static func readList(
    count: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> [Self]?
}

/// There is no conversion between two scalar types.
struct ScalarMismatch: Error {}

extension ReadableScalar {
  static func makeReader(in graph: GraphDecoder) throws -> AnyTypeReader { ScalarReader<Self>() }

  static func readPacked(
    count: Int, width: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> [Self]? {
    nil
  }

  static func readList(
    count: Int, _ input: inout CheckedBytes
  ) throws(ArchiveError) -> [Self]? {
    // Each element takes a byte or more.
    guard count <= input.remaining else { throw ArchiveError(.countTooLarge, at: input.offset) }
    guard count > 0 else { return [] }
    // What is moved only here need not be looked for in memory.
    var place = input
    var elements: [Self] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try readPlain(&place)) }
    input = place
    return elements
  }
}

extension ReadableScalar {
  /// Reads a list of the type itself, or gives nil when there is no faster way than one by one.
  @inline(__always)
  static func readElements(_ input: inout CheckedBytes) throws(ArchiveError) -> [Self]? {
    let start = input.offset
    let count = try input.readCount()
    guard count > 0 else { return [] }
    guard let layout = code.scalarLayout else { return try readList(count: count, &input) }
    let width = layout.hasPackedWidth ? Int(try input.readByte()) : layout.byteCount
    guard (1...16).contains(width) else { throw ArchiveError(.packedWidth, at: start) }
    guard count <= input.remaining / width else { throw ArchiveError(.countTooLarge, at: start) }
    return try readPacked(count: count, width: width, &input)
  }
}

/// Reads scalars.
final class ScalarReader<Value: ReadableScalar>: TypeReader<Value> {
  override func read(
    _ plan: ReadingPlan, _ input: inout CheckedBytes, at site: Site
  ) throws -> Value {
    if plan.code == Value.code, plan.isPlain { return try Value.readPlain(&input) }
    let start = input.offset
    guard let plan = try site.decoder.graph.unwrap(plan, &input) else {
      throw site.noValue(Value.self, at: start)
    }
    if plan.code == Value.code, plan.isPlain { return try Value.readPlain(&input) }
    do {
      guard let value = try Value.convert(plan, &input) else {
        throw site.doesNotFit(Value.self, at: start)
      }
      return value
    } catch is ScalarMismatch {
      throw site.wrongType(Value.self, plan, at: start)
    }
  }
}
