internal import Stele
internal import SteleFoundation

/// What a command reads: a file, or standard input when its name is `-`.
struct Input {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  /// What to call it.
  var title: String { name == "-" ? "standard input" : name.printable }

  /// All bytes, in memory once.
  func bytes(_ console: Console) throws(FileError) -> [UInt8] {
    name == "-" ? try console.readInput() : try FileSource.bytes(ofPath: name)
  }

  /// The file, when it is one and so large that it should not be in memory as a whole.
  func largeFile() throws(FileError) -> MappedFile? {
    guard name != "-", FileSource.isRegularFile(name) else { return nil }
    let file = try MappedFile(path: name)
    return file.byteCount >= 1 << 24 ? file : nil
  }

  /// The bytes of an archive, in memory only when it is no file.
  func archiveBytes(_ console: Console) throws(FileError) -> ArchiveBytes {
    guard name != "-", FileSource.isRegularFile(name) else { return .memory(try bytes(console)) }
    return .source(try FileSource(path: name))
  }
}
