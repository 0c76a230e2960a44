import Stele

/// The names of the stored keys of entries and cases, looked up once for each entry.
struct NotationKeyNames {
  private let classes: ArchiveClassTable
  private var chains = EntryCache<[[String]]>()
  private var bodies: [Int: [[String]]] = [:]

  init(_ classes: ArchiveClassTable) {
    self.classes = classes
  }

  /// Returns the names of the keys of each entry of a chain, the topmost superclass first.
  mutating func chain(of entry: Int) -> [[String]] {
    if let chain = chains[entry] { return chain }
    let chain = classes.chain(of: entry).map { names(of: $0) }
    return chains.keep(chain, of: entry, size: chain.reduce(chain.count) { $0 + $1.count })
  }

  /// Returns the names of the keys of a struct.
  mutating func structure(_ entry: Int) -> [String] {
    body(of: entry).first ?? []
  }

  /// Returns the name of a case of an enum, and the names of its keys.
  mutating func enumeration(_ entry: Int, caseIndex: Int) -> (name: String, keys: [String]) {
    guard let cases = classes[entry]?.cases, cases.indices.contains(caseIndex) else {
      return ("", [])
    }
    let keys = body(of: entry)
    return (cases[caseIndex].name, keys.indices.contains(caseIndex) ? keys[caseIndex] : [])
  }

  private mutating func body(of number: Int) -> [[String]] {
    if let body = bodies[number] { return body }
    guard let entry = classes[number] else { return [] }
    let body =
      entry.kind == .enum
      ? entry.cases.indices.map { names(of: number, caseIndex: $0) } : [names(of: number)]
    bodies[number] = body
    return body
  }

  private func names(of entry: Int, caseIndex: Int? = nil) -> [String] {
    classes.ownKeys(of: entry, caseIndex: caseIndex)?.map(\.name) ?? []
  }
}
