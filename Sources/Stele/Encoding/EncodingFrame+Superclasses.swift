// Superclasses of an object that write to containers inside of its record, instead of levels of it.

extension EncodingFrame {
  /// Has the frame stand for the superclasses of an object, when a class of the object has asked for it.
  ///
  /// It is then noted which of them write something.
  ///
  /// - Parameter level: The level of the class, where that is known.
  /// - Returns: The frame.
  func standingForSuperclasses(below level: Int) -> EncodingFrame {
    superclassLimit = parent?.limitOfSuperclasses(below: level) ?? -1
    return self
  }

  /// The lowest level of an object that a super encoder of one of its containers may stand for, or -1 when the container is that
  /// of a value.
  private func limitOfSuperclasses(below level: Int) -> Int {
    guard core.objects.isExamined else { return -1 }
    var (frame, level) = (self, level)
    while !frame.isRecord {
      if frame.superclassLimit >= 0 { return max(0, frame.superclassLimit - 1) }
      guard frame.hasOwnBuffer, let parent = frame.parent else { return -1 }
      level = frame.place.level
      frame = parent
    }
    // A subclass may use the keys of the topmost class.
    return max(0, (level > 0 ? level : frame.body?.ownLevel ?? 0) - 1)
  }

  /// Notes that a superclass of the object has asked for a container, if the frame stands for one.
  func noteUseBySuperclass(_ keyType: Any.Type?) {
    guard superclassLimit >= 0 else { return }
    var record = self
    while let parent = record.parent { record = parent }
    if let body = record.body { noteUse(of: body, keyType, atMost: superclassLimit) }
  }

  /// Notes that a class of an object has asked for a container.
  ///
  /// - Parameters:
  ///   - body: What is known of the record of the object.
  ///   - keyType: The type of the coding keys, or nil for containers without keys.
  ///   - limit: The lowest level that the class may be.
  func noteUse(of body: BodyShape, _ keyType: Any.Type?, atMost limit: Int = .max) {
    guard core.objects.isExamined, case .class(let declaration) = body.kind else { return }
    let limit = min(limit, body.ownLevel)
    let owner = keyType.map { declaration.level(ofKeyType: $0).type }
    let level = declaration.levels.firstIndex { $0.type == owner } ?? limit
    // Keys that no class declares belong to the lowest level, whichever class asks.
    core.objects.use(
      containerOf: min(level, limit), keyType: level < limit ? keyType : nil)
  }
}
