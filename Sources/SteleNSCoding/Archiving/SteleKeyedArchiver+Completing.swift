public import Foundation
internal import Stele

extension SteleKeyedArchiver {
  /// Completes the archive.
  ///
  /// Does not throw, like the same method of `NSKeyedArchiver`: the error stays in ``error``, and ``archivedData()`` throws it.
  public func finishEncoding() {
    guard !isFinished else { return }
    delegate?.archiverWillFinish(self)
    isFinished = true
    guard failure == nil else { return }
    do {
      let bytes = try keyedArchive.map { try self.bytes(of: $0.list()) } ?? archiver.finish()
      let data = Data(bytes)
      self.data = data
      target?.append(data)
    } catch {
      failWithError(error)
      return
    }
    delegate?.archiverDidFinish(self)
  }

  /// Completes the archive if it is not complete yet, and returns it.
  ///
  /// - Returns: The archive.
  /// - Throws: The first error: `EncodingError`, ``KeyedCodingError``, or the error that an object has passed to
  ///   `failWithError(_:)`.
  /// - Complexity: O(*n*), where *n* is the number of values and objects.
  public func archivedData() throws -> Data {
    finishEncoding()
    if let failure { throw failure }
    return data ?? Data()
  }

  /// The archive, which is completed if it is not complete yet.
  ///
  /// It is empty if an error occurred: see ``error``, or use ``archivedData()``, which throws.
  public var encodedData: Data {
    finishEncoding()
    return data ?? Data()
  }
}
