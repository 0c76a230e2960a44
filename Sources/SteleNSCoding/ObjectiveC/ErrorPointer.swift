#if canImport(ObjectiveC)
  internal import Foundation

  /// Runs a throwing closure for a caller in Objective-C, and stores the error for the caller.
  ///
  /// The result is nil if the closure throws. An archive of nil gives nil without an error.
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
