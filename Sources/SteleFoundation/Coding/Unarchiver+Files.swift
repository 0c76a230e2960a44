public import Foundation
public import Stele

extension Unarchiver {
  /// Makes an unarchiver of the archive in a file, which is read as a whole, and validated first.
  ///
  /// To read and check only what is asked for, make one of an open archive: `Unarchiver(Archive(contentsOf: url))`.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - decoder: What to accept, and how.
  /// - Throws: ``FileError`` when the file cannot be read; when it is not a valid archive.
  public convenience init(contentsOf url: URL, _ decoder: SteleDecoder = SteleDecoder()) throws {
    try self.init(FileSource(url).bytes(), decoder)
  }
}
