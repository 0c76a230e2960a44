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
  var encodeMemory: Int?
  /// By how much the memory of a process rose at most that had only the bytes and decoded them once, in bytes.
  var decodeMemory: Int?
  /// The hash of what was to be encoded.
  var expectedHash: UInt64 = 0
  /// The hash of what was decoded.
  var hash: UInt64 = 0
  /// Why there are no figures, or why they do not count.
  var failure: String?

  init(byteCount: Int = 0, encodeMemory: Int? = nil) {
    self.byteCount = byteCount
    self.encodeMemory = encodeMemory
  }
}

/// What decoding took in a process of its own.
struct DecodingMemory: Codable {
  /// By how much the memory of the process rose at most, in bytes.
  var byteCount: Int?
  /// The hash of what was decoded.
  var hash: UInt64
}
