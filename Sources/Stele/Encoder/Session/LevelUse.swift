/// The levels that the first object of a class has written, which shows classes that inherit their coding.
///
/// It serves an error alone, and has no effect on bytes.
struct LevelUse {
  /// The topmost level alone, which takes no memory.
  private static let topmost = [0]
  private(set) var levels: [Int] = []
  private var containers: [(level: Int, keyType: Any.Type?)] = []
  /// The number of containers whose class is unknown.
  private(set) var unattributedCount = 0
  /// Whether the topmost class has begun its level, or written a key there.
  private(set) var hasTopmost = false

  mutating func markTopmost() { hasTopmost = true }

  /// Marks that a level has keys or containers.
  mutating func mark(_ level: Int) {
    if level == 0, levels.isEmpty {
      levels = Self.topmost
    } else if !levels.contains(level) {
      levels.append(level)
    }
  }

  /// Marks that a class has made a container.
  ///
  /// The type of the coding keys does not always identify the class: classes share types of keys that are declared in
  /// none of them, and subclasses use those of their superclass. Each class makes one container, so a second one at
  /// the same level belongs to another class.
  ///
  /// - Parameters:
  ///   - level: The level that the container writes.
  ///   - keyType: The type of the keys, if the class of the level declares it.
  mutating func mark(containerOf level: Int, keyType: Any.Type?) {
    mark(level)
    if level == 0 { markTopmost() }
    let isRepeated = containers.contains {
      $0.level == level && ($0.keyType == nil || keyType == nil || $0.keyType == keyType)
    }
    if isRepeated { unattributedCount += 1 }
    containers.append((level, keyType))
  }
}

extension EncodingSession {
  /// Marks that a level of the current object has keys.
  @inline(__always)
  func markUse(ofLevel level: Int) {
    if recordsLevelUse { levelUse.mark(level) }
  }

  /// Marks that the topmost class of the current object has begun its level, or written a key there.
  func markUseOfTopmost() {
    if recordsLevelUse { levelUse.markTopmost() }
  }

  /// Marks that a class of the current object has made a container; `keyType` is nil for a container without keys.
  ///
  /// The class has the level `limit` or a higher one.
  func markUse(of body: ObservedBody, _ keyType: Any.Type?, atMost limit: Int) {
    guard recordsLevelUse, case .class(let declaration) = body.kind else { return }
    let limit = min(limit, body.ownLevel)
    let level = keyType.map { declaration.levelIndex(ofKeyType: $0) } ?? limit
    // Keys that no class declares belong to the lowest level, whichever class makes the container.
    levelUse.mark(containerOf: min(level, limit), keyType: level < limit ? keyType : nil)
  }
}
