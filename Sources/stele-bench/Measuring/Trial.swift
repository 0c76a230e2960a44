/// The way in which one contender performs one workload.
///
/// The four steps are separate, so that each can be timed and run in a process of its own.
struct Trial<Content, Input, Encoded: EncodedBytes, Output> {
  /// Makes the common input of all contenders, in a form without objects.
  let content: () -> Content
  /// Returns the hash of the content, including which objects are identical.
  let hash: (Content) -> UInt64
  /// Makes the input of this contender.
  let input: (Content) throws -> Input
  let encode: (Input) throws -> Encoded
  let decode: (Encoded) throws -> Output
  /// Returns the content of the output, to compare its hash.
  let contentOf: (Output) throws -> Content
  /// Releases objects that would not be released by themselves, or only by recursion.
  var releaseInput: (Input) -> Void = { _ in }
  var releaseOutput: (Output) -> Void = { _ in }
}

/// A trial of unknown types.
protocol AnyTrial {
  /// Measures encoding and decoding, and writes the archive to a file.
  func measure(_ repetitions: Repetitions, keeping path: String) throws -> Measurement
  /// Decodes a file once.
  func measureDecoding(of path: String) throws -> FirstDecoding
  /// Performs some steps once, and nothing else.
  func perform(_ step: SingleStep) throws
}

/// The number and duration of repetitions in a round.
enum Repetitions: String {
  /// As many as give a steady minimum.
  case full
  /// As many for content that is coded in a few milliseconds.
  case short
  /// Fewer.
  case quick
  /// None: the first time that the process encodes is measured.
  case first

  /// The effort for the repetitions, or nil if there are none.
  var effort: Effort? {
    switch self {
    case .full: Effort(seconds: 0.4, minimumRunCount: 1, maximumRunCount: 9)
    case .short: Effort(seconds: 0.1, minimumRunCount: 2, maximumRunCount: 9)
    case .quick: Effort(seconds: 0.05, minimumRunCount: 1, maximumRunCount: 5)
    case .first: nil
    }
  }
}

/// The limits of repetitions.
struct Effort {
  /// The time in seconds after which no repetition begins if there have been enough.
  var seconds: Double
  var minimumRunCount: Int
  var maximumRunCount: Int
}

/// The steps that a process performs once to have its instructions counted.
enum SingleStep: String {
  /// Makes the input.
  case build
  /// Makes the input, and encodes it.
  case encode
  /// Makes the input, encodes it, and decodes that.
  case decode
}
