/// What is left to be done when the objects have been made.
struct PendingReferences {
  /// A value that is decoded when no initialiser is running.
  struct Late {
    /// The object that holds the reference, or 0.
    let holder: Int
    /// The last step of the path to the reference.
    let step: PathStep
    /// Decodes the value.
    let decode: (GraphDecoder, Site) throws -> Void
  }

  /// A back reference that is empty so far.
  struct Unset {
    let target: Int
    /// The first object that holds the reference, or 0.
    let holder: Int
    let box: WeakBox
  }

  /// The late references, in the order in which they were met.
  private var late: [Late] = []
  private var nextLate = 0
  /// For each object the box that its back references share, once there is one.
  private var boxes: [WeakBox?] = []
  /// Boxes for back references of a second type to one object.
  private var otherBoxes: [Int: [WeakBox]] = [:]
  /// The boxes that have no object.
  private(set) var unset: [Unset] = []

  /// Adds a late reference.
  mutating func add(_ task: Late) { late.append(task) }

  /// The next late reference, or nil when all have been decoded.
  mutating func next() -> Late? {
    guard nextLate < late.count else {
      // What goes with them may run code of the program, which must find this in order.
      let decoded = late
      late = []
      nextLate = 0
      withExtendedLifetime(decoded) {}
      return nil
    }
    nextLate += 1
    return late[nextLate - 1]
  }

  /// The box that the back references of a type to an object share.
  mutating func box<Target>(
    to target: Int, of objectCount: Int, _ type: Target.Type, holder: Int
  ) -> WeakTarget<Target> {
    if boxes.isEmpty { boxes = Array(repeating: nil, count: objectCount + 1) }
    guard boxes.indices.contains(target) else { return WeakTarget(nil) }
    if let box = boxes[target] {
      if let box = box as? WeakTarget<Target> { return box }
      for case let box as WeakTarget<Target> in otherBoxes[target] ?? [] { return box }
    }
    let box = WeakTarget<Target>(nil)
    if boxes[target] == nil {
      boxes[target] = box
    } else {
      otherBoxes[target, default: []] += [box]
    }
    unset.append(Unset(target: target, holder: holder, box: box))
    return box
  }

  /// Keeps the boxes whose objects have not been made, for another call.
  mutating func keep(_ rest: [Unset]) { unset = rest }
}
