/// What has been found out about entries and the classes that they are not themselves.
///
/// It holds few verdicts, so that an archive cannot make it large.
///
/// Spec §10.5.
struct MembershipCache: Sendable {
  private static let count = 64
  private var verdicts: [(entry: Int, name: Int32, isMember: Bool)] = []

  mutating func entry(_ entry: Int, isA name: Int32, in schema: borrowing CompiledSchema) -> Bool {
    if verdicts.isEmpty {
      verdicts = Array(repeating: (0, 0, false), count: Self.count)
    }
    let place = (entry &* 31 &+ Int(name)) & (Self.count - 1)
    if verdicts[place].entry == entry, verdicts[place].name == name {
      return verdicts[place].isMember
    }
    let isMember = schema.entry(entry, isA: name)
    verdicts[place] = (entry, name, isMember)
    return isMember
  }
}
