/// A step of a coding path, from a value to a part of it.
enum PathStep {
  /// The value of a key, by its index among the keys of a level plan, which the session keeps.
  case slot(Lent<LevelPlan>, Int)
  /// The value of a key.
  case key(String)
  /// The value of a key of a map.
  case mapKey(String)
  /// An element.
  case index(Int)
  /// The record of an object, or the root for 0, with which a path begins anew.
  case object(Int)
  /// The path to a value that is decoded at another time: the keys from the root, or from the object that the value belongs to, and
  /// the number of that object, or 0.
  case prefix([PathKey], object: Int)
}

/// The path from the root, or from an object, to the value that is being decoded.
///
/// The caller of a decoder puts the step to the value at its own depth; deeper steps are forgotten. So steps
/// cost a few instructions, and names are looked up only when a program requests the path.
final class PathStack {
  /// A step in the form in which it is kept: nothing has to be released when another one replaces it.
  private enum Kept: BitwiseCopyable {
    case slot(Lent<LevelPlan>, Int)
    case index(Int)
    case object(Int)
    /// One of the other steps, which are few.
    case other
  }

  // Safe: nothing has to be released.
  @safe @exclusivity(unchecked)
  private var steps = UncheckedArray<Kept>(filler: .index(0), capacity: 16)
  /// The steps that are kept as ``Kept/other``, by their depths.
  // Safe: steps have nothing of the program.
  @safe @exclusivity(unchecked) private var others = ShortTable<Int, PathStep>()

  /// Begins another archive.
  func reset() {
    steps.count = 0
    if others.count > 0 { others.removeAll() }
  }

  @inline(__always)
  var count: Int {
    get { steps.count }
    set { steps.count = newValue }
  }

  /// Sets the step at a depth, which becomes the last one.
  @inline(__always)
  func put(_ step: PathStep, at depth: Int) {
    let kept: Kept =
      switch step {
      case .slot(let levelPlan, let index): .slot(levelPlan, index)
      case .index(let index): .index(index)
      case .object(let number): .object(number)
      case .key, .mapKey, .prefix: keep(step, at: depth)
      }
    steps.put(kept, at: depth)
  }

  @inline(never)
  private func keep(_ step: PathStep, at depth: Int) -> Kept {
    others.set(step, for: depth)
    return .other
  }

  @inline(__always)
  func push(_ step: PathStep) { put(step, at: count) }

  subscript(depth: Int) -> PathStep {
    switch steps[depth] {
    case .slot(let levelPlan, let index): return .slot(levelPlan, index)
    case .index(let index): return .index(index)
    case .object(let number): return .object(number)
    case .other: return others[depth] ?? .index(0)
    }
  }

  var last: PathStep { count > 0 ? self[count - 1] : .index(0) }

  /// Returns the keys from the root, or from the innermost object, to the value at a depth.
  func keys(to depth: Int) -> [PathKey] {
    var keys: [PathKey] = []
    for depth in (0..<depth).reversed() {
      switch self[depth] {
      case .slot(let levelPlan, let index):
        let name = levelPlan.use { $0.name(index) }
        keys.append(PathKey(stringValue: name, intValue: nil))
      case .key(let name): keys.append(PathKey(stringValue: name, intValue: nil))
      case .mapKey(let key): keys.append(PathKey(mapKey: key))
      case .index(let index): keys.append(PathKey(index: index))
      case .object: return keys.reversed()
      case .prefix(let first, _): return first + keys.reversed()
      }
    }
    return keys.reversed()
  }

  /// Returns the number of the innermost object on the path to a depth, or 0.
  func object(to depth: Int) -> Int {
    var depth = depth
    while depth > 0 {
      depth -= 1
      if case .object(let number) = steps[depth] { return number }
      if case .other = steps[depth], case .prefix(_, let number) = self[depth] { return number }
    }
    return 0
  }

  /// Returns the path to a depth, to be kept for a ``PathStep/prefix(_:object:)``.
  func prefix(to depth: Int) -> (keys: [PathKey], object: Int) {
    (keys(to: depth), object(to: depth))
  }
}
