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
    static let readyToHash = Marks(rawValue: 8)
    /// It waits to be woken.
    static let asleep = Marks(rawValue: 16)
    /// It has been come by on the way to objects to be woken.
    static let visited = Marks(rawValue: 32)
  }

  /// How far an object is, and what is remembered of it, in one byte.
  private struct Status {
    var bits: UInt8 = 0

    var state: State {
      get { State(rawValue: bits & 7) ?? .failed }
      set { bits = bits & ~7 | newValue.rawValue }
    }

    @inline(__always)
    func has(_ state: State) -> Bool { bits & 7 == state.rawValue }
  }

  /// What is known of some objects whose numbers follow each other.
  ///
  /// There are tens of millions in a large archive, so an object has nine bytes, and four more where walks have come by.
  /// A page is one piece of memory: a word for the walks, the status of each object, and then the objects.
  // Safe: a page is made with all that is in it, at offsets that keep the alignment; callers use places that it has.
  @unsafe
  private struct Page {
    private let start: UnsafeMutableRawPointer

    init(count: Int) {
      let byteCount = objectOffset + count * MemoryLayout<AnyObject?>.stride
      unsafe start = .allocate(byteCount: byteCount, alignment: MemoryLayout<UInt>.alignment)
      unsafe start.initializeMemory(as: UnsafeMutablePointer<UInt32>?.self, to: nil)
      unsafe (start + statusOffset).initializeMemory(
        as: Status.self, repeating: Status(), count: count)
      unsafe (start + objectOffset).initializeMemory(
        as: AnyObject?.self, repeating: nil, count: count)
    }

    @inline(__always)
    var objects: UnsafeMutablePointer<AnyObject?> {
      unsafe (start + objectOffset).assumingMemoryBound(to: AnyObject?.self)
    }

    @inline(__always)
    var statuses: UnsafeMutablePointer<Status> {
      unsafe (start + statusOffset).assumingMemoryBound(to: Status.self)
    }

    /// The marks of walks, once one has come by.
    var walks: UnsafeMutablePointer<UInt32>? {
      get { unsafe start.load(as: UnsafeMutablePointer<UInt32>?.self) }
      nonmutating set {
        unsafe start.storeBytes(of: newValue, as: UnsafeMutablePointer<UInt32>?.self)
      }
    }

    /// Forgets what has become of the objects; all have been given up.
    func restart(count: Int) {
      unsafe statuses.update(repeating: Status(), count: count)
      unsafe walks?.update(repeating: 0, count: count)
    }

    /// Frees the memory; all objects have been given up.
    func deallocate() {
      unsafe walks?.deallocate()
      unsafe start.deallocate()
    }
  }

  /// The least number of entries that a page has.
  private static let smallestCount = 8
  /// The number of entries of a page, which is a power of two.
  private static let pageSize = 1 << pageBits
  private static let pageBits = 9
  /// Where the statuses of a page begin, and the objects.
  private static var statusOffset: Int { MemoryLayout<UInt>.size }
  private static var objectOffset: Int { statusOffset + pageSize }

  /// The number of objects.
  @safe @exclusivity(unchecked) private(set) var count: Int
  private let pageCount: Int
  /// The number of entries of each page, so that a small archive has a small one.
  private let entryCount: Int
  // Safe: there is a place for the page of each number from 0 to `count`, made in `init` and gone in `deinit`, which has been
  // filled when it is one of `touchedPages`. A page that is there has `entryCount` entries, made in `makePage(_:)` and gone in
  // `removeAll()`, a single one in `deinit`. Whoever uses one compares its number with the touched ones first.
  private let pages: UnsafeMutablePointer<Page?>
  /// All pages that are there are among these.
  @safe @exclusivity(unchecked) private var touchedPages = 0..<0
  /// The first number of these pages, and how many follow each other from there, up to `count`.
  @safe @exclusivity(unchecked) private var firstTouched = 0
  @safe @exclusivity(unchecked) private var touchedCount = 0
  @safe @exclusivity(unchecked) private var errors: [Int: any Error] = [:]

  /// Makes a table, which takes memory only for objects near those that something becomes of.
  init(count: Int) {
    self.count = count
    pageCount = count / Self.pageSize + 1
    entryCount = min(Self.pageSize, max(count + 1, Self.smallestCount))
    // Of a large table, most is never looked at.
    unsafe pages = .allocate(capacity: pageCount)
  }

  deinit {
    removeAll()
    // Safe: see `pages`.
    for index in touchedPages { unsafe pages[index]?.deallocate() }
    unsafe pages.deallocate()
  }

  /// Whether there is a place for each of some objects, all in one page.
  func hasRoom(forCount count: Int) -> Bool { pageCount == 1 && count < entryCount }

  /// Begins another archive, of a number of objects that there is room for, when all references have been given up.
  func begin(count: Int) {
    guard hasRoom(forCount: count) else { return }
    self.count = count
    touch(touchedPages)
  }

  /// Notes which pages may be there.
  private func touch(_ range: Range<Int>) {
    touchedPages = range
    firstTouched = range.lowerBound << Self.pageBits
    touchedCount = min(range.upperBound << Self.pageBits, count + 1) - firstTouched
  }

  @inline(__always)
  private func has(_ number: Int) -> Bool { UInt(bitPattern: number) <= UInt(bitPattern: count) }

  /// The page of a number when it is there.
  @inline(__always)
  private func page(_ number: Int) -> Page? {
    // Safe: see `pages`.
    UInt(bitPattern: number &- firstTouched) < UInt(bitPattern: touchedCount)
      ? unsafe pages[number >> Self.pageBits] : nil
  }

  @inline(__always)
  private static func place(_ number: Int) -> Int { number & (pageSize - 1) }

  /// The page of a number, which is in range.
  @inline(__always)
  private func makePage(_ number: Int) -> Page {
    if let page = unsafe page(number) { return unsafe page }
    return unsafe makeNewPage(number)
  }

  @inline(never)
  private func makeNewPage(_ number: Int) -> Page {
    let index = number >> Self.pageBits
    let old = touchedPages.isEmpty ? index..<index : touchedPages
    let new = min(old.lowerBound, index)..<max(old.upperBound, index + 1)
    // Safe: see `pages`; what is added stands before or behind what is there.
    for added in new where !old.contains(added) { unsafe (pages + added).initialize(to: nil) }
    let page = unsafe Page(count: entryCount)
    unsafe pages[index] = page
    touch(new)
    return unsafe page
  }

  /// How far an object is; numbers that are out of range have failed.
  @inline(__always)
  func state(of number: Int) -> State {
    guard let page = unsafe page(number) else { return has(number) ? .untouched : .failed }
    return unsafe page.statuses[Self.place(number)].state
  }

  /// The object of a number, if it is there and has not failed, though it may not have been filled.
  @inline(__always)
  func object(_ number: Int) -> AnyObject? {
    guard let page = unsafe page(number) else { return nil }
    return unsafe page.objects[Self.place(number)]
  }

  /// Whether an object waits to be filled.
  @inline(__always)
  func isShell(_ number: Int) -> Bool {
    guard let page = unsafe page(number) else { return false }
    return unsafe page.statuses[Self.place(number)].has(.shell)
  }

  /// Notes that an object that waits to be filled is being filled, and gives it; the table keeps it.
  @unsafe
  @inline(__always)
  func beginFilling(_ number: Int) -> Unmanaged<AnyObject>? {
    guard let page = unsafe page(number),
      unsafe page.statuses[Self.place(number)].has(.shell),
      let object = unsafe page.objects[Self.place(number)]
    else { return nil }
    unsafe page.statuses[Self.place(number)].state = .filling
    return unsafe .passUnretained(object)
  }

  /// Where an object is in memory, or 0.
  @inline(__always)
  func address(of number: Int) -> UInt {
    guard let page = unsafe page(number) else { return 0 }
    // Safe: there is a place for the number; an optional reference is one word, which is looked at as a number.
    return unsafe UnsafeRawPointer(page.objects + Self.place(number)).load(as: UInt.self)
  }

  /// The first word of an object in memory, or 0.
  @inline(__always)
  func firstWord(of number: Int) -> UInt {
    // Safe: the table holds the object, which begins with a word.
    unsafe UnsafePointer<UInt>(bitPattern: address(of: number))?.pointee ?? 0
  }

  /// Why an object could not be made.
  func error(of number: Int) -> any Error { errors[number] ?? GraphCodingError(.noObject(number)) }

  @inline(__always)
  private func set(_ state: State, _ number: Int, _ marks: Marks = []) {
    guard has(number) else { return }
    let status = unsafe makePage(number).statuses + Self.place(number)
    unsafe status.pointee.state = state
    unsafe status.pointee.bits |= marks.rawValue
  }

  /// Notes that the initialiser of an object is running.
  func begin(_ number: Int) { set(.beginning, number) }

  /// Takes an object that is complete.
  func complete(_ number: Int, _ object: consuming AnyObject) { put(object, number, .made) }

  /// Takes an object that has not been filled.
  func adopt(_ number: Int, _ object: consuming AnyObject) { put(object, number, .shell) }

  /// The object of a number, or one that has not been filled and is made now, unless something else has become of it.
  @inline(__always)
  func object(_ number: Int, orShell make: () -> AnyObject) -> AnyObject? {
    guard has(number) else { return nil }
    let page = unsafe makePage(number)
    let place = Self.place(number)
    if let object = unsafe page.objects[place] { return object }
    guard unsafe page.statuses[place].has(.untouched) else { return nil }
    let object = make()
    // Safe: making an object may run code of the program, but nothing that moves a page, or makes this one; so the entry
    // is nil as before, and there is nothing to be released.
    unsafe page.statuses[place].state = .shell
    unsafe (page.objects + place).initialize(to: object)
    return object
  }

  @inline(__always)
  private func put(_ object: consuming AnyObject, _ number: Int, _ state: State) {
    guard has(number) else { return }
    let page = unsafe makePage(number)
    unsafe page.statuses[Self.place(number)].state = state
    unsafe page.objects[Self.place(number)] = object
  }

  /// Notes that an object has been filled.
  @inline(__always)
  func endFilling(_ number: Int) { set(.made, number, .readyToHash) }

  /// Notes that an object could not be made, or filled; one that has not been filled is given up.
  func fail(_ number: Int, _ error: any Error) {
    set(.failed, number)
    errors[number] = error
    guard let page = unsafe page(number) else { return }
    // The program's deinitialisers must not find an entry that is being changed.
    let object = unsafe page.objects[Self.place(number)].take()
    withExtendedLifetime(object) {}
  }

  /// Marks an object for a walk, or tells with false that it need not be visited again.
  ///
  /// The marks of walks are even numbers; an object that has been filled exists, too.
  func mark(_ wanted: WantedObject, _ walk: UInt32) -> Bool {
    guard has(wanted.number) else { return false }
    let walks = unsafe makeWalks(wanted.number)
    let place = Self.place(wanted.number)
    guard unsafe walks[place] != walk | 1 else { return false }
    if wanted.isFilled {
      unsafe walks[place] = walk | 1
      return true
    }
    guard unsafe walks[place] != walk else { return false }
    unsafe walks[place] = walk
    return true
  }

  @unsafe
  private func makeWalks(_ number: Int) -> UnsafeMutablePointer<UInt32> {
    let page = unsafe makePage(number)
    if let walks = unsafe page.walks { return unsafe walks }
    let walks = UnsafeMutablePointer<UInt32>.allocate(capacity: entryCount)
    unsafe walks.initialize(repeating: 0, count: entryCount)
    unsafe page.walks = walks
    return unsafe walks
  }

  /// Remembers something of an object.
  @inline(__always)
  func set(_ mark: Marks, _ number: Int) {
    if has(number) { unsafe makePage(number).statuses[Self.place(number)].bits |= mark.rawValue }
  }

  /// Whether something is remembered of an object.
  func has(_ mark: Marks, _ number: Int) -> Bool {
    guard let page = unsafe page(number) else { return false }
    return unsafe page.statuses[Self.place(number)].bits & mark.rawValue != 0
  }

  /// Gives up the table's reference to an object, when it is the only one.
  @inline(__always)
  func takeIfUnique(_ number: Int) -> AnyObject? {
    guard let page = unsafe page(number) else { return nil }
    let entry = unsafe page.objects + Self.place(number)
    guard unsafe entry.pointee != nil, unsafe isKnownUniquelyReferenced(&entry.pointee) else {
      return nil
    }
    // Nothing but the table's own reference is left of it from here on.
    return unsafe entry.pointee.take()
  }

  /// The first number behind another one that something may have become of, or nil when there is none.
  @inline(__always)
  func firstTouched(behind number: Int) -> Int? {
    var next = max(number + 1, firstTouched)
    let end = firstTouched + touchedCount
    while next < end {
      // Safe: see `pages`.
      if unsafe pages[next >> Self.pageBits] != nil { return next }
      next = (next >> Self.pageBits + 1) << Self.pageBits
    }
    return nil
  }

  /// Gives up all references that are left, and forgets what has become of the objects.
  ///
  /// The program's deinitialisers must not find an entry that is being changed.
  func removeAll() {
    if !errors.isEmpty { errors = [:] }
    for index in touchedPages {
      // Safe: see `pages`.
      guard let page = unsafe pages[index] else { continue }
      for place in 0..<entryCount {
        let object = unsafe page.objects[place].take()
        withExtendedLifetime(object) {}
      }
      if pageCount == 1 {
        // The next archive may want it.
        unsafe page.restart(count: entryCount)
      } else {
        unsafe pages[index] = nil
        unsafe page.deallocate()
      }
    }
    if pageCount > 1 { touch(0..<0) }
  }
}
