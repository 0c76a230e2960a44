/// Numbers objects by their identity, in the order in which they are met.
struct IdentityIndex {
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// The number of an object that was visited before, or nil.
  subscript(object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// The number of an object, and whether this is the first time that it is met.
  mutating func number(of object: AnyObject) -> (number: Int, isNew: Bool) {
    let identifier = ObjectIdentifier(object)
    if let number = numbers[identifier] { return (number, false) }
    numbers[identifier] = numbers.count
    return (numbers.count - 1, true)
  }
}
