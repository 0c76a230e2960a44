/// References that are completed when the objects have been made.
struct PendingReferences {
  /// A back reference that is empty so far.
  struct Unset {
    let target: Int
    /// The first object that holds the reference, or 0.
    let holder: Int
    let box: WeakBox
  }

  /// The late references, in the order in which they were found.
  var late: [LateTask] = []
  private var nextLate = 0
  /// The box that the back references to an object share, by the number of the object.
  private var boxes: [WeakBox?] = []
  /// Boxes for back references of further types to one object.
  private var otherBoxes: [Int: [WeakBox]] = [:]
  /// The objects whose back references have been set before they were hashed.
  var hashed: Set<Int> = []
  /// The boxes that have no object.
  private(set) var unset: [Unset] = []

  /// The next late reference, or nil if all have been decoded.
  mutating func nextLateTask() -> LateTask? {
    guard nextLate < late.count else { return nil }
    nextLate += 1
    return late[nextLate - 1]
  }

  /// Takes the late references away when all have been decoded; what goes with them may run code of the program.
  mutating func takeDecoded() -> [LateTask] {
    guard nextLate == late.count else { return [] }
    defer {
      late = []
      nextLate = 0
    }
    return late
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

  /// Whether a back reference is empty, or a late reference has not been decoded.
  var isEmpty: Bool { unset.isEmpty && !hasLate }

  /// Whether a late reference has not been decoded.
  var hasLate: Bool { nextLate < late.count }

  /// Sets the back references to an object that are of its class.
  func set(_ target: Int, to object: AnyObject) {
    guard boxes.indices.contains(target) else { return }
    _ = boxes[target]?.patch(object)
    for box in otherBoxes[target] ?? [] { _ = box.patch(object) }
  }

  /// Keeps the boxes whose objects have not been made, for another call.
  mutating func keep(_ rest: [Unset]) { unset = rest }
}
