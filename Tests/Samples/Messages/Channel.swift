import Stele

/// The reason why a message of the other side is refused.
enum Refusal: Error {
  /// The message is too long; what follows it cannot be found, so close the connection.
  case tooLong(byteCount: Int)
  /// The bytes are not a valid archive.
  case invalidArchive(ArchiveError)
  /// A class is not allowed, or a value is not one of the program's types or refused by an initialiser.
  case unfit(SteleCodingError, explanation: String)
  /// An initialiser has thrown an error of its own, which is not a `DecodingError`.
  case other(any Error)
}

/// Both directions of a connection, each with its messages as archives after their lengths.
///
/// A channel is for one thread, like the coders that it keeps.
struct Channel<Sent: Encodable, Received: Decodable> {
  private let encoder = SeriesEncoder()
  private let decoder: SeriesDecoder
  private let byteLimit: Int
  private var buffer: [UInt8] = []

  init(allowing classes: ClassSet = [], byteLimit: Int = 1 << 20) {
    var decoder = SteleDecoder(allowing: classes)
    decoder.allowsListedClassesOnly = true
    decoder.limits.valueNesting = 8
    self.decoder = SeriesDecoder(decoder)
    self.byteLimit = byteLimit
  }

  /// Returns the bytes of a message: its length in four bytes, the lowest first, and its archive.
  func bytes(of message: Sent) throws -> [UInt8] {
    let archive = try encoder.encode(message)
    guard archive.count <= byteLimit, let length = UInt32(exactly: archive.count) else {
      throw Refusal.tooLong(byteCount: archive.count)
    }
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + archive
  }

  /// Returns the messages that are complete when some bytes have arrived, each by itself: one that is
  /// refused does not affect the next.
  mutating func receive(
    _ bytes: some Sequence<UInt8>
  ) throws(Refusal) -> [Result<Received, Refusal>] {
    buffer += bytes
    var messages: [Result<Received, Refusal>] = []
    var rest = buffer[...]
    while rest.count >= 4 {
      let byteCount = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      // Before the bytes are waited for: the other side chooses the length.
      guard byteCount <= byteLimit else { throw .tooLong(byteCount: byteCount) }
      guard rest.count - 4 >= byteCount else { break }
      let archive = Array(rest.dropFirst(4).prefix(byteCount))
      messages.append(Result { () throws(Refusal) in try message(archive) })
      rest = rest.dropFirst(4 + byteCount)
    }
    buffer = Array(rest)
    return messages
  }

  /// Decodes one archive.
  func message(_ archive: [UInt8]) throws(Refusal) -> Received {
    do {
      return try decoder.decode(Received.self, from: archive)
    } catch {
      guard let error = error as? DecodingError else { throw .other(error) }
      switch error.underlyingError {
      case let cause as ArchiveError: throw .invalidArchive(cause)
      case let cause as SteleCodingError: throw .unfit(cause, explanation: error.explanation)
      default: throw .other(error)
      }
    }
  }
}
