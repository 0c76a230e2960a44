/// Counts the objects of one trial, and knows those that live.
///
/// Not for several threads: each trial has its own.
final class Tally {
  /// The tally that objects made on this thread register with.
  @TaskLocal static var current: TallyBox?

  private struct Member { weak var object: Tracked? }

  private var members: [Member] = []
  /// How many objects have been made.
  private(set) var madeCount = 0
  /// How many objects live.
  fileprivate(set) var livingCount = 0
  /// The names of the classes of which objects have been made.
  private(set) var classNames: Set<String> = []

  fileprivate func add(_ object: Tracked) {
    members.append(Member(object: object))
    madeCount += 1
    livingCount += 1
    classNames.insert(String(describing: type(of: object)))
  }

  /// Whether an object that wants to be woken has not been.
  var hasSleeper: Bool {
    members.contains { ($0.object as? Vertex)?.isAwake == false }
  }

  /// Makes all objects let go of the others, so that no chain falls and no cycle stays.
  func unlinkAll() {
    let objects = members.compactMap(\.object)
    members = []
    for object in objects { object.unlink() }
  }
}

/// A tally in a task-local value.
struct TallyBox: @unchecked Sendable {
  // Safe: a task-local value is bound for one synchronous call, so one thread uses the tally.
  let tally: Tally
}

/// The superclass of all specimens, which archives know nothing of.
class Tracked {
  private let tally = Tally.current?.tally

  init() { tally?.add(self) }

  deinit { tally?.livingCount -= 1 }

  /// Lets go of all other objects.
  func unlink() {}
}
