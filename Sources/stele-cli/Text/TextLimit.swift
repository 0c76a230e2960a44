/// A limit on the text that the tool writes for an archive.
///
/// Names are repeated for each key, object and value, so the length of the text can be quadratic in the size of the archive.
///
/// Spec §11.5.
final class TextLimit {
  private let byteCount: Int
  private var rest: Int

  /// Makes the limit for an archive of a size; a limit of nil means the default.
  init(archiveByteCount: Int, _ byteCount: Int? = nil) {
    let (product, overflow) = archiveByteCount.multipliedReportingOverflow(by: 256)
    let (sum, overflow2) = product.addingReportingOverflow(16 << 20)
    self.byteCount = byteCount ?? (overflow || overflow2 ? .max : sum)
    rest = self.byteCount
  }

  /// Returns a function that passes text to another one, up to the limit.
  func bounding(_ write: @escaping ([UInt8]) throws -> Void) -> ([UInt8]) throws -> Void {
    { text in
      try self.admit(text.count)
      self.rest -= text.count
      try write(text)
    }
  }

  /// Returns a function that writes lines to a console, up to the limit.
  func writer(to console: Console) -> (Line) throws -> Void {
    let write = bounding(console.write(unseen:))
    return { line in try write(Array(line.text.utf8)) }
  }

  /// Checks the length of text that is still being collected.
  ///
  /// - Throws: ``Exceeded`` if the text would exceed the limit.
  func admit(_ count: Int) throws(Exceeded) {
    guard count <= rest else { throw Exceeded(byteCount: byteCount) }
  }

  /// The error of text that would be too long.
  struct Exceeded: Error, Equatable, CustomStringConvertible {
    let byteCount: Int

    var description: String {
      "the text would have more than \(byteCount.grouped) bytes; --limit raises the limit"
    }
  }
}
