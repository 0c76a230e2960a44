internal import Stele
internal import SteleInspection

/// A command line, split into options and operands.
///
/// Options and operands may be mixed. After `--` every argument is an operand. A single `-` and a negative number are always
/// operands.
struct Arguments {
  /// The arguments that are not options.
  private(set) var operands: [Argument] = []
  /// The values of the options that are given; an empty list for an option without a value.
  private var values: [String: [Argument]] = [:]

  /// Splits arguments into options and operands.
  ///
  /// - Throws: `UsageError` for an option that is unknown, given twice or lacks its value.
  init(_ arguments: [Argument], options: [Option]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument.text == "--" {
        operands += rest
        return
      }
      // A negative number is a value.
      guard argument.text.hasPrefix("-"), argument.text != "-",
        argument.text.dropFirst().first?.isNumber != true
      else {
        operands.append(argument)
        continue
      }
      let parts = argument.text.hasPrefix("--") ? argument.parts : nil
      let name = (parts?.before ?? argument).text
      guard let option = options.first(where: { $0.name == name || $0.shortName == name }) else {
        throw UsageError(
          "unknown option \(name)" + Self.hint(name, options.map(\.name)))
      }
      guard values[option.name] == nil || option.isRepeatable else {
        throw UsageError("option \(option.name) is given twice")
      }
      if option.value == nil {
        guard parts == nil else { throw UsageError("option \(option.name) takes no value") }
        values[option.name] = []
      } else if let value = parts?.after ?? rest.popFirst() {
        guard option.choices.isEmpty || option.choices.contains(value.text) else {
          let names = option.choices.joined(separator: ", ")
          throw UsageError("option \(option.name) is one of \(names), not \(value.text)")
        }
        values[option.name, default: []].append(value)
      } else {
        throw UsageError("option \(name) needs a value")
      }
    }
  }

  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// Returns the value of an option, or nil if the option is not given.
  func value(of option: Option) -> String? { argument(of: option)?.text }

  /// Returns the value of an option that is the name of a file, or nil if the option is not given.
  func argument(of option: Option) -> Argument? { values[option.name]?.last }

  /// Returns the values of an option that may be given several times.
  func values(of option: Option) -> [String] { (values[option.name] ?? []).map(\.text) }

  /// Checks that at most one of some options is given.
  func checkAlternatives(_ options: [Option]) throws(UsageError) {
    guard options.count(where: has) > 1 else { return }
    let names = options.map(\.name)
    throw UsageError(
      "\(names.dropLast().joined(separator: ", ")) and \(names.last ?? "") exclude each other")
  }

  /// Returns a suggestion for a misspelt word, as a question, or an empty text.
  static func hint(_ word: String, _ words: [String]) -> String {
    word.suggestion(among: words).map { "; did you mean \($0)?" } ?? ""
  }

  /// Returns the integer value of an option, which must not be below a minimum.
  func number(of option: Option, from least: Int) throws(UsageError) -> Int? {
    guard let text = value(of: option) else { return nil }
    guard let number = Int(text), number >= least else {
      throw UsageError("option \(option.name) needs an integer of at least \(least)")
    }
    return number
  }

  /// Parses a byte count, such as `65536`, `64K`, `512M` or `4G`; nil if the text is not one.
  static func byteCount(_ text: String) -> Int? {
    let units = ["B": 0, "K": 10, "M": 20, "G": 30]
    let shift = text.last.flatMap { units[String($0)] }
    guard let number = Int(shift == nil ? text[...] : text.dropLast()), number > 0,
      number <= Int.max >> (shift ?? 0)
    else { return nil }
    return number << (shift ?? 0)
  }

  /// Returns the limits of a command, which `--memory` can change.
  func limits() throws(UsageError) -> ArchiveLimits {
    var limits = ArchiveLimits()
    guard let text = value(of: .memory) else { return limits }
    guard let byteCount = Self.byteCount(text) else {
      throw UsageError("option --memory needs a size, such as 512M or 4G")
    }
    (limits.memoryPerByte, limits.memoryAllowance) = (0, byteCount)
    return limits
  }

  /// Returns the operands of a command that takes exactly the given ones, or several of the last one.
  func operands(
    _ names: String..., isLastRepeatable: Bool = false
  ) throws(UsageError) -> [Argument] {
    guard operands.count >= names.count else {
      throw UsageError("\(names[operands.count]) is missing")
    }
    guard operands.count == names.count || isLastRepeatable else {
      throw UsageError("there is one operand too many: \(operands[names.count].text)")
    }
    return operands
  }

  /// Returns the two operands of a comparison; at most one is standard input.
  func oldAndNew() throws(UsageError) -> (old: Input, new: Input) {
    let files = try operands("old file", "new file").map { Input($0) }
    let (old, new) = (files[0], files[1])
    guard !old.isStandardInput || !new.isStandardInput else {
      throw UsageError("only one of the files can be standard input")
    }
    return (old, new)
  }

  /// Returns the value of `-o`, which the command requires.
  func output() throws(UsageError) -> Argument {
    guard let output = argument(of: .output), !output.bytes.isEmpty else {
      throw UsageError("-o FILE is missing")
    }
    return output
  }
}
