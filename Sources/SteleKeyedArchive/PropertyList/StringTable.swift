internal import Stele

/// Numbers for strings: equal bytes get equal numbers.
///
/// Each node is hashed once, even if many dictionaries share it as a key.
struct StringTable {
  /// The strings; the number of a string is its index.
  private(set) var strings: [String] = []
  private var numbers: [ExactString: Int] = [:]
  private var numberOfNode: [Int]
  private let nodes: [PropertyListGraph.Node]

  init(_ nodes: [PropertyListGraph.Node]) {
    self.nodes = nodes
    numberOfNode = Array(repeating: -1, count: nodes.count)
  }

  mutating func number(of string: String) -> Int {
    let fresh = strings.count
    let known = numbers[ExactString(string), default: fresh]
    guard known == fresh else { return known }
    numbers[ExactString(string)] = fresh
    strings.append(string)
    return fresh
  }

  /// Returns the number of the string of a node, or nil if the node is not a string.
  mutating func number(ofNode node: Int) -> Int? {
    if numberOfNode[node] >= 0 { return numberOfNode[node] }
    guard case .string(let text) = nodes[node] else { return nil }
    let number = number(of: text)
    numberOfNode[node] = number
    return number
  }

  /// Returns the number of the string of a node if it has been requested before.
  func knownNumber(ofNode node: Int) -> Int? {
    numberOfNode[node] >= 0 ? numberOfNode[node] : nil
  }
}
