public import Foundation
internal import Stele

extension SteleKeyedArchiver {
  /// Completes the archive.
  ///
  /// - Throws: What went wrong first: `EncodingError`, ``KeyedCodingError``, or what an object has said by
  ///   `failWithError(_:)`.
  public func finishEncoding() throws {
    guard !isFinished else {
      if let failure { throw failure }
      return
    }
    delegate?.archiverWillFinish(self)
    isFinished = true
    if let failure { throw failure }
    do {
      let bytes = try keyedArchive.map { try self.bytes(of: $0.list()) } ?? archiver.finish()
      data = Data(bytes)
    } catch {
      failWithError(error)
      throw error
    }
    delegate?.archiverDidFinish(self)
  }

  /// The archive, which is completed if it has not been.
  ///
  /// It is empty when something went wrong: see ``error``, or use ``finishEncoding()``, which throws.
  public var encodedData: Data {
    if !isFinished { try? finishEncoding() }
    return data ?? Data()
  }
}
