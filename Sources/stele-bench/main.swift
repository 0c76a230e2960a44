internal import Foundation

/// Says a line on standard error and ends.
func fail(_ message: String, code: Int32) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("stele-bench: \(message)\n".utf8))
  exit(code)
}

var arguments = CommandLine.arguments.dropFirst()
do {
  if arguments.first == Measurement.childOption {
    let words = Array(arguments.dropFirst())
    guard words.count == 3, let task = Measurement.Task(rawValue: words[0]),
      let number = Int(words[2])
    else { fail("wrong usage of \(Measurement.childOption)", code: 2) }
    let measurement = try Measurement.measure(
      task, URL(fileURLWithPath: words[1]), objectNumber: number)
    print(String(decoding: try JSONEncoder().encode(measurement), as: UTF8.self))
    exit(0)
  }
  var benchmark = Benchmark()
  while let argument = arguments.popFirst() {
    switch argument {
    case "--help", "-h":
      print(Benchmark.help)
      exit(0)
    case "--json": benchmark.isJSON = true
    case "--quick": benchmark.isQuick = true
    case "--keep":
      guard let path = arguments.popFirst() else {
        fail("--keep needs a file (see stele-bench --help)", code: 2)
      }
      benchmark.keptPath = path
    case "--workload":
      guard let name = arguments.popFirst(), let workload = Workload(rawValue: name) else {
        let names = Workload.allCases.map(\.rawValue).joined(separator: ", ")
        fail("--workload needs one of \(names) (see stele-bench --help)", code: 2)
      }
      benchmark.workload = workload
    default: fail("unknown argument \(argument) (see stele-bench --help)", code: 2)
    }
  }
  try benchmark.run()
} catch {
  fail(String(describing: error), code: 1)
}
