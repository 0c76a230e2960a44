internal import Foundation

/// Writes a line to standard error, and ends the process.
func fail(_ message: String, code: Int32) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("stele-bench: \(message)\n".utf8))
  exit(code)
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  if try ChildTask.perform(arguments) { exit(0) }
  guard let benchmark = try Benchmark(arguments) else {
    print(Benchmark.help)
    exit(0)
  }
  exit(try benchmark.run() ? 0 : 1)
} catch let error as Benchmark.WrongArguments {
  fail("\(error.description) (see stele-bench --help)", code: 2)
} catch is ChildTask.WrongUsage {
  fail("wrong usage of \(arguments.first ?? "")", code: 2)
} catch {
  fail(String(describing: error), code: 3)
}
