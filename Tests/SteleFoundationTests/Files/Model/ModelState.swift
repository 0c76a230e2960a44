import Foundation

@testable import SteleFoundation

/// The content of a disk and its open files: a value, so that each state can be kept and continued.
struct ModelState {
  /// A file, a folder or a link.
  struct Inode {
    var kind: FileFacts.Kind
    var permissions: UInt16
    var owner: UInt32
    var group: UInt32
    var content: [UInt8] = []
    /// The content that would remain after a power failure.
    var durableContent: [UInt8]?
    /// Those of a folder.
    var names: [FilePath: Int] = [:]
    /// The names of a folder that a failure of the power would leave, and what was done to them since, in order.
    var durableNames: [FilePath: Int] = [:]
    var pendingNames: [[FilePath: Int]] = []
    /// That of a link.
    var destination = FilePath("")
  }

  private struct OpenFile {
    var inode: Int
    var offset = 0
    var isWritable: Bool
  }

  /// Who makes the calls; 0 may do everything.
  var user: UInt32 = 1000
  /// The groups of that user, the first of which new files get.
  var groups: [UInt32] = [1000]
  /// The mask that is removed from the permissions of new files.
  var umask: UInt16 = 0o022
  /// Whether files without names are known.
  var hasUnnamedFiles = true
  /// Whether locks are known.
  var hasLocks = true
  /// How many bytes a file may have.
  var byteLimit = Int.max
  /// How many bytes a call writes or reads at most.
  var stepByteCount = 3

  private(set) var inodes: [Int: Inode] = [:]
  private var files: [Int32: OpenFile] = [:]
  private var locks: [Int: Int32] = [:]
  private var nextInode = 2
  private var nextFile: Int32 = 3

  /// A disk with an empty root folder that all users may change.
  init() { inodes[1] = Inode(kind: .folder, permissions: 0o777, owner: 0, group: 0) }

  // MARK: Looking at it

  /// How many files are open.
  var openFileCount: Int { files.count }

  /// The names in a folder, in order.
  func names(at path: String) -> [String] {
    let folder = try? inodes[find(FilePath(path), in: nil, followingLinks: true)]
    return folder?.names.keys.map(\.text).sorted() ?? []
  }

  /// The file at a path.
  subscript(path: String) -> Inode? {
    (try? find(FilePath(path), in: nil, followingLinks: true)).flatMap { inodes[$0] }
  }

  /// Adds a file, folder or link, all of which is on the disk.
  @discardableResult
  mutating func add(
    _ path: String, _ kind: FileFacts.Kind = .regular, _ content: [UInt8] = [],
    permissions: UInt16 = 0o644, owner: UInt32 = 1000, group: UInt32 = 1000,
    to destination: String = ""
  ) -> Int {
    var inode = Inode(kind: kind, permissions: permissions, owner: owner, group: group)
    inode.content = content
    inode.durableContent = content
    inode.destination = FilePath(destination)
    let number = nextInode
    nextInode += 1
    inodes[number] = inode
    let path = FilePath(path)
    if let folder = try? find(path.folder, in: nil, followingLinks: true) {
      inodes[folder]?.names[path.name] = number
      inodes[folder]?.durableNames[path.name] = number
    }
    return number
  }

  /// The state that remains if the process is killed now.
  var afterKill: ModelState {
    var state = self
    state.files = [:]
    state.locks = [:]
    return state
  }

  /// All that can be left if the power fails now; content that was not waited for is gone.
  var afterPowerFailures: [ModelState] {
    var all: [ModelState] = []
    for (number, inode) in inodes where inode.kind == .folder {
      for names in [inode.durableNames] + inode.pendingNames {
        var state = afterKill
        state.inodes[number]?.names = names
        for (key, inode) in inodes { state.inodes[key]?.content = inode.durableContent ?? [] }
        all.append(state)
      }
    }
    return all
  }

  // MARK: Paths

  func inode(of file: Int32) throws(SystemError) -> Int {
    guard let open = files[file] else { throw SystemError(EBADF) }
    return open.inode
  }

  private func start(_ path: FilePath, _ folder: Int32?) throws(SystemError) -> Int {
    guard path.bytes.first != UInt8(ascii: "/"), let folder else { return 1 }
    return try inode(of: folder)
  }

  /// The number of the file at a path.
  func find(_ path: FilePath, in folder: Int32?, followingLinks: Bool) throws(SystemError) -> Int {
    guard !path.bytes.isEmpty else { throw SystemError(ENOENT) }
    var parts = path.bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: Array($0)) }
    parts.reverse()
    var trail = [try start(path, folder)]
    var linkCount = 0
    while let part = parts.popLast() {
      guard let current = trail.last, let inode = inodes[current] else { throw SystemError(ENOENT) }
      guard inode.kind == .folder else { throw SystemError(ENOTDIR) }
      guard isAllowed(0o1, inode) else { throw SystemError(EACCES) }
      if part.text == "." { continue }
      if part.text == ".." {
        trail.append(parent(of: current))
        continue
      }
      guard let next = inode.names[part] else { throw SystemError(ENOENT) }
      guard let link = inodes[next], link.kind == .link, followingLinks || !parts.isEmpty else {
        trail.append(next)
        continue
      }
      linkCount += 1
      guard linkCount <= 40 else { throw SystemError(ELOOP) }
      let text = link.destination
      if text.bytes.first == UInt8(ascii: "/") { trail.append(1) }
      parts += text.bytes.split(separator: UInt8(ascii: "/")).reversed()
        .map { FilePath(bytes: Array($0)) }
    }
    return trail.last ?? 1
  }

  private func parent(of number: Int) -> Int {
    inodes.first { $0.value.kind == .folder && $0.value.names.values.contains(number) }?.key ?? 1
  }

  private func isAllowed(_ bit: UInt16, _ inode: Inode) -> Bool {
    if user == 0 { return true }
    let shift: UInt16 = inode.owner == user ? 6 : groups.contains(inode.group) ? 3 : 0
    return inode.permissions >> shift & bit != 0
  }

  func facts(of number: Int) throws(SystemError) -> FileFacts {
    guard let inode = inodes[number] else { throw SystemError(ENOENT) }
    return FileFacts(
      kind: inode.kind, identity: .init(device: 1, number: UInt64(number)),
      byteCount: inode.content.count, permissions: inode.permissions, owner: inode.owner,
      group: inode.group, modificationTime: Int64(inode.content.count))
  }

  func link(at name: FilePath, in folder: Int32?) throws(SystemError) -> FilePath? {
    let inode = inodes[try find(name, in: folder, followingLinks: false)]
    return inode?.kind == .link ? inode?.destination : nil
  }

  func names(in folder: Int32) throws(SystemError) -> [FilePath] {
    Array(inodes[try inode(of: folder)]?.names.keys ?? [:].keys)
  }

  // MARK: Open files

  private mutating func open(_ inode: Int, isWritable: Bool) -> Int32 {
    defer { nextFile += 1 }
    files[nextFile] = OpenFile(inode: inode, isWritable: isWritable)
    return nextFile
  }

  private mutating func makeFile(_ permissions: UInt16, group: UInt32?) -> Int {
    defer { nextInode += 1 }
    inodes[nextInode] = Inode(
      kind: .regular, permissions: permissions & ~umask, owner: user, group: groups[0])
    return nextInode
  }

  mutating func open(
    _ path: FilePath, in folder: Int32?, for purpose: OpenPurpose, permissions: UInt16
  ) throws(SystemError) -> Int32 {
    switch purpose {
    case .reading, .readingRegular, .folder, .listing, .locking, .writingInPlace:
      let follows = purpose != .locking && purpose != .writingInPlace
      let number = try find(path, in: folder, followingLinks: follows)
      guard let inode = inodes[number] else { throw SystemError(ENOENT) }
      guard follows || inode.kind != .link else { throw SystemError(ELOOP) }
      let isFolder = purpose == .folder || purpose == .listing
      guard !isFolder || inode.kind == .folder else { throw SystemError(ENOTDIR) }
      guard isAllowed(purpose == .folder ? 0o1 : follows ? 0o4 : 0o2, inode) else {
        throw SystemError(EACCES)
      }
      return open(number, isWritable: !follows)
    case .writingUnnamed:
      guard hasUnnamedFiles else { throw SystemError(EOPNOTSUPP) }
      let parent = try find(path, in: folder, followingLinks: true)
      guard let inode = inodes[parent], isAllowed(0o2, inode) else { throw SystemError(EACCES) }
      return open(makeFile(permissions, group: nil), isWritable: true)
    case .writingNew:
      let parent = try find(path.folder, in: folder, followingLinks: true)
      guard let inode = inodes[parent], isAllowed(0o2, inode) else { throw SystemError(EACCES) }
      guard inode.names[path.name] == nil else { throw SystemError(EEXIST) }
      let number = makeFile(permissions, group: nil)
      setName(path.name, to: number, in: parent)
      return open(number, isWritable: true)
    }
  }

  mutating func duplicate(_ file: Int32) throws(SystemError) -> Int32 {
    guard let copy = files[file] else { throw SystemError(EBADF) }
    defer { nextFile += 1 }
    files[nextFile] = copy
    return nextFile
  }

  mutating func close(_ file: Int32) {
    files[file] = nil
    locks = locks.filter { $0.value != file }
  }

  mutating func read(
    _ file: Int32, byteCount: Int, at offset: Int?
  ) throws(SystemError) -> [UInt8] {
    guard let open = files[file] else { throw SystemError(EBADF) }
    let content = inodes[open.inode]?.content ?? []
    let bytes = content.dropFirst(offset ?? open.offset).prefix(min(byteCount, stepByteCount))
    if offset == nil { files[file]?.offset += bytes.count }
    return Array(bytes)
  }

  mutating func write(_ file: Int32, _ bytes: [UInt8]) throws(SystemError) -> Int {
    guard let open = files[file], open.isWritable else { throw SystemError(EBADF) }
    let count = inodes[open.inode]?.content.count ?? 0
    let step = bytes.prefix(min(stepByteCount, byteLimit - count))
    guard !step.isEmpty else { throw SystemError(ENOSPC) }
    inodes[open.inode]?.content += step
    inodes[open.inode]?.durableContent = nil
    return step.count
  }

  mutating func flush(_ file: Int32) throws(SystemError) {
    let number = try inode(of: file)
    guard let inode = inodes[number] else { throw SystemError(EIO) }
    inodes[number]?.durableContent = inode.content
    inodes[number]?.durableNames = inode.names
    inodes[number]?.pendingNames = []
  }

  mutating func setPermissions(_ permissions: UInt16, of file: Int32) throws(SystemError) {
    let number = try inode(of: file)
    guard user == 0 || inodes[number]?.owner == user else { throw SystemError(EPERM) }
    inodes[number]?.permissions = permissions & 0o777
  }

  mutating func setOwner(_ owner: UInt32?, group: UInt32?, of file: Int32) throws(SystemError) {
    let number = try inode(of: file)
    if user != 0 {
      guard owner == nil || owner == inodes[number]?.owner else { throw SystemError(EPERM) }
      guard group == nil || groups.contains(group ?? 0) || group == inodes[number]?.group else {
        throw SystemError(EPERM)
      }
    }
    if let owner { inodes[number]?.owner = owner }
    if let group { inodes[number]?.group = group }
  }

  mutating func lock(_ file: Int32) throws(SystemError) {
    guard hasLocks else { throw SystemError(ENOLCK) }
    let number = try inode(of: file)
    guard locks[number] == nil || locks[number] == file else { throw SystemError(EWOULDBLOCK) }
    locks[number] = file
  }

  // MARK: Names

  private mutating func setName(_ name: FilePath, to number: Int?, in folder: Int) {
    guard var inode = inodes[folder] else { return }
    inode.names[name] = number
    inode.pendingNames.append(inode.names)
    inodes[folder] = inode
  }

  private func writableFolder(_ folder: Int32) throws(SystemError) -> Int {
    let number = try inode(of: folder)
    guard let inode = inodes[number], isAllowed(0o2, inode) else { throw SystemError(EACCES) }
    return number
  }

  mutating func link(_ file: Int32, as name: FilePath, in folder: Int32) throws(SystemError) {
    let parent = try writableFolder(folder)
    guard inodes[parent]?.names[name] == nil else { throw SystemError(EEXIST) }
    setName(name, to: try inode(of: file), in: parent)
  }

  mutating func rename(
    _ name: FilePath, to newName: FilePath, in folder: Int32
  ) throws(SystemError) {
    let parent = try writableFolder(folder)
    guard let number = inodes[parent]?.names[name] else { throw SystemError(ENOENT) }
    if let old = inodes[parent]?.names[newName], inodes[old]?.kind == .folder {
      throw SystemError(EISDIR)
    }
    guard var inode = inodes[parent] else { throw SystemError(ENOENT) }
    inode.names[name] = nil
    inode.names[newName] = number
    inode.pendingNames.append(inode.names)
    inodes[parent] = inode
  }

  mutating func unlink(_ name: FilePath, in folder: Int32) throws(SystemError) {
    let parent = try writableFolder(folder)
    guard inodes[parent]?.names[name] != nil else { throw SystemError(ENOENT) }
    setName(name, to: nil, in: parent)
  }
}
