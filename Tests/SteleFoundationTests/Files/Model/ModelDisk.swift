import Foundation
import Synchronization

@testable import SteleFoundation

/// A file system in memory, which keeps what stood in it after each call and lets calls fail.
final class ModelDisk: SystemCalls {
  /// A call that fails.
  struct Fault {
    /// How many calls come before it.
    let index: Int
    let code: Int32
  }

  /// A call that was made.
  enum Call: String {
    case open, openUnnamed, openNew, duplicate, facts, destination, names, read, write, wait, flush
    case setPermissions, setOwner, lock, link, rename, unlink
  }

  private struct Log {
    var state: ModelState
    var fault: Fault?
    var calls: [Call] = []
    var states: [ModelState] = []
  }

  private let log: Mutex<Log>

  init(_ state: ModelState, fault: Fault? = nil) {
    log = Mutex(Log(state: state, fault: fault))
  }

  /// The current content.
  var state: ModelState { log.withLock { $0.state } }

  /// The calls that were made, in order.
  var calls: [Call] { log.withLock { $0.calls } }

  /// The content after each call.
  var states: [ModelState] { log.withLock { $0.states } }

  private func perform<Result>(
    _ call: Call, _ body: (inout ModelState) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    // The lock is not generic over what comes out of it.
    var log = log.withLock { $0 }
    let index = log.calls.count
    log.calls.append(call)
    defer {
      log.states.append(log.state)
      let new = log
      self.log.withLock { $0 = new }
    }
    if let fault = log.fault, fault.index == index { throw SystemError(fault.code) }
    return try body(&log.state)
  }

  func open(
    _ path: FilePath, in folder: Int32?, for purpose: OpenPurpose, permissions: UInt16
  ) throws(SystemError) -> Int32 {
    let call: Call =
      switch purpose {
      case .writingUnnamed: .openUnnamed
      case .writingNew: .openNew
      default: .open
      }
    return try perform(call) { (state) throws(SystemError) in
      try state.open(path, in: folder, for: purpose, permissions: permissions)
    }
  }

  func duplicate(_ file: Int32) throws(SystemError) -> Int32 {
    try perform(.duplicate) { (state) throws(SystemError) in try state.duplicate(file) }
  }

  func close(_ file: Int32) {
    log.withLock { $0.state.close(file) }
  }

  func facts(of file: Int32) throws(SystemError) -> FileFacts {
    try perform(.facts) { (state) throws(SystemError) in
      try state.facts(of: state.inode(of: file))
    }
  }

  func facts(
    at path: FilePath, in folder: Int32?, followingLinks: Bool
  ) throws(SystemError) -> FileFacts {
    try perform(.facts) { (state) throws(SystemError) in
      try state.facts(of: state.find(path, in: folder, followingLinks: followingLinks))
    }
  }

  func destination(ofLink name: FilePath, in folder: Int32?) throws(SystemError) -> FilePath {
    try perform(.destination) { (state) throws(SystemError) in
      guard let path = try state.link(at: name, in: folder) else { throw SystemError(EINVAL) }
      return path
    }
  }

  func names(in folder: Int32) throws(SystemError) -> [FilePath] {
    try perform(.names) { (state) throws(SystemError) in try state.names(in: folder) }
  }

  func read(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int?
  ) throws(SystemError) -> Int {
    let bytes = try perform(.read) { (state) throws(SystemError) in
      try state.read(file, byteCount: buffer.count, at: offset)
    }
    unsafe buffer.copyBytes(from: bytes)
    return bytes.count
  }

  func write(_ file: Int32, _ buffer: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    let bytes = unsafe Array(buffer)
    return try perform(.write) { (state) throws(SystemError) in try state.write(file, bytes) }
  }

  func wait(for file: Int32, toWrite: Bool) throws(SystemError) {
    try perform(.wait) { (_) throws(SystemError) in }
  }

  func flush(_ file: Int32) throws(SystemError) {
    try perform(.flush) { (state) throws(SystemError) in try state.flush(file) }
  }

  func setPermissions(_ permissions: UInt16, of file: Int32) throws(SystemError) {
    try perform(.setPermissions) { (state) throws(SystemError) in
      try state.setPermissions(permissions, of: file)
    }
  }

  func setOwner(_ owner: UInt32?, group: UInt32?, of file: Int32) throws(SystemError) {
    try perform(.setOwner) { (state) throws(SystemError) in
      try state.setOwner(owner, group: group, of: file)
    }
  }

  func lock(_ file: Int32) throws(SystemError) {
    try perform(.lock) { (state) throws(SystemError) in try state.lock(file) }
  }

  func link(_ file: Int32, as name: FilePath, in folder: Int32) throws(SystemError) {
    try perform(.link) { (state) throws(SystemError) in
      try state.link(file, as: name, in: folder)
    }
  }

  func rename(_ name: FilePath, to newName: FilePath, in folder: Int32) throws(SystemError) {
    try perform(.rename) { (state) throws(SystemError) in
      try state.rename(name, to: newName, in: folder)
    }
  }

  func unlink(_ name: FilePath, in folder: Int32) throws(SystemError) {
    try perform(.unlink) { (state) throws(SystemError) in try state.unlink(name, in: folder) }
  }
}
