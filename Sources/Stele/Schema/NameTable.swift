/// The class names of an archive, numbered from 1 in the order in which they are met.
///
/// Spec §4.1.
struct NameTable {
  private(set) var names: [String] = []
  private var numbers = ShortTable<ExactString, Int>()

  /// The number of a name, which is defined when it is new.
  mutating func number(of name: String) -> Int {
    let key = ExactString(name)
    if let number = numbers[key] { return number }
    names.append(name)
    numbers.set(names.count, for: key)
    return names.count
  }
}
