/// The measurements of one contender in one workload.
struct Measurement: Codable {
  /// The name of the workload.
  var workload = ""
  /// The kind of values, in the workload that has several.
  var kind: String?
  /// The name of the contender.
  var contender = ""
  /// The number of objects, values or nodes.
  var count = 0
  var encode: Times?
  var decode: Times?
  /// The size of the archive.
  var byteCount: Int
  /// The peak rise of the process's memory while it encoded once, in bytes.
  var encodeMemoryByteCount: Int?
  /// The peak rise of the memory of a process that had only the bytes and decoded them once, in
  /// bytes.
  var decodeMemoryByteCount: Int?
  /// The hash of the content to encode, in hexadecimal digits.
  var expectedHash = ""
  /// The hash of the decoded content.
  var hash = ""
  /// The reason for which there are no figures, or for which they do not count.
  var failure: String?

  init(byteCount: Int = 0, encodeMemoryByteCount: Int? = nil) {
    self.byteCount = byteCount
    self.encodeMemoryByteCount = encodeMemoryByteCount
  }

  /// Adds the times of another round.
  mutating func append(_ round: Measurement) {
    if let times = round.encode { encode?.append(times) }
    if let times = round.decode { decode?.append(times) }
  }

  /// The contender that failed, and the reason.
  var failureText: String? {
    failure.map { failure in
      let names = [workload, kind, contender].compactMap { $0 }.joined(separator: " ")
      return "\(names), \(count): \(failure)"
    }
  }
}

/// The measurements of decoding once, in a process of its own.
struct FirstDecoding: Codable {
  /// The peak rise of the process's memory, in bytes.
  var memoryByteCount: Int?
  var times: Times
  /// The hash of the decoded content.
  var hash: String
}
