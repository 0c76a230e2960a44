#if canImport(ObjectiveC)
  internal import Foundation

  /// Runs a throwing closure for a caller in Objective-C, where an archive of nil gives nil without
  /// an error.
  ///
  /// - Parameters:
  ///   - error: Where the caller wants the error, or nil.
  ///   - body: The closure.
  /// - Returns: The result of the closure, or nil if it throws.
  @unsafe
  func reporting<Result>(_ error: NSErrorPointer, _ body: () throws -> Result?) -> Result? {
    do {
      return try body()
    } catch let failure {
      // Safe: the caller has room for an error there.
      unsafe error?.pointee = failure as NSError
      return nil
    }
  }
#endif
