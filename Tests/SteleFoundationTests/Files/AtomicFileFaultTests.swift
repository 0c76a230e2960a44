import Foundation
import Testing

@testable import SteleFoundation

@Suite("An atomic file on a disk that fails")
struct AtomicFileFaultTests {
  @Test(arguments: Saving.all)
  func `whichever call fails, the old file or the new one stands, whole and alone`(
    _ saving: Saving
  ) throws {
    let intact = ModelDisk(saving.state)
    try saving.save(on: intact)
    #expect(saving.fault(in: intact.state, contents: [Saving.new]) == nil)
    var failureCount = 0
    for (index, call) in intact.calls.enumerated() {
      for code in call.plausibleErrors {
        let disk = ModelDisk(saving.state, fault: .init(index: index, code: code))
        var contents: [[UInt8]?] = [Saving.new]
        do throws(FileError) {
          try saving.save(on: disk)
        } catch {
          failureCount += 1
          #expect(error.code == code || code == ENOENT || code == EEXIST)
          #expect(error.path == (saving.isLinked ? "/links/a" : "/folder/a"))
          // The last call waits for the name of the new file.
          let isLast = error.operation == .flush && index == intact.calls.count - 1
          contents = [isLast ? Saving.new : saving.before]
        }
        let fault = saving.fault(in: disk.state, contents: contents)
        #expect(fault == nil, "call \(index), \(call.rawValue), error \(code)")
        #expect(disk.state.openFileCount == 0, "call \(index), \(call.rawValue), error \(code)")
      }
    }
    #expect(failureCount > 40)
  }

  @Test(arguments: Saving.all)
  func `a signal that interrupts a call does not matter`(_ saving: Saving) throws {
    let intact = ModelDisk(saving.state)
    try saving.save(on: intact)
    for (index, call) in intact.calls.enumerated() where call.plausibleErrors.contains(EINTR) {
      let disk = ModelDisk(saving.state, fault: .init(index: index, code: EINTR))
      try saving.save(on: disk)
      #expect(saving.fault(in: disk.state, contents: [Saving.new]) == nil)
    }
  }

  @Test(arguments: Saving.all)
  func `after whichever call the process is killed, the old file or the new one stands, whole`(
    _ saving: Saving
  ) throws {
    let disk = ModelDisk(saving.state)
    try saving.save(on: disk)
    var leftCount = 0
    for (call, state) in zip(disk.calls, disk.states) {
      let left = state.afterKill
      let fault = saving.fault(
        in: left, contents: [saving.before, Saving.new], mayHaveTemporary: true)
      #expect(fault == nil)
      guard left.names(at: "/folder").contains(where: { $0.hasPrefix(".") }) else { continue }
      leftCount += 1
      #expect(!saving.hasUnnamedFiles || call == .link)
      // The next save removes what was left.
      let next = ModelDisk(left)
      try saving.save(on: next)
      #expect(saving.fault(in: next.state, contents: [Saving.new]) == nil)
    }
    // Where files without names are known, one has a temporary name only after it was linked, in place of an old file.
    if saving.hasUnnamedFiles { #expect(leftCount == (saving.hasOld ? 1 : 0)) }
  }

  @Test(arguments: Saving.all)
  func `after whichever call the power fails, the old file or the new one stands, whole`(
    _ saving: Saving
  ) throws {
    let disk = ModelDisk(saving.state)
    try saving.save(on: disk)
    for state in disk.states {
      for left in state.afterPowerFailures {
        let fault = saving.fault(
          in: left, contents: [saving.before, Saving.new], mayHaveTemporary: true)
        #expect(fault == nil)
      }
    }
    for left in disk.state.afterPowerFailures {
      #expect(saving.fault(in: left, contents: [Saving.new]) == nil)
    }
  }

  @Test(arguments: Saving.all)
  func `a file that is discarded or released leaves nothing`(_ saving: Saving) throws {
    for isDiscarded in [true, false] {
      let disk = ModelDisk(saving.state)
      do {
        let file = try AtomicFile(replacing: FilePath("/folder/a"), disk)
        try file.write(Saving.new)
        if isDiscarded { file.discard() }
      }
      #expect(saving.fault(in: disk.state, contents: [saving.before]) == nil)
      #expect(disk.state.openFileCount == 0)
    }
  }

  @Test func `a file of which some could not be written cannot be committed`() throws {
    var state = Saving().state
    state.byteLimit = 5
    let disk = ModelDisk(state)
    let file = try AtomicFile(replacing: FilePath("/folder/a"), disk)
    #expect(throws: FileError(.write, "/folder/a", code: ENOSPC)) { try file.write(Saving.new) }
    #expect(throws: FileError(.replace, "/folder/a", code: EBADF)) { try file.commit() }
    #expect(Saving().fault(in: disk.state, contents: [Saving.old]) == nil)
  }

  @Test(arguments: [true, false])
  func `saves at the same time do not disturb each other`(_ hasUnnamedFiles: Bool) throws {
    let saving = Saving(hasUnnamedFiles: hasUnnamedFiles)
    let disk = ModelDisk(saving.state)
    let files = try (0..<3).map { _ in try AtomicFile(replacing: FilePath("/folder/a"), disk) }
    for file in files { try file.write(Saving.new) }
    try files[2].commit()
    files[1].discard()
    try files[0].commit()
    #expect(saving.fault(in: disk.state, contents: [Saving.new]) == nil)
  }

  @Test func `where there are no locks, no temporary file is taken for one that was left behind`()
    throws
  {
    var state = Saving(hasUnnamedFiles: false).state
    state.hasLocks = false
    let disk = ModelDisk(state)
    let first = try AtomicFile(replacing: FilePath("/folder/a"), disk)
    let second = try AtomicFile(replacing: FilePath("/folder/a"), disk)
    try second.write([2])
    try second.commit()
    try first.write([1])
    try first.commit()
    #expect(Saving().fault(in: disk.state, contents: [[1]]) == nil)
  }
}
