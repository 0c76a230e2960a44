import TestSupport

/// The options of the command line.
struct Options: Sendable {
  /// How many bytes the inputs take whose memory is measured.
  var byteCount = 256 << 10
  /// How many bytes the smallest inputs take whose work is counted; it is counted for twice and four times as many, too.
  var workByteCount = 32 << 10
  /// Every how many-th family is taken.
  var stride = 1
  /// The text that the names of the families contain.
  var family = ""
  /// The text that the names of the calls contain.
  var call = ""
  var measuresMemory = true
  var countsWork = true
  var runsTool = true
  /// Whether the instructions of the commands of the tool are counted, too, which takes long.
  var countsToolWork = false
  /// Whether the deepest values that the encoder accepts are decoded.
  var checksDepth = false
  /// Whether all results are shown, and not only those that are too much.
  var showsAll = false

  static let help = """
    usage: bounds [--memory] [--work] [--tool] [--tool-work] [--depth] [--bytes N] [--work-bytes N] [--stride N] [--family TEXT] [--call TEXT] [--all]

    Runs every public call that takes foreign bytes, and every command of the tool, on inputs that take one
    dimension of the format to its extreme. Their memory has to stay within the bound of the specification, and
    twice the bytes may not make them do more than 2^1.3 times the work. Of ordinary content (the families whose
    names begin with "ordinary") none may be refused.

      --memory        measure the memory of calls; needs Linux
      --work          count the instructions of calls; needs valgrind
      --tool          measure the memory of the commands of the tool
      --tool-work     count the instructions of the commands of the tool, which takes long; needs valgrind
      --depth         decode the deepest values that the encoder accepts, on threads with stacks of several sizes
                      (without one of these: --memory, --work and --tool)
      --bytes N       the size of inputs whose memory is measured, 262144 if not given
      --work-bytes N  the smallest size of inputs whose work is counted, 32768 if not given
      --stride N      only every Nth family
      --family TEXT   only inputs whose names contain the text
      --call TEXT     only calls and commands whose names contain the text
      --all           show all results
    """

  /// Understands the arguments, or gives nil.
  init?(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    var chosen: Set<String> = []
    while let option = rest.popFirst() {
      switch option {
      case "--memory", "--work", "--tool", "--tool-work", "--depth": chosen.insert(option)
      case "--all": showsAll = true
      case "--bytes", "--work-bytes", "--stride":
        guard let text = rest.popFirst(), let number = Int(text), number >= 0 else { return nil }
        switch option {
        case "--bytes": byteCount = max(1, number)
        case "--work-bytes": workByteCount = max(1, number)
        default: stride = max(1, number)
        }
      case "--family", "--call":
        guard let text = rest.popFirst() else { return nil }
        if option == "--family" { family = text } else { call = text }
      default: return nil
      }
    }
    guard !chosen.isEmpty else { return }
    measuresMemory = chosen.contains("--memory")
    countsWork = chosen.contains("--work")
    runsTool = chosen.contains("--tool")
    countsToolWork = chosen.contains("--tool-work")
    checksDepth = chosen.contains("--depth")
  }

  /// The families to take.
  var families: [Extreme] {
    let all = (Extreme.all + Extreme.ordinary).filter { family.isEmpty || $0.name.contains(family) }
    return Swift.stride(from: 0, to: all.count, by: stride).map { all[$0] }
  }

  /// The calls to take.
  var calls: [BoundedCall] { BoundedCall.all.filter { call.isEmpty || $0.name.contains(call) } }
}
