/// What has become of each object of an archive.
@safe
final class ObjectTable {
  /// How far an object is.
  enum State: UInt8 {
    /// Nothing has been done.
    case untouched
    /// Its initialiser is running.
    case beginning
    /// It has been made, and waits to be filled.
    case shell
    /// It is being filled.
    case filling
    /// It is complete.
    case made
    /// Its initialiser has thrown, or its filling.
    case failed
  }

  /// What is remembered of objects that have been made.
  struct Marks: OptionSet {
    let rawValue: UInt8
    /// What it consists of has been filled, so that it can be hashed.
    static let readyToHash = Marks(rawValue: 1)
    /// It waits to be woken.
    static let asleep = Marks(rawValue: 2)
    /// It has been come by on the way to objects to be woken.
    static let visited = Marks(rawValue: 4)
  }

  /// What is known of an object.
  private struct Entry {
    var object: AnyObject?
    var walk: UInt32 = 0
    var state = State.untouched
    var marks: Marks = []
  }

  /// The number of objects.
  let count: Int
  // Safe: there is an entry for each number from 0 to `count`, each of which is made in `init` and goes in `deinit`;
  // whoever uses one compares its number with `count` first.
  private let entries: UnsafeMutablePointer<Entry>
  private var errors: [Int: any Error] = [:]

  init(count: Int) {
    self.count = count
    unsafe entries = .allocate(capacity: count + 1)
    unsafe entries.initialize(repeating: Entry(), count: count + 1)
  }

  deinit {
    unsafe entries.deinitialize(count: count + 1)
    unsafe entries.deallocate()
  }

  @inline(__always)
  private func has(_ number: Int) -> Bool { number >= 0 && number <= count }

  /// How far an object is; numbers that are out of range have failed.
  @inline(__always)
  func state(of number: Int) -> State { has(number) ? unsafe entries[number].state : .failed }

  /// The object of a number, if it is there, though it may not have been filled.
  @inline(__always)
  func object(_ number: Int) -> AnyObject? {
    guard has(number), unsafe entries[number].state != .failed else { return nil }
    return unsafe entries[number].object
  }

  /// Why an object could not be made.
  func error(of number: Int) -> any Error { errors[number] ?? GraphCodingError(.noObject(number)) }

  private func set(_ state: State, _ number: Int) {
    if has(number) { unsafe entries[number].state = state }
  }

  /// Notes that the initialiser of an object is running.
  func begin(_ number: Int) { set(.beginning, number) }

  /// Takes an object that is complete.
  func complete(_ number: Int, _ object: AnyObject) {
    guard has(number) else { return }
    unsafe entries[number].state = .made
    unsafe entries[number].object = object
  }

  /// Takes an object that has not been filled.
  func adopt(_ number: Int, _ object: AnyObject) {
    guard has(number) else { return }
    unsafe entries[number].state = .shell
    unsafe entries[number].object = object
  }

  /// Notes that an object is being filled.
  func beginFilling(_ number: Int) { set(.filling, number) }

  /// Notes that an object has been filled.
  func endFilling(_ number: Int) { set(.made, number) }

  /// Notes that an object could not be made, or filled.
  func fail(_ number: Int, _ error: any Error) {
    set(.failed, number)
    errors[number] = error
  }

  /// Marks an object for a walk, or tells with false that it need not be visited again.
  ///
  /// The marks of walks are even numbers; an object that has been filled exists, too.
  func mark(_ wanted: WantedObject, _ walk: UInt32) -> Bool {
    let number = wanted.number
    guard has(number), unsafe entries[number].walk != walk | 1 else { return false }
    if wanted.isFilled {
      unsafe entries[number].walk = walk | 1
      return true
    }
    guard unsafe entries[number].walk != walk else { return false }
    unsafe entries[number].walk = walk
    return true
  }

  /// Remembers something of an object.
  func set(_ mark: Marks, _ number: Int) {
    if has(number) { _ = unsafe entries[number].marks.insert(mark) }
  }

  /// Whether something is remembered of an object.
  func has(_ mark: Marks, _ number: Int) -> Bool {
    guard has(number) else { return false }
    return unsafe entries[number].marks.contains(mark)
  }

  /// Gives up the table's reference to an object, when it is the only one.
  func takeIfUnique(_ number: Int) -> AnyObject? {
    guard has(number), unsafe entries[number].object != nil,
      unsafe isKnownUniquelyReferenced(&entries[number].object)
    else { return nil }
    // Nothing but the table's own reference is left of it from here on.
    defer { unsafe entries[number].object = nil }
    return unsafe entries[number].object
  }

  /// Gives up all references that are left.
  ///
  /// The program's deinitialisers must not find an entry that is being changed.
  func removeAll() {
    errors = [:]
    for number in 0...count {
      let object = unsafe entries[number].object
      unsafe entries[number].object = nil
      withExtendedLifetime(object) {}
    }
  }
}
