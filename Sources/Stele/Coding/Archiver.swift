/// Makes one archive with several roots, which share their objects.
///
/// An archiver is for one archive and one thread.
public final class Archiver {
  /// Makes an archiver.
  public init(_ encoder: SteleEncoder = SteleEncoder()) {}

  /// Adds a root.
  public func encode<T: Encodable>(_ value: T, root: String) throws {
    throw GraphCodingError(.coderIsFinished)
  }

  /// Ends the archive, and gives its bytes.
  public func finish() throws -> [UInt8] {
    throw GraphCodingError(.coderIsFinished)
  }
}
