/// What has become of each object of an archive.
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

  /// The number of objects.
  let count: Int
  private var states: [State]
  private var objects: [AnyObject?]
  private var walks: [UInt32]
  private var marks: [Marks] = []
  private var errors: [Int: any Error] = [:]

  init(count: Int) {
    self.count = count
    states = Array(repeating: .untouched, count: count + 1)
    objects = Array(repeating: nil, count: count + 1)
    walks = Array(repeating: 0, count: count + 1)
  }

  /// How far an object is; numbers that are out of range have failed.
  func state(of number: Int) -> State {
    states.indices.contains(number) ? states[number] : .failed
  }

  /// The object of a number, if it is there, though it may not have been filled.
  func object(_ number: Int) -> AnyObject? {
    guard objects.indices.contains(number), states[number] != .failed else { return nil }
    return objects[number]
  }

  /// Why an object could not be made.
  func error(of number: Int) -> any Error { errors[number] ?? GraphCodingError(.noObject(number)) }

  /// Notes that the initialiser of an object is running.
  func begin(_ number: Int) { states[number] = .beginning }

  /// Takes an object that is complete.
  func complete(_ number: Int, _ object: AnyObject) {
    states[number] = .made
    objects[number] = object
  }

  /// Takes an object that has not been filled.
  func adopt(_ number: Int, _ object: AnyObject) {
    states[number] = .shell
    objects[number] = object
  }

  /// Notes that an object is being filled.
  func beginFilling(_ number: Int) { states[number] = .filling }

  /// Notes that an object has been filled.
  func endFilling(_ number: Int) { states[number] = .made }

  /// Notes that an object could not be made, or filled.
  func fail(_ number: Int, _ error: any Error) {
    states[number] = .failed
    errors[number] = error
  }

  /// Marks an object for a walk, or tells with false that it need not be visited again.
  ///
  /// The marks of walks are even numbers; an object that has been filled exists, too.
  func mark(_ wanted: WantedObject, _ walk: UInt32) -> Bool {
    let number = wanted.number
    guard walks.indices.contains(number), walks[number] != walk | 1 else { return false }
    if wanted.isFilled {
      walks[number] = walk | 1
      return true
    }
    guard walks[number] != walk else { return false }
    walks[number] = walk
    return true
  }

  /// Remembers something of an object.
  func set(_ mark: Marks, _ number: Int) {
    if marks.isEmpty { marks = Array(repeating: [], count: count + 1) }
    if marks.indices.contains(number) { marks[number].insert(mark) }
  }

  /// Whether something is remembered of an object.
  func has(_ mark: Marks, _ number: Int) -> Bool {
    marks.indices.contains(number) && marks[number].contains(mark)
  }

  /// Gives up the table's reference to an object, when it is the only one.
  func takeIfUnique(_ number: Int) -> AnyObject? {
    guard objects.indices.contains(number), objects[number] != nil,
      isKnownUniquelyReferenced(&objects[number])
    else { return nil }
    defer { objects[number] = nil }
    return objects[number]
  }

  /// Gives up all references that are left.
  func removeAll() {
    let rest = objects
    objects = Array(repeating: nil, count: count + 1)
    errors = [:]
    _ = rest
  }
}
