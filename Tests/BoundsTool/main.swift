import Foundation
import TestSupport

// `bounds` measures the memory and counts the work of every public call and every command of the tool on inputs that
// are extreme in one dimension; `--help` lists the options.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--child" {
  try Bounds.answer(Array(arguments.dropFirst()))
} else if let options = Options(arguments) {
  var bounds = Bounds(options, program: Bundle.main.executablePath ?? CommandLine.arguments[0])
  try bounds.run()
  print("\(bounds.measuredCount) measured, \(bounds.failures.count) too much")
  exit(bounds.failures.isEmpty && bounds.measuredCount > 0 ? 0 : 1)
} else {
  print(Options.help)
  exit(arguments.contains("--help") ? 0 : 2)
}
