#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The path of a file in the form of the operating system: bytes, which need not be UTF-8.
///
/// Nothing in a path is resolved, expanded or normalised: `..`, `~` and links have the meaning that
/// the operating system gives them.
package struct FilePath: Hashable, Sendable {
  /// The bytes, without a terminating zero.
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    #if os(Windows)
      // On Windows both characters separate names; a path here has only one separator.
      bytes = text.utf8.map { $0 == UInt8(ascii: "\\") ? Self.slash : $0 }
    #else
      bytes = Array(text.utf8)
    #endif
  }

  /// Whether the path is independent of the folder in which it is resolved.
  var isAbsolute: Bool {
    #if os(Windows)
      if bytes.dropFirst().first == UInt8(ascii: ":") { return true }
    #endif
    return bytes.first == Self.slash
  }

  /// Makes the path of a URL; errors name the operation.
  ///
  /// - Throws: ``FileError`` if the URL does not name a file of this machine.
  package init(_ url: URL, for operation: FileError.Operation) throws(FileError) {
    guard url.isFileURL else { throw FileError(operation, url.absoluteString, .notAFileURL) }
    #if os(Windows)
      bytes = url.withUnsafeFileSystemRepresentation { representation in
        unsafe representation.map { unsafe FilePath(String(cString: $0)).bytes } ?? []
      }
    #else
      // Not `url.path`, which replaces bytes that are not UTF-8.
      let path = url.absoluteURL.path(percentEncoded: true)
      guard let decoded = Self.removingPercentEncoding(path.utf8), !decoded.contains(0) else {
        throw FileError(operation, url.absoluteString, .notAFileURL)
      }
      // URLs of folders end with a slash; the path must not depend on how the URL was made.
      bytes = decoded.count > 1 && decoded.last == Self.slash ? decoded.dropLast() : decoded
    #endif
  }

  private static let slash = UInt8(ascii: "/")

  private static func removingPercentEncoding(_ text: String.UTF8View) -> [UInt8]? {
    var rest = text[...]
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2,
        let value = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// The path as text; bytes that are not UTF-8 are shown as U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path of the folder that contains the last name: `.` if there is only one name.
  var folder: FilePath {
    guard let last = bytes.lastIndex(of: Self.slash) else { return FilePath(".") }
    return FilePath(bytes: Array(bytes[...last]))
  }

  /// The name after the last slash, which is empty if the path ends with one.
  var name: FilePath {
    guard let last = bytes.lastIndex(of: Self.slash) else { return self }
    return FilePath(bytes: Array(bytes[(last + 1)...]))
  }

  /// Whether the last name can only refer to a folder.
  var namesFolder: Bool { [[], [0x2E], [0x2E, 0x2E]].contains(name.bytes) }

  /// Returns the path of a name in this folder.
  func appending(_ name: FilePath) -> FilePath {
    FilePath(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + name.bytes)
  }

  package func hasSuffix(_ suffix: String) -> Bool {
    bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}
