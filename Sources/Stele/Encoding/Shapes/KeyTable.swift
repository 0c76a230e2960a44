/// The numbers of the keys of one type of coding keys in a level, and the container that is handed out for them.
///
/// Most such types are enums without payload, of one byte or none: that byte finds the number. Other keys are
/// found by their names.
@safe
class KeyTable {
  final let shape: LevelShape
  /// The position of the level in the class hierarchy.
  final let level: Int
  private let isByte: Bool
  // Safe: an allocation of 256 initialised numbers, one for each byte.
  private let numbers: UnsafeMutablePointer<Int32>
  // Safe, here and below: exclusivity need not be checked, as an encoder is for one thread, and nothing is called while they
  // change.
  /// The container that has been handed out, and can be again when its value is complete.
  @safe @exclusivity(unchecked) fileprivate final var container: AnyObject?
  /// What it writes to.
  @safe @exclusivity(unchecked) private final var output: KeyedOutput?
  /// Whether it writes a value now.
  @safe @exclusivity(unchecked) private final var isInUse = false
  /// The next one of those whose containers write the same value; bodies keep their tables.
  @exclusivity(unchecked) private final var next: Unmanaged<KeyTable>?

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - shape: The keys of the level.
  ///   - level: The position of the level in the class hierarchy.
  ///   - isByte: Whether the keys are a byte, or nothing.
  fileprivate init(_ shape: LevelShape, level: Int, isByte: Bool) {
    self.shape = shape
    self.level = level
    self.isByte = isByte
    // Safe: see above.
    unsafe next = nil
    unsafe numbers = .allocate(capacity: 256)
    unsafe numbers.initialize(repeating: -1, count: 256)
  }

  deinit {
    // Safe: nothing else has the allocation.
    unsafe numbers.deallocate()
  }

  /// The place of a key among all keys of the hierarchy.
  @inline(__always)
  final func place<Key: CodingKey>(of key: Key) -> Int { level << 32 | number(of: key) }

  /// The number of a key.
  @inline(__always)
  final func number<Key: CodingKey>(of key: Key) -> Int {
    guard isByte else { return find(key) }
    // Safe: the key is a byte, or nothing, and has no references.
    let byte = MemoryLayout<Key>.size == 0 ? 0 : unsafe unsafeBitCast(key, to: UInt8.self)
    // Safe: there is a number for each byte.
    let number = unsafe numbers[Int(byte)]
    return number >= 0 ? Int(number) : find(key, byte)
  }

  @inline(never)
  private final func find<Key: CodingKey>(_ key: Key, _ byte: UInt8) -> Int {
    let number = find(key)
    // Safe: as above.
    unsafe numbers[Int(byte)] = Int32(truncatingIfNeeded: number)
    return number
  }

  private final func find<Key: CodingKey>(_ key: Key) -> Int {
    shape.number(ofKey: key.stringValue, key.intValue)
  }
}

extension KeyTable {
  /// Has the container write to a frame, or tells with false that there is none that can.
  @inline(__always)
  fileprivate final func handOut(to run: KeyRun) -> Bool {
    guard let output else { return false }
    if isInUse { return output.run.isSame(as: run) }
    output.run = run
    note(run)
    return true
  }

  /// Takes up a container that can be handed out again.
  fileprivate final func take(_ container: AnyObject, _ output: KeyedOutput) {
    self.container = container
    self.output = output
    note(output.run)
  }

  /// Whether there is a container already, which is in use.
  fileprivate final var hasContainer: Bool { output != nil }

  private final func note(_ run: KeyRun) {
    isInUse = true
    unsafe next = unsafe run.state.tables
    unsafe run.state.tables = Unmanaged.passUnretained(self)
  }

  /// Ends the use of the container for a value, and gives the next table of the value.
  @unsafe
  fileprivate final func giveBack() -> Unmanaged<KeyTable>? {
    isInUse = false
    if !isKnownUniquelyReferenced(&container) {
      output?.keep()
      output = nil
      container = nil
    }
    return unsafe next.take()
  }
}

extension KeyRun {
  /// Ends the use of the containers that have been handed out for the value.
  @inline(__always)
  func endContainers() {
    if unsafe state.tables != nil { giveBackContainers() }
  }

  @inline(never)
  private func giveBackContainers() {
    var next = unsafe state.tables
    unsafe state.tables = nil
    while let table = unsafe next {
      // Safe: the body of the frame keeps its tables.
      unsafe next = unsafe table._withUnsafeGuaranteedRef { unsafe $0.giveBack() }
    }
  }
}

/// The table of one type of coding keys; the type of their containers is a parameter so that the program need not look for
/// it each time.
final class TypedKeyTable<Key: CodingKey, Container>: KeyTable {
  // The type and its conformance, for the same reason.
  private let maker: any ContainerMaking<Key>.Type = KeyedContainer<Key>.self

  init(_ shape: LevelShape, level: Int) {
    super.init(shape, level: level, isByte: MemoryLayout<Key>.size <= 1)
  }

  /// The container that has been handed out.
  @inline(never)
  fileprivate func copy() -> Container {
    // Safe: it was noted as the reference that a container is.
    unsafe unsafeBitCast(container, to: Container.self)
  }
}

extension TypedKeyTable where Container == KeyedEncodingContainer<Key> {
  /// The container of a value.
  func container(of frame: EncodingFrame) -> Container {
    handOut(to: frame.run) ? copy() : make(maker, frame)
  }

  private func make<Maker: ContainerMaking<Key>>(
    _ maker: Maker.Type, _ frame: EncodingFrame
  ) -> Container {
    let output = KeyedOutput(frame.run, self)
    let container = KeyedEncodingContainer(maker.init(output))
    if !hasContainer, !frame.run.state.isDetached,
      ContainerLayout.encoding.isOneReference(container)
    {
      // Safe: the container is one reference to an object, as was found out.
      take(unsafe unsafeBitCast(container, to: AnyObject.self), output)
    } else {
      output.keep()
    }
    return container
  }
}

/// A keyed container that can be made of what it writes to.
protocol ContainerMaking<Key>: KeyedEncodingContainerProtocol {
  init(_ output: KeyedOutput)
}
