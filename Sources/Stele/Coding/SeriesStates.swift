/// The state that the archives of a series have left, for each of the last few types of their roots.
struct SeriesStates<State> {
  private var states: [(type: ObjectIdentifier, state: State)] = []
  private static var limit: Int { 8 }

  /// Takes out the state for a type.
  mutating func take(for type: Any.Type) -> State? {
    states.firstIndex { $0.type == ObjectIdentifier(type) }.map { states.remove(at: $0).state }
  }

  /// Puts in the state for a type, in place of the oldest one if there are many.
  mutating func put(_ state: State, for type: Any.Type) {
    if take(for: type) == nil, states.count == Self.limit { states.removeFirst() }
    states.append((ObjectIdentifier(type), state))
  }
}
