/// Makes values and objects of one archive, piece by piece.
///
/// Whatever is decoded with one unarchiver shares its objects. An unarchiver is for one thread.
public final class Unarchiver {
  /// Makes an unarchiver of an archive in memory, of which all is examined first.
  public init(_ bytes: [UInt8], _ decoder: SteleDecoder = SteleDecoder()) throws {}

  /// Makes an unarchiver of an archive of which only what is asked for is read and examined.
  public init(_ archive: Archive, _ decoder: SteleDecoder = SteleDecoder()) throws {}

  /// The names of the roots, in their order.
  public var rootNames: [String] { [] }

  /// Makes the value of the root named ``SteleEncoder/rootName``, or of the only root.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    throw GraphCodingError(.coderIsFinished)
  }

  /// Makes the value of a root.
  public func decode<T: Decodable>(_ type: T.Type = T.self, root: String) throws -> T {
    throw GraphCodingError(.coderIsFinished)
  }

  /// Makes one object, by its number.
  public func decode<T: Decodable & AnyObject>(_ type: T.Type = T.self, object: Int) throws -> T {
    throw GraphCodingError(.coderIsFinished)
  }
}
