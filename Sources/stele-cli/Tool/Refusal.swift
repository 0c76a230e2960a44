internal import Stele
internal import SteleFoundation

/// The error of an input that was refused: its name and the reason.
struct Refusal: Error, CustomStringConvertible {
  let name: String
  let reason: String

  var description: String { "\(name): \(reason)" }

  /// Advice for content that needs too much memory, at the end of a line.
  static let memoryAdvice = " (--memory SIZE allows more)"

  /// Calls a closure, and adds the name of the input to any refusal.
  static func of<Result>(_ input: Input, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileError {
      throw error
    } catch let error as UsageError {
      throw error
    } catch let error as Refusal {
      throw error
    } catch let error as TextLimit.Exceeded {
      throw error
    } catch let error as ArchiveError where error.rule == .memory {
      throw Refusal(name: input.title, reason: "\(error.clause)\(memoryAdvice)")
    } catch let error as ArchiveError where error.hint?.contains("stele import") == true {
      throw Refusal(
        name: input.title,
        reason: "\(error.clause) (stele import makes an archive of a keyed archive)")
    } catch let error as ArchiveWritingError where error.reason == .breaks(.memory) {
      throw Refusal(name: input.title, reason: "\(error.clause)\(memoryAdvice)")
    } catch let error as any ExplainedError {
      throw Refusal(name: input.title, reason: error.clause)
    } catch {
      throw Refusal(name: input.title, reason: String(describing: error))
    }
  }
}
