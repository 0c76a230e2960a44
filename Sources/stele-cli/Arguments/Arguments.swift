/// A command line, taken apart.
///
/// Options and operands may be mixed; after `--` everything is an operand, and so is a single `-`.
struct Arguments {
  /// What is not an option.
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]

  /// Takes arguments apart.
  ///
  /// - Throws: `UsageError` for an option that is unknown, given twice or without its value.
  init(_ arguments: [String], options: [Option]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(
        separator: "=", maxSplits: argument.hasPrefix("--") ? 1 : 0,
        omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name || $0.shortName == name }) else {
        throw UsageError("unknown option \(name.printable)")
      }
      guard values[option.name] == nil else {
        throw UsageError("option \(option.name) is given twice")
      }
      if option.value == nil {
        guard parts.count == 1 else { throw UsageError("option \(option.name) takes no value") }
        values[option.name] = ""
      } else if parts.count == 2 {
        values[option.name] = String(parts[1])
      } else if let value = rest.popFirst() {
        values[option.name] = value
      } else {
        throw UsageError("option \(name) needs a value")
      }
    }
  }

  /// Whether an option is given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value of an option, or nil when it is not given.
  func value(of option: Option) -> String? { values[option.name] }

  /// The value of an option that is an integer from some number on.
  func number(of option: Option, from least: Int) throws(UsageError) -> Int? {
    guard let text = values[option.name] else { return nil }
    guard let number = Int(text), number >= least else {
      throw UsageError("option \(option.name) needs an integer of at least \(least)")
    }
    return number
  }

  /// The only operand.
  func onlyOperand(_ what: String) throws(UsageError) -> String {
    guard let operand = operands.first else { throw UsageError("\(what) is missing") }
    guard operands.count == 1 else {
      throw UsageError("there is more than one \(what): \(operands[1].printable)")
    }
    return operand
  }

  /// The value of `-o`, which the command needs.
  func output() throws(UsageError) -> String {
    guard let output = value(of: .output), !output.isEmpty else {
      throw UsageError("-o FILE is missing")
    }
    return output
  }
}
