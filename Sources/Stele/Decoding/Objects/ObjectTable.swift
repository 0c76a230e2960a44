/// What has become of each object of an archive.
final class ObjectTable {
  /// How far an object is.
  enum State: UInt8 {
    /// Nothing has been done.
    case untouched
    /// Its initialiser is running.
    case beginning
    /// It is complete.
    case made
    /// Its initialiser has thrown.
    case failed
  }

  /// The number of objects.
  let count: Int
  private var states: [State]
  private var objects: [AnyObject?]
  private var marks: [UInt32]
  private var errors: [Int: any Error] = [:]

  init(count: Int) {
    self.count = count
    states = Array(repeating: .untouched, count: count + 1)
    objects = Array(repeating: nil, count: count + 1)
    marks = Array(repeating: 0, count: count + 1)
  }

  /// How far an object is; numbers that are out of range have failed.
  func state(of number: Int) -> State {
    states.indices.contains(number) ? states[number] : .failed
  }

  /// The object of a number, if it is complete.
  func object(_ number: Int) -> AnyObject? {
    objects.indices.contains(number) ? objects[number] : nil
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

  /// Notes that an object could not be made.
  func fail(_ number: Int, _ error: any Error) {
    states[number] = .failed
    errors[number] = error
  }

  /// Marks an object for a walk, or tells with false that it has the mark.
  func mark(_ number: Int, _ walk: UInt32) -> Bool {
    guard marks.indices.contains(number), marks[number] != walk else { return false }
    marks[number] = walk
    return true
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
