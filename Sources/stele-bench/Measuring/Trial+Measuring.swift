internal import Foundation
internal import TestSupport

extension Trial: AnyTrial {
  func measure(_ repetitions: Repetitions, keeping path: String) throws -> Measurement {
    let (input, expected) = try makeInput()
    defer { releaseInput(input) }
    // The first repetition warms up, and measures memory.
    let memory = MemoryRise()
    var timer = Times.Timer()
    let encoded = try timer.time { try encode(input) }
    let memoryByteCount = memory.byteCount
    try encoded.data.write(to: URL(fileURLWithPath: path))
    var measurement = Measurement(
      byteCount: encoded.byteCount, encodeMemoryByteCount: memoryByteCount)
    measurement.expectedHash = Self.digits(expected)
    let first = try decode(encoded)
    measurement.hash = Self.digits(hash(try contentOf(first)))
    releaseOutput(first)
    guard let effort = repetitions.effort else {
      measurement.encode = Times(timer)
      return measurement
    }
    measurement.encode = try Times(effort) { timer in
      let bytes = try timer.time { try encode(input) }
      withExtendedLifetime(bytes) {}
    }
    measurement.decode = try Times(effort) { timer in
      let output = try timer.time { try decode(encoded) }
      releaseOutput(output)
    }
    return measurement
  }

  private static func digits(_ hash: UInt64) -> String { String(hash, radix: 16) }

  private func makeInput() throws -> (Input, UInt64) {
    let content = content()
    return (try input(content), hash(content))
  }

  func measureDecoding(of path: String) throws -> FirstDecoding {
    let encoded = Encoded(try Data(contentsOf: URL(fileURLWithPath: path)))
    let memory = MemoryRise()
    var timer = Times.Timer()
    let output = try timer.time { try decode(encoded) }
    let byteCount = memory.byteCount
    let hash = Self.digits(hash(try contentOf(output)))
    releaseOutput(output)
    return FirstDecoding(memoryByteCount: byteCount, times: Times(timer), hash: hash)
  }

  func perform(_ step: SingleStep) throws {
    let input = try input(content())
    if step != .build {
      let encoded = try encode(input)
      if step == .decode {
        let output = try decode(encoded)
        // The time of releasing must not be counted.
        withExtendedLifetime(output) { exit(0) }
      }
      withExtendedLifetime(encoded) { exit(0) }
    }
    withExtendedLifetime(input) { exit(0) }
  }
}
