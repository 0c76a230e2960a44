internal import Stele
internal import SteleFoundation

/// The error of an input that was refused: its name and the reason.
struct Refusal: Error, CustomStringConvertible {
  /// The name of the input; nil until ``of(_:_:)`` adds it.
  let name: String?
  let reason: String

  init(_ reason: String, name: String? = nil) {
    (self.name, self.reason) = (name, reason)
  }

  /// The error of a missing root, which lists the existing roots.
  init(missingRoot name: String, among names: [String]) {
    let others =
      names.isEmpty
      ? "the archive has no roots"
      : "the archive has " + names.prefix(Self.shownCount).map { $0.quoted }.joined(separator: ", ")
        + (names.count > Self.shownCount ? " and more" : "")
    self.init("there is no root \(name.quoted); \(others)")
  }

  var description: String { name.map { "\($0): \(reason)" } ?? reason }

  /// The largest number of names to show.
  static let shownCount = 20

  /// Advice for content that needs too much memory, at the end of a line.
  static let memoryAdvice = " (--memory SIZE allows more)"

  /// Calls a closure, and adds the name of the input to any refusal.
  static func of<Result>(_ input: Input, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw named(error, input)
    }
  }

  /// Returns an error of a file, of the command line or of a limit unchanged, and any other error as a refusal of the input.
  static func named(_ error: any Error, _ input: Input) -> any Error {
    let reason: String
    switch error {
    case is FileError, is UsageError, is TextLimit.Exceeded: return error
    case let error as Refusal where error.name != nil: return error
    case let error as ArchiveError where error.sourceError != nil:
      return named(error.sourceError ?? error, input)
    case let error as ArchiveError where error.rule == .memory:
      reason = error.clause + memoryAdvice
    case let error as ArchiveError where error.hint?.contains("stele import") == true:
      reason = "\(error.clause) (stele import makes an archive of a keyed archive)"
    case let error as ArchiveWritingError where error.reason == .breaks(.memory):
      reason = error.clause + memoryAdvice
    case let error as any ExplainedError: reason = error.clause
    default: reason = String(describing: error)
    }
    return Refusal(reason, name: input.title)
  }
}
