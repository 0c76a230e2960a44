extension Benchmark {
  /// The reason for which arguments are wrong.
  struct WrongArguments: Error {
    let description: String
  }

  /// Parses the arguments of the command line; nil if help is requested.
  init?(_ arguments: [String]) throws(WrongArguments) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": return nil
      case "--json": isJSON = true
      case "--quick": isQuick = true
      case "--processor-time": usesProcessorTime = true
      case "--keep": keptPath = try Self.value(of: argument, &rest)
      case "--workload":
        for name in try Self.value(of: argument, &rest).split(separator: ",") {
          guard let named = Workload.named(String(name)) else {
            throw WrongArguments(
              description: "--workload needs some of \(Self.names(Workload.self)), not \(name)")
          }
          workloads += named
        }
      case "--contender":
        for name in try Self.value(of: argument, &rest).split(separator: ",") {
          guard let contender = Contender(rawValue: String(name)) else {
            throw WrongArguments(
              description: "--contender needs some of \(Self.names(Contender.self)), not \(name)")
          }
          contenders.append(contender)
        }
      default: throw WrongArguments(description: "unknown argument \(argument)")
      }
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(WrongArguments) -> String {
    guard let value = rest.popFirst() else {
      throw WrongArguments(description: "\(option) needs a value")
    }
    return value
  }

  private static func names<Names: CaseIterable & RawRepresentable<String>>(
    _ type: Names.Type
  ) -> String {
    type.allCases.map(\.rawValue).joined(separator: ", ")
  }
}
