import Foundation

// Without arguments: the page of the documentation about Foundation's classes.
// `comparisons`: what becomes of the same programs with either pair of coders.
// `hostile`: whether archives with keys that are missing, or hold something else, end the process.
// `hostile COUNT [SEED [NAME]]`: a run of archives that chance has changed, each of which the process must survive; of all
// classes and types, of those whose names contain a text, or of `graphs` of Foundation's objects with classes of a program.
// `trial SEED [CHANGES [NAME]]`: one of them; `describe` prints it.

let arguments = Array(CommandLine.arguments.dropFirst())

/// A number among the arguments.
func number(_ place: Int, or other: UInt64 = 0) -> UInt64 {
  arguments.dropFirst(place).first.flatMap(UInt64.init) ?? other
}

/// Answers questions, in a process that may not survive them.
func answer() -> Bool {
  guard arguments.count == 3, let question = Survey.Question(rawValue: arguments[0]),
    let pair = CoderPair(rawValue: arguments[1]), let index = Int(arguments[2]),
    (0..<question.count).contains(index)
  else { return false }
  Survey.answer(question, pair, from: index)
  return true
}

switch arguments.first {
case nil:
  let foundation = try Survey.verdicts(.specimen, .foundation)
  let stele = try Survey.verdicts(.specimen, .stele)
  let rows = Survey.specimens.indices.map {
    TableDocument.Row(specimen: Survey.specimens[$0], foundation: foundation[$0], stele: stele[$0])
  }
  FileHandle.standardOutput.write(try Data(TableDocument(rows: rows).text().utf8))
case "comparisons":
  let foundation = try Survey.verdicts(.comparison, .foundation)
  let stele = try Survey.verdicts(.comparison, .stele)
  for (index, comparison) in Comparison.all.enumerated() {
    print("\(comparison.name): \(foundation[index]): \(stele[index])")
  }
case "hostile" where arguments.count == 1:
  for (specimen, verdict) in zip(Survey.specimens, try Survey.verdicts(.hostile, .stele)) {
    print("\(specimen.name): \(verdict)")
  }
case "hostile" where arguments.count <= 4 && Int(arguments[1]) != nil:
  let run = HostileRun(
    count: Int(arguments[1]) ?? 0, seed: number(2, or: .random(in: 0..<(1 << 48))),
    name: arguments.dropFirst(3).first ?? "")
  exit(try run.run() == 0 ? 0 : 1)
case "trials" where arguments.count >= 3:
  try HostileRun.runTrials(number(1), number(2), arguments.dropFirst(3).first ?? "")
case "trial" where arguments.count >= 2:
  try HostileRun.runTrial(number(1), number(2, or: .max), arguments.dropFirst(3).first ?? "")
case "describe" where arguments.count >= 2:
  print(try HostileRun.describe(number(1), number(2, or: .max), arguments.dropFirst(3).first ?? ""))
default:
  if !answer() { exit(2) }
}
