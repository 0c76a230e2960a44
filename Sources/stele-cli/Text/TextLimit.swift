/// How much text the tool writes of an archive.
///
/// Names are repeated for each object and value, so that the text can become as long as the square of the archive.
///
/// Spec §10.5.
final class TextLimit {
  private let byteCount: Int
  private var rest: Int

  init(archiveByteCount: Int) {
    let (product, overflow) = archiveByteCount.multipliedReportingOverflow(by: 256)
    let (sum, overflow2) = product.addingReportingOverflow(16 << 20)
    byteCount = overflow || overflow2 ? .max : sum
    rest = byteCount
  }

  /// Counts some text before it is written.
  func take(_ count: Int) throws {
    guard count <= rest else { throw Exceeded(byteCount: byteCount) }
    rest -= count
  }

  private struct Exceeded: Error, CustomStringConvertible {
    let byteCount: Int

    var description: String {
      "the text would have more than \(byteCount.grouped) bytes, 256 for each byte of the archive"
    }
  }
}
