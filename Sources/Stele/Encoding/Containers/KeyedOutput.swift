/// What a keyed container writes to: a single reference, which changes when the container is handed out again.
@safe
final class KeyedOutput {
  // Safe: exclusivity need not be checked, as an encoder is for one thread, and nothing is called while it changes. The frame
  // is there until its value is complete; when someone keeps the container beyond that, the frame is kept here.
  /// The keys of the frame.
  @safe @exclusivity(unchecked) var run: KeyRun
  // Safe: the body of the frame has it; as above.
  private let unretainedTable: Unmanaged<KeyTable>
  private var kept: (frame: EncodingFrame, table: KeyTable)?

  init(_ run: KeyRun, _ table: KeyTable) {
    self.run = run
    unsafe unretainedTable = .passUnretained(table)
  }

  /// The frame.
  var frame: EncodingFrame { run.frame }

  /// The numbers of the keys.
  var table: KeyTable { unsafe unretainedTable.takeUnretainedValue() }

  /// The place of a key among all keys of the hierarchy.
  @inline(__always)
  func place<Key: CodingKey>(of key: Key) -> Int {
    unsafe unretainedTable._withUnsafeGuaranteedRef { $0.place(of: key) }
  }

  /// Keeps the frame and the table for someone who keeps the container.
  func keep() { kept = (frame, table) }
}
