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

  /// The number of entries of a page.
  private static let pageSize = 512

  /// The number of objects.
  let count: Int
  private let pageCount: Int
  /// The number of entries of each page, so that a small archive has a small one.
  private let entryCount: Int
  // Safe: there is a place for the page of each number from 0 to `count`, made in `init` and gone in `deinit`. A page that
  // is there has `entryCount` entries, made in `makeEntry(_:)` and gone in `deinit`. Whoever uses one compares its number
  // with `count` first.
  private let pages: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
  private var errors: [Int: any Error] = [:]

  /// Makes a table, which takes memory only for objects near those that something becomes of.
  init(count: Int) {
    self.count = count
    pageCount = count / Self.pageSize + 1
    entryCount = min(Self.pageSize, count + 1)
    unsafe pages = .allocate(capacity: pageCount)
    unsafe pages.initialize(repeating: nil, count: pageCount)
  }

  deinit {
    for index in 0..<pageCount {
      guard let page = unsafe pages[index] else { continue }
      unsafe page.deinitialize(count: entryCount)
      unsafe page.deallocate()
    }
    unsafe pages.deinitialize(count: pageCount)
    unsafe pages.deallocate()
  }

  @inline(__always)
  private func has(_ number: Int) -> Bool { number >= 0 && number <= count }

  /// The entry of a number when its page is there.
  @inline(__always)
  private func entry(_ number: Int) -> UnsafeMutablePointer<Entry>? {
    guard has(number) else { return nil }
    // Safe: see `pages`.
    guard let page = unsafe pages[number / Self.pageSize] else { return nil }
    return unsafe page + number % Self.pageSize
  }

  /// The entry of a number, which is in range; makes its page.
  @inline(__always)
  private func makeEntry(_ number: Int) -> UnsafeMutablePointer<Entry> {
    if let entry = unsafe entry(number) { return unsafe entry }
    return unsafe makePage(number)
  }

  @inline(never)
  private func makePage(_ number: Int) -> UnsafeMutablePointer<Entry> {
    // Safe: see `pages`.
    let page = UnsafeMutablePointer<Entry>.allocate(capacity: entryCount)
    unsafe page.initialize(repeating: Entry(), count: entryCount)
    unsafe pages[number / Self.pageSize] = page
    return unsafe page + number % Self.pageSize
  }

  /// How far an object is; numbers that are out of range have failed.
  @inline(__always)
  func state(of number: Int) -> State {
    guard let entry = unsafe entry(number) else { return has(number) ? .untouched : .failed }
    return unsafe entry.pointee.state
  }

  /// The object of a number, if it is there, though it may not have been filled.
  @inline(__always)
  func object(_ number: Int) -> AnyObject? {
    guard let entry = unsafe entry(number), unsafe entry.pointee.state != .failed else {
      return nil
    }
    return unsafe entry.pointee.object
  }

  /// Why an object could not be made.
  func error(of number: Int) -> any Error { errors[number] ?? GraphCodingError(.noObject(number)) }

  private func set(_ state: State, _ number: Int) {
    if has(number) { unsafe makeEntry(number).pointee.state = state }
  }

  /// Notes that the initialiser of an object is running.
  func begin(_ number: Int) { set(.beginning, number) }

  /// Takes an object that is complete.
  func complete(_ number: Int, _ object: AnyObject) {
    guard has(number) else { return }
    let entry = unsafe makeEntry(number)
    unsafe entry.pointee.state = .made
    unsafe entry.pointee.object = object
  }

  /// Takes an object that has not been filled.
  func adopt(_ number: Int, _ object: AnyObject) {
    guard has(number) else { return }
    let entry = unsafe makeEntry(number)
    unsafe entry.pointee.state = .shell
    unsafe entry.pointee.object = object
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
    guard has(wanted.number) else { return false }
    let entry = unsafe makeEntry(wanted.number)
    guard unsafe entry.pointee.walk != walk | 1 else { return false }
    if wanted.isFilled {
      unsafe entry.pointee.walk = walk | 1
      return true
    }
    guard unsafe entry.pointee.walk != walk else { return false }
    unsafe entry.pointee.walk = walk
    return true
  }

  /// Remembers something of an object.
  func set(_ mark: Marks, _ number: Int) {
    if has(number) { _ = unsafe makeEntry(number).pointee.marks.insert(mark) }
  }

  /// Whether something is remembered of an object.
  func has(_ mark: Marks, _ number: Int) -> Bool {
    guard let entry = unsafe entry(number) else { return false }
    return unsafe entry.pointee.marks.contains(mark)
  }

  /// Gives up the table's reference to an object, when it is the only one.
  func takeIfUnique(_ number: Int) -> AnyObject? {
    guard let entry = unsafe entry(number), unsafe entry.pointee.object != nil,
      unsafe isKnownUniquelyReferenced(&entry.pointee.object)
    else { return nil }
    // Nothing but the table's own reference is left of it from here on.
    defer { unsafe entry.pointee.object = nil }
    return unsafe entry.pointee.object
  }

  /// The first number behind another one that something may have become of, or nil when there is none.
  @inline(__always)
  func firstTouched(behind number: Int) -> Int? {
    var next = number + 1
    while next <= count {
      // Safe: see `pages`.
      if unsafe pages[next / Self.pageSize] != nil { return next }
      next = (next / Self.pageSize + 1) * Self.pageSize
    }
    return nil
  }

  /// Gives up all references that are left.
  ///
  /// The program's deinitialisers must not find an entry that is being changed.
  func removeAll() {
    errors = [:]
    for index in 0..<pageCount {
      guard let page = unsafe pages[index] else { continue }
      for place in 0..<entryCount {
        let object = unsafe page[place].object
        unsafe page[place].object = nil
        withExtendedLifetime(object) {}
      }
    }
  }
}
