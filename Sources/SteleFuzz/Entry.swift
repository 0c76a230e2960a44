#if FUZZING
  import Foundation

  /// Runs one input, which must not cause a trap or a disagreement; libFuzzer calls this function.
  ///
  /// The environment variable `STELE_FUZZ_TARGET` names the target.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Safe: libFuzzer passes the address and the size of one buffer, which lives during the call.
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if target.losesMemory(bytes) {
      target.run(bytes)
      return 0
    }
    // Memory that is allocated only once, such as that of caches, does not grow again. But hashes differ between runs,
    // so the first runs may not fill all caches.
    if (0..<10).allSatisfy({ _ in grows(by: bytes) }) {
      FuzzTarget.disagree("memory is lost each time")
    }
    return 0
  }

  /// Returns whether a run of an input leaves more memory allocated than before.
  ///
  /// The leak sanitizer is of no use: it reports memory to which an indirect enum refers as lost.
  private func grows(by bytes: [UInt8]) -> Bool {
    let before = allocatedByteCount()
    target.run(bytes)
    return allocatedByteCount() > before
  }

  /// Returns the sanitizer's count of allocated bytes.
  @_silgen_name("__sanitizer_get_current_allocated_bytes")
  private func allocatedByteCount() -> Int

  private let target =
    FuzzTarget(rawValue: ProcessInfo.processInfo.environment["STELE_FUZZ_TARGET"] ?? "") ?? .archive
#else
  import Foundation
  import TestSupport

  /// Replays inputs, turns archives into inputs, or gives changed archives to all readers.
  @main
  enum Entry {
    static let usage = """
      usage: SteleFuzz TARGET FILE...              replay inputs; TARGET is \
      \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))
             SteleFuzz --seeds FOLDER ARCHIVE...   write inputs of the target payloads
             SteleFuzz --archives FOLDER FILE...   write the archives that inputs of the target decode make
             SteleFuzz --mutants COUNT [SEED]      give changed archives to all readers, which must agree
             SteleFuzz --mutant SEED [FILE]        repeat one of them, and write it
      To fuzz, build with --sanitize=fuzzer and -Xswiftc -DFUZZING; see .github/LONG-RUNS.md.
      """

    static func main() async throws {
      let arguments = CommandLine.arguments.dropFirst()
      if arguments.first == "--mutants", let count = arguments.dropFirst().first.flatMap(Int.init),
        count > 0
      {
        let seed = arguments.dropFirst(2).first.flatMap(UInt64.init)
        let run = MutantRun(count: count, seed: seed ?? .random(in: 0..<(1 << 48)))
        exit(try await run.run() ? 0 : 1)
      } else if arguments.first == "--seeds", let folder = arguments.dropFirst().first {
        for path in arguments.dropFirst(2) {
          let url = URL(filePath: path)
          let seed = PayloadInput.seed(from: Array(try Data(contentsOf: url)))
          try Data(seed).write(to: URL(filePath: folder).appending(path: url.lastPathComponent))
        }
      } else if arguments.first == "--archives", let folder = arguments.dropFirst().first {
        for path in arguments.dropFirst(2) {
          let url = URL(filePath: path)
          let input = DecodeTarget.input(Array(try Data(contentsOf: url)))
          let name = url.lastPathComponent + ".stele"
          if let input {
            try Data(input.archive).write(to: URL(filePath: folder).appending(path: name))
          }
        }
      } else if arguments.first == "--mutant",
        let seed = arguments.dropFirst().first.flatMap(UInt64.init)
      {
        let mutant = try Mutants().mutant(seed: seed)
        if let path = arguments.dropFirst(2).first {
          try Data(mutant.bytes).write(to: URL(filePath: path))
        }
        for line in mutant.judged().disagreements { print(line) }
      } else if let name = arguments.first, let target = FuzzTarget(rawValue: name) {
        for path in arguments.dropFirst() {
          let bytes = Array(try Data(contentsOf: URL(filePath: path)))
          if target == .decode {
            for line in DecodeTarget.disagreements(bytes) { print("\(path): \(line)") }
          } else {
            target.run(bytes)
          }
        }
        print("\(arguments.count - 1) inputs replayed")
      } else {
        print(usage)
        exit(2)
      }
    }
  }
#endif
