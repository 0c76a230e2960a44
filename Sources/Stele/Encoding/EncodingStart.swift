import Synchronization

/// What an encoder knows that has written an object of simple keys by hand, and nothing else.
///
/// The next archive whose first root is an object of the class begins with it, and predicts that this one has the same keys
/// in the same order, as it would find out anyhow. As soon as that turns out to be wrong, the encoder goes on as one that has
/// known nothing. Of the archive itself nothing is kept.
// Safe: whoever takes one has it alone, as it is taken away from those that wait; nothing else refers to its parts.
struct EncodingStart: @unchecked Sendable {
  private let type: ObjectIdentifier
  private let core: EncodingCore

  /// How many of them wait at most.
  private static let countLimit = 4
  private static let waiting = Mutex<[EncodingStart]>([])

  /// Takes what is known of the class of a root, if it is an object and there is something.
  static func take<T>(for root: T, _ options: SteleEncoder) -> EncodingCore? {
    guard T.self is AnyClass, Swift.type(of: root) == T.self else { return nil }
    let start = waiting.withLock { waiting in
      waiting.lastIndex { $0.type == ObjectIdentifier(T.self) }.map { waiting.remove(at: $0) }
    }
    guard let core = start?.core, core.begin(options) else { return nil }
    return core
  }

  /// Has what is known wait for the next archive, or tells with false that it does not follow from a class alone.
  static func give(_ core: EncodingCore) -> Bool {
    guard let shape = core.classToBeginWith else { return false }
    core.predict(shape)
    let start = EncodingStart(type: ObjectIdentifier(shape.declaration.type), core: core)
    // What goes is released when the lock is open again.
    let oldest = waiting.withLock { waiting in
      waiting.append(start)
      return waiting.count > countLimit ? waiting.removeFirst() : nil
    }
    oldest?.core.close()
    return true
  }
}
