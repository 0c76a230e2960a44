/// Numbers for strings: equal bytes get equal numbers.
///
/// Each node is hashed once, however many dictionaries share it as a key.
struct StringTable {
  /// The strings; a string's number is its place here.
  private(set) var strings: [String] = []
  private var numbers: [LiteralString: Int] = [:]
  private var numberOfNode: [Int]
  private let nodes: [PropertyList.Node]

  init(_ list: PropertyList) {
    nodes = list.nodes
    numberOfNode = Array(repeating: -1, count: nodes.count)
  }

  /// The number of a string.
  mutating func number(of string: String) -> Int {
    let fresh = strings.count
    let known = numbers[LiteralString(string), default: fresh]
    guard known == fresh else { return known }
    numbers[LiteralString(string)] = fresh
    strings.append(string)
    return fresh
  }

  /// The number of the string that a node is, or nil when it is something else.
  mutating func number(ofNode node: Int) -> Int? {
    if numberOfNode[node] >= 0 { return numberOfNode[node] }
    guard case .string(let text) = nodes[node] else { return nil }
    let number = number(of: text)
    numberOfNode[node] = number
    return number
  }

  /// The number of the string that a node is, when it has been asked for before.
  func knownNumber(ofNode node: Int) -> Int? {
    numberOfNode[node] >= 0 ? numberOfNode[node] : nil
  }
}
