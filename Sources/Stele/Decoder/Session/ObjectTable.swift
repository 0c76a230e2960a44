/// The objects of an archive that have been made, and the state of each.
///
/// A large archive has tens of millions of objects, and a program may request a few of them: memory is allocated by pages, when
/// an object of a page is first made.
@safe
final class ObjectTable {
  enum State: UInt8, BitwiseCopyable {
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
    /// Its initialiser or its filling has thrown.
    case failed
  }

  /// The marks of an object.
  struct Marks: OptionSet, BitwiseCopyable {
    let rawValue: UInt8
    /// All that its hash can depend on has been filled.
    static let readyToHash = Marks(rawValue: 1)
    /// The search for objects that are to be awoken has visited it.
    static let visited = Marks(rawValue: 2)
  }

  private struct Slot {
    var object: AnyObject?
    /// The last search that visited it; see ``mark(_:_:)``.
    var search: UInt32 = 0
    var state = State.untouched
    var marks = Marks()
  }

  private static let pageBits = 9
  private static let pageSize = 1 << pageBits

  private(set) var count: Int
  /// Whether all references have been validated, and may still be followed.
  var isEager: Bool
  private let pageCount: Int
  /// The number of slots of a page: a small archive has a small one.
  private let slotCount: Int
  // Safe: there are `pageCount` pages, each nil or with `slotCount` initialised slots, from `init` to `deinit`. Object
  // numbers are compared with `count` before a page is looked up, and pages have a slot for each number up to that.
  private let pages: UnsafeMutablePointer<UnsafeMutablePointer<Slot>?>
  /// For each object that could not be made the reason, and the object whose initialiser threw it first.
  private var failures: [Int: (error: any Error, origin: Int)] = [:]
  /// The object whose error was thrown last, or 0.
  private var lastThrown = 0
  /// Keeps the optimiser from removing the loads that look ahead.
  private var seen: UInt = 0

  init(count: Int, isEager: Bool) {
    self.count = count
    self.isEager = isEager
    pageCount = count / Self.pageSize + 1
    slotCount = min(Self.pageSize, count + 1)
    unsafe pages = .allocate(capacity: pageCount)
    unsafe pages.initialize(repeating: nil, count: pageCount)
  }

  /// Begins another archive of the series, whose references have all been validated.
  ///
  /// - Returns: `false` if there is no room for its objects.
  func reset(count: Int) -> Bool {
    guard pageCount == 1, count < slotCount else { return false }
    if let page = unsafe pages[0] {
      // Safe: the numbers so far are below `slotCount`, too; objects have been released before.
      unsafe page.update(repeating: Slot(), count: self.count + 1)
    }
    (self.count, isEager, lastThrown) = (count, true, 0)
    return true
  }

  deinit {
    // Slots without objects have nothing to be released.
    removeAll()
    for index in 0..<pageCount { unsafe pages[index]?.deallocate() }
    unsafe pages.deallocate()
  }

  /// Returns the slot of a number whose page is there.
  @unsafe
  @inline(__always)
  private func slot(_ number: Int) -> UnsafeMutablePointer<Slot>? {
    guard UInt(bitPattern: number) <= UInt(bitPattern: count),
      let page = unsafe pages[number >> Self.pageBits]
    else { return nil }
    return unsafe page + (number & (Self.pageSize - 1))
  }

  /// Returns the slot of a number from 0 to `count`.
  @unsafe
  @inline(__always)
  private func makeSlot(_ number: Int) -> UnsafeMutablePointer<Slot> {
    if let slot = unsafe slot(number) { return unsafe slot }
    return unsafe makePage(number)
  }

  @unsafe
  @inline(never)
  private func makePage(_ number: Int) -> UnsafeMutablePointer<Slot> {
    let number = min(max(number, 0), count)
    if let slot = unsafe slot(number) { return unsafe slot }
    let page = UnsafeMutablePointer<Slot>.allocate(capacity: slotCount)
    unsafe page.initialize(repeating: Slot(), count: slotCount)
    unsafe pages[number >> Self.pageBits] = page
    return unsafe page + (number & (Self.pageSize - 1))
  }
}

extension ObjectTable {
  /// Returns the object of a number, if it has been made.
  @inline(__always)
  func object(_ number: Int) -> AnyObject? { unsafe slot(number)?.pointee.object }

  /// Loads some objects into the cache of the processor in parallel; one by one, the processor would wait for each.
  @inline(never)
  func look(at numbers: ArraySlice<UInt32>) {
    for number in numbers {
      guard let slot = unsafe slot(Int(number)), let object = unsafe slot.pointee.object else {
        continue
      }
      // Safe: the table keeps the object.
      seen ^= unsafe Lent(object).use { UInt(bitPattern: ObjectIdentifier(Swift.type(of: $0))) }
    }
  }

  @inline(__always)
  func state(of number: Int) -> State { unsafe slot(number)?.pointee.state ?? .untouched }

  /// Returns the reason why an object could not be made.
  func error(of number: Int) -> any Error {
    guard let failure = failures[number] else { return SteleCodingError(.noObject(number)) }
    lastThrown = number
    return failure.error
  }

  /// Returns the object whose initialiser threw an error first, if the error has passed through other initialisers.
  ///
  /// Errors have no identity: two with the same text and path count as one.
  func origin(of error: any Error) -> Int? {
    guard let last = failures[lastThrown], let error = error as? DecodingError,
      let known = last.error as? DecodingError, let context = error.context,
      let knownContext = known.context,
      context.debugDescription == knownContext.debugDescription,
      context.codingPath.map(\.stringValue) == knownContext.codingPath.map(\.stringValue)
    else { return nil }
    return last.origin
  }

  func remember(_ error: any Error, of number: Int) {
    failures[number] = (error, origin(of: error) ?? number)
    lastThrown = 0
  }

  @inline(__always)
  func set(_ state: State, _ number: Int) { unsafe makeSlot(number).pointee.state = state }

  @inline(__always)
  func put(_ object: consuming AnyObject, _ number: Int, _ state: State) {
    let slot = unsafe makeSlot(number)
    unsafe slot.pointee.state = state
    unsafe slot.pointee.object = object
  }

  /// Begins to fill an object that waits for it; returns nil for others.
  ///
  /// The object is lent until it has been filled, or has failed.
  @inline(__always)
  func beginFilling(_ number: Int) -> Lent<AnyObject>? {
    guard let slot = unsafe slot(number), unsafe slot.pointee.state == .shell,
      let object = unsafe slot.pointee.object
    else { return nil }
    unsafe slot.pointee.state = .filling
    // Safe: the table keeps the object until its filling fails, or the session ends, which outlives each call.
    return unsafe Lent(object)
  }

  @inline(__always)
  func endFilling(_ number: Int) {
    let slot = unsafe makeSlot(number)
    unsafe slot.pointee.state = .made
    unsafe slot.pointee.marks.insert(.readyToHash)
  }

  /// Remembers that an object could not be made, or filled, and releases it.
  @inline(never)
  func fail(_ number: Int, _ error: any Error) {
    remember(error, of: number)
    let slot = unsafe makeSlot(number)
    unsafe slot.pointee.state = .failed
    // The program's deinitialisers must not find a slot that is being changed.
    let object = unsafe slot.pointee.object.take()
    withExtendedLifetime(object) {}
  }

  @inline(__always)
  func set(_ mark: Marks, _ number: Int) { unsafe makeSlot(number).pointee.marks.insert(mark) }

  @inline(__always)
  func has(_ mark: Marks, _ number: Int) -> Bool {
    unsafe slot(number)?.pointee.marks.contains(mark) ?? false
  }

  /// Marks an object for a search; returns `false` if the search need not visit it again.
  ///
  /// A search has an even number as its mark. The odd number after it marks objects that have been visited to be filled, which
  /// then exist, too.
  func mark(_ dependency: Dependency, _ search: UInt32) -> Bool {
    let slot = unsafe makeSlot(dependency.number)
    let seen = unsafe slot.pointee.search
    guard seen != search | 1, dependency.isFilled || seen != search else { return false }
    unsafe slot.pointee.search = dependency.isFilled ? search | 1 : search
    return true
  }

  /// Takes an object out of the table if nothing else refers to it.
  func takeIfUnique(_ number: Int) -> AnyObject? {
    guard let slot = unsafe slot(number), unsafe slot.pointee.object != nil,
      unsafe isKnownUniquelyReferenced(&slot.pointee.object)
    else { return nil }
    return unsafe slot.pointee.object.take()
  }

  /// Returns the first number after another one whose page is there, or nil if there is none.
  func firstTouched(after number: Int) -> Int? {
    var next = number + 1
    while next <= count {
      if unsafe pages[next >> Self.pageBits] != nil { return next }
      next = (next >> Self.pageBits + 1) << Self.pageBits
    }
    return nil
  }

  /// Releases all objects that are left.
  func removeAll() {
    failures = [:]
    for index in 0..<pageCount {
      guard let page = unsafe pages[index] else { continue }
      for place in 0..<min(slotCount, count + 1) {
        guard unsafe page[place].object != nil else { continue }
        // As above.
        let object = unsafe page[place].object.take()
        withExtendedLifetime(object) {}
      }
    }
  }
}
