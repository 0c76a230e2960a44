/// How one contender does one workload.
///
/// The four steps are separate so that each can be timed, and done in a process of its own.
struct Trial<Content, Input, Encoded: EncodedBytes, Output> {
  /// Makes what all contenders encode, in a form without objects.
  let content: () -> Content
  /// The hash of the content, with what is the same object as what.
  let hash: (Content) -> UInt64
  /// Makes what this contender encodes.
  let input: (Content) throws -> Input
  let encode: (Input) throws -> Encoded
  let decode: (Encoded) throws -> Output
  /// Finds the content again, to compare its hash.
  let contentOf: (Output) throws -> Content
  /// Lets go what would not be released by itself, or only by recursion.
  var releaseInput: (Input) -> Void = { _ in }
  var releaseOutput: (Output) -> Void = { _ in }
}

/// A trial whose types are not known.
protocol AnyTrial {
  /// Measures encoding and decoding, and writes what was encoded to a file.
  func measure(_ effort: Effort, keeping path: String) throws -> Measurement
  /// Decodes a file once, and says how much memory that took and what hash the output has.
  func measureDecoding(of path: String) throws -> DecodingMemory
  /// Does some steps once, and nothing else.
  func perform(_ step: SingleStep) throws
}

/// How long something is repeated.
struct Effort {
  /// No repetition begins after this time, in seconds, when there have been enough.
  var seconds: Double
  var minimumRunCount: Int
  var maximumRunCount: Int
  /// Whether time is what the processor works for the process, not what passes.
  var usesProcessorTime = false

  static let full = Effort(seconds: 2, minimumRunCount: 3, maximumRunCount: 25)
  static let quick = Effort(seconds: 0.15, minimumRunCount: 3, maximumRunCount: 10)
}

/// What a process does once whose instructions are counted.
enum SingleStep: String {
  /// Makes the input.
  case build
  /// Makes the input, and encodes it.
  case encode
  /// Makes the input, encodes it, and decodes that.
  case decode
}
