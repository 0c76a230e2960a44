/// Makes many small archives in sequence, faster than an encoder that is made for each.
///
/// Most of the time that an archive of one object takes goes into what all archives of the same types have in common: the encoders
/// of the types, and the class table. A series encoder keeps that from one archive for the next one whose root has the same type,
/// as long as they have the same classes in the same order, with the same keys. Where they differ, it is made anew.
///
/// ```swift
/// let encoder = SeriesEncoder()
/// for message in messages { try send(encoder.encode(message)) }
/// ```
///
/// The bytes of each archive are those that ``SteleEncoder`` makes, whatever has been encoded before. No object of an archive is
/// kept after the call. Memory of archives above 64 KB or 1,024 objects is not kept, either.
///
/// A series encoder is for one thread. It keeps what archives have in common for the last eight types of roots.
public final class SeriesEncoder {
  private let encoder: SteleEncoder
  // Safe: no access runs code of the program, nor releases anything of it: what an archive has left has no objects.
  @safe @exclusivity(unchecked) private var graphs = SeriesStates<GraphEncoder>()

  /// Makes a series encoder.
  ///
  /// - Parameter encoder: The options of all archives.
  public init(_ encoder: SteleEncoder = SteleEncoder()) {
    self.encoder = encoder
  }

  /// Makes an archive with one root, which ``SteleDecoder/decode(_:from:)-(_,[UInt8])`` reads.
  ///
  /// Values may use the same series encoder while they are encoded.
  ///
  /// - Parameter value: The root, a value or an object.
  /// - Returns: The archive.
  /// - Throws: The errors of ``SteleEncoder/encode(_:)``. The next archive does not depend on this one then, either.
  /// - Complexity: O(*n*), where *n* is the number of values and objects; the canonical form sorts.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    // After an error, nothing is kept.
    var graph = graphs.take(for: T.self) ?? GraphEncoder(encoder.options(isSeries: true))
    try graph.writeRoot(value, SteleEncoder.rootName)
    let bytes = try encoder.finish(graph)
    if GraphEncoder.reset(&graph) { graphs.put(graph, for: T.self) }
    return bytes
  }
}

/// The state that the archives of a series have left, for each of the last few types of their roots.
struct SeriesStates<State> {
  private var states: [(type: ObjectIdentifier, state: State)] = []
  private static var limit: Int { 8 }

  /// Takes out the state for a type.
  mutating func take(for type: Any.Type) -> State? {
    states.firstIndex { $0.type == ObjectIdentifier(type) }.map { states.remove(at: $0).state }
  }

  /// Puts in the state for a type, in place of the oldest one if there are many.
  mutating func put(_ state: State, for type: Any.Type) {
    if take(for: type) == nil, states.count == Self.limit { states.removeFirst() }
    states.append((ObjectIdentifier(type), state))
  }
}
