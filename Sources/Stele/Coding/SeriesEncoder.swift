/// Makes many small archives in sequence, faster than an encoder that is made for each.
///
/// Most of the time that an archive of one object takes goes into what all archives of the same types have in common: the encoders
/// of the types, and the class table. A series encoder keeps that from one archive for the next, as long as archives have the same
/// classes in the same order, with the same keys. Where they differ, it is made anew.
///
/// ```swift
/// let encoder = SeriesEncoder()
/// for message in messages { try send(encoder.encode(message)) }
/// ```
///
/// The bytes of each archive are those that ``SteleEncoder`` makes, whatever has been encoded before. No object of an archive is
/// kept after the call. Memory of archives above 64 KB or 1,024 objects is not kept, either.
///
/// A series encoder is for one thread. It gains most if its archives are of one kind, so a program that writes several kinds has
/// one for each.
public final class SeriesEncoder {
  private let encoder: SteleEncoder
  /// The state that the previous archive has left, if there is any.
  private var graph: GraphEncoder?

  /// Makes a series encoder.
  ///
  /// - Parameter encoder: The options of all archives.
  public init(_ encoder: SteleEncoder = SteleEncoder()) {
    self.encoder = encoder
  }

  /// Makes an archive with one root, which ``SteleDecoder/decode(_:from:)-(_,[UInt8])`` reads.
  ///
  /// Values may use the same series encoder while they are encoded; these archives begin without anything that is kept.
  ///
  /// - Parameter value: The root, a value or an object.
  /// - Returns: The archive.
  /// - Throws: The errors of ``SteleEncoder/encode(_:)``. The next archive does not depend on this one then, either.
  /// - Complexity: O(*n*), where *n* is the number of values and objects; the canonical form sorts.
  public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    var graph = try self.graph ?? GraphEncoder(encoder.options(isSeries: true))
    // After an error, nothing is kept.
    self.graph = nil
    try graph.writeRoot(value, SteleEncoder.rootName)
    let bytes = try encoder.finish(graph)
    if GraphEncoder.reset(&graph) { self.graph = graph }
    return bytes
  }
}
