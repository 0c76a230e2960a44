/// What is left to be done when the objects have been made.
struct PendingReferences {
  /// A value that is decoded when no initialiser is running.
  @safe
  struct Late {
    /// The object that the value is a reference to, and what reads such, if the value is an optional reference.
    // Safe: the reader of the value keeps it.
    fileprivate let object: (number: Int, reading: Unmanaged<ObjectReading>)?
    /// The object that holds the reference, or 0.
    let holder: Int
    /// The last step of the path to the reference.
    let step: PathStep
    // Safe: the graph keeps readers as long as there are late references.
    private unowned(unsafe) let unretainedReader: AnyTypeReader
    /// The type of the value in the archive.
    let plan: ReadingPlan
    /// Where the value stands.
    let input: CheckedBytes
    /// What the value goes to.
    let box: AnyLateBox

    init(
      object: (number: Int, reading: ObjectReading)?, holder: Int, step: PathStep,
      reader: AnyTypeReader, plan: ReadingPlan, input: CheckedBytes, box: AnyLateBox
    ) {
      unsafe self.object = object.map { unsafe ($0.number, .passUnretained($0.reading)) }
      self.holder = holder
      self.step = step
      unsafe unretainedReader = reader
      self.plan = plan
      self.input = input
      self.box = box
    }

    /// What decodes the value.
    var reader: AnyTypeReader { unsafe unretainedReader }
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
  /// How many of them have objects that have been looked at.
  private var touchedEnd = 0
  /// What has been seen there, so that looking is not left out.
  private var touchedWords: UInt = 0
  private static let touchedAtOnce = 32
  /// For each object the box that its back references share, once there is one.
  private var boxes: [WeakBox?] = []
  /// Boxes for back references of a second type to one object.
  private var otherBoxes: [Int: [WeakBox]] = [:]
  /// The boxes that have no object.
  private(set) var unset: [Unset] = []

  /// Adds a late reference.
  mutating func add(_ task: Late) { late.append(task) }

  /// Sets the next late references as long as their objects are there.
  mutating func settleKnown(in graph: GraphDecoder) {
    while nextLate < late.count, let (number, reading) = unsafe late[nextLate].object {
      if nextLate >= touchedEnd { touch(in: graph.objects) }
      let object = unsafe reading._withUnsafeGuaranteedRef { graph.known(number, $0) }
      guard let object else { return }
      late[nextLate].box.set(object)
      nextLate += 1
    }
  }

  /// Looks at some objects at a time, which brings them into the cache of the processor side by side, and not each only when it
  /// is needed.
  private mutating func touch(in objects: ObjectTable) {
    touchedEnd = min(nextLate + Self.touchedAtOnce, late.count)
    var words: UInt = 0
    for index in nextLate..<touchedEnd {
      if let (number, _) = unsafe late[index].object { words ^= objects.address(of: number) }
    }
    for index in nextLate..<touchedEnd {
      if let (number, _) = unsafe late[index].object { words ^= objects.firstWord(of: number) }
    }
    touchedWords = words
  }

  /// The next late reference, or nil when all have been decoded.
  mutating func next() -> Late? {
    guard nextLate < late.count else {
      // What goes with them may run code of the program, which must find this in order.
      let decoded = late
      late = []
      nextLate = 0
      touchedEnd = 0
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
