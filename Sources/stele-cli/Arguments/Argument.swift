internal import Foundation
internal import SteleFoundation

/// A word of the command line: bytes, because the name of a file need not be UTF-8.
package struct Argument: Hashable, Sendable {
  let bytes: [UInt8]

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  init(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The word as text; bytes that are not UTF-8 are shown as U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  var path: FilePath { FilePath(bytes: bytes) }

  /// The parts before and after the first equals sign, if there is one.
  var parts: (before: Argument, after: Argument)? {
    guard let index = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return (Argument(bytes: bytes[..<index]), Argument(bytes: bytes[(index + 1)...]))
  }

  /// The words of the command line of the process, without its own name.
  package static var ofProcess: [Argument] {
    #if os(Windows)
      CommandLine.arguments.dropFirst().map(Argument.init)
    #else
      // Not `CommandLine.arguments`, which replaces bytes that are not UTF-8.
      (1..<max(1, Int(CommandLine.argc))).compactMap { index in
        // Safe: the system keeps `argc` C strings there, and no code changes them.
        guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
        return unsafe Argument(bytes: UnsafeRawBufferPointer(start: word, count: strlen(word)))
      }
    #endif
  }
}
