/// What a process has measured of one contender in one workload.
struct Measurement: Codable {
  /// The name of the workload.
  var workload = ""
  /// The name of the contender.
  var contender = ""
  /// The number of objects, values or nodes.
  var count = 0
  var encode: Times?
  var decode: Times?
  /// The size of what was encoded.
  var byteCount: Int
  /// By how much the memory of the process rose at most while encoding once, in bytes.
  var encodeMemoryByteCount: Int?
  /// By how much the memory of a process rose at most that had only the bytes and decoded them once, in bytes.
  var decodeMemoryByteCount: Int?
  /// The hash of what was to be encoded, in hexadecimal digits.
  var expectedHash = ""
  /// The hash of what was decoded.
  var hash = ""
  /// Why there are no figures, or why they do not count.
  var failure: String?

  init(byteCount: Int = 0, encodeMemoryByteCount: Int? = nil) {
    self.byteCount = byteCount
    self.encodeMemoryByteCount = encodeMemoryByteCount
  }

  /// Whose failure it is, and why.
  var failureText: String? {
    failure.map { "\(workload) \(contender), \(count): \($0)" }
  }
}

/// What decoding took in a process of its own.
struct DecodingMemory: Codable {
  /// By how much the memory of the process rose at most, in bytes.
  var byteCount: Int?
  /// The hash of what was decoded.
  var hash: String
}
