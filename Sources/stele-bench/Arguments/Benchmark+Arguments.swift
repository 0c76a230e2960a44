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
      case "--rounds":
        guard let number = Int(try Self.value(of: argument, &rest)), number > 0 else {
          throw WrongArguments(description: "--rounds needs a number above 0")
        }
        requestedRoundCount = number
      case "--record": recordPath = try Self.value(of: argument, &rest)
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
        contenders += try Self.values(of: argument, &rest)
      case "--kind": kinds += try Self.values(of: argument, &rest)
      default: throw WrongArguments(description: "unknown argument \(argument)")
      }
    }
    if recordPath != nil, isQuick || !contenders.isEmpty || !kinds.isEmpty {
      throw WrongArguments(
        description: "--record needs whole workloads: no --quick, --contender or --kind")
    }
  }

  /// Parses names with commas between them.
  private static func values<Name: CaseIterable & RawRepresentable<String>>(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(WrongArguments) -> [Name] {
    var values: [Name] = []
    for name in try value(of: option, &rest).split(separator: ",") {
      guard let value = Name(rawValue: String(name)) else {
        throw WrongArguments(
          description: "\(option) needs some of \(names(Name.self)), not \(name)")
      }
      values.append(value)
    }
    return values
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
