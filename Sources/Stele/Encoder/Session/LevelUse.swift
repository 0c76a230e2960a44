/// The levels of an object that have written something.
///
/// It is noted for the first object of each class, to find classes that inherit their coding.
struct LevelUse {
  private(set) var levels: [Int] = []
  private var containers: [(level: Int, keyType: Any.Type?)] = []
  /// How many classes have asked for a container and are not known.
  private(set) var unattributedCount = 0

  /// Whether the topmost class has begun its level, or written a key there.
  private(set) var hasTopmost = false

  /// Notes that the topmost class has begun its level, or written a key there.
  mutating func noteTopmost() { hasTopmost = true }

  /// Notes that a level has keys or containers.
  mutating func note(_ level: Int) {
    if !levels.contains(level) { levels.append(level) }
  }

  /// Notes that a class has asked for a container.
  ///
  /// The type of the coding keys does not always show which class that is: classes share types of keys that are declared in
  /// none of them, and subclasses use those of their superclass. A class asks once, so a level that is asked for a second
  /// time has been asked for by another class.
  ///
  /// - Parameters:
  ///   - level: The level that the container writes.
  ///   - keyType: The type of the keys, if the class of the level declares it.
  mutating func note(containerOf level: Int, keyType: Any.Type?) {
    note(level)
    if level == 0 { noteTopmost() }
    let isRepeated = containers.contains {
      $0.level == level && ($0.keyType == nil || keyType == nil || $0.keyType == keyType)
    }
    if isRepeated { unattributedCount += 1 }
    containers.append((level, keyType))
  }
}

extension GraphEncoder {
  /// Notes that a level of the object has keys.
  @inline(__always)
  func noteUse(ofLevel level: Int) {
    if recordsLevelUse { levelUse.note(level) }
  }

  /// Notes that the topmost class of the object has begun its level, or written a key there.
  func noteUseOfTopmost() {
    if recordsLevelUse { levelUse.noteTopmost() }
  }

  /// Notes that a class of an object has asked for a container.
  ///
  /// - Parameters:
  ///   - observed: What has been observed of the objects.
  ///   - keyType: The type of the coding keys, or nil for containers without keys.
  ///   - limit: The lowest level that the class may be.
  @inline(__always)
  func noteUse(of observed: ObservedBody, _ keyType: Any.Type?, atMost limit: Int = .max) {
    if recordsLevelUse { noteFirstUse(of: observed, keyType, atMost: limit) }
  }

  @inline(never)
  private func noteFirstUse(of observed: ObservedBody, _ keyType: Any.Type?, atMost limit: Int) {
    guard case .class(let declaration) = observed.kind else { return }
    let limit = min(limit, observed.ownLevel)
    let owner = keyType.map { declaration.level(ofKeyType: $0).type }
    let level = declaration.levels.firstIndex { $0.type == owner } ?? limit
    // Keys that no class declares belong to the lowest level, whichever class asks.
    levelUse.note(containerOf: min(level, limit), keyType: level < limit ? keyType : nil)
  }
}
