/// Numbers objects by their identity, in the order of their first visits.
struct IdentityIndex {
  private var numbers: [ObjectIdentifier: Int] = [:]

  /// Returns the number of an object that was visited before, or nil.
  subscript(object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  /// Returns the number of an object, and whether this is its first visit.
  mutating func number(of object: AnyObject) -> (number: Int, isNew: Bool) {
    let identifier = ObjectIdentifier(object)
    if let number = numbers[identifier] { return (number, false) }
    numbers[identifier] = numbers.count
    return (numbers.count - 1, true)
  }
}
