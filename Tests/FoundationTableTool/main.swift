import Foundation
import SteleNSCoding

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "run":
  let rest = Array(arguments.dropFirst())
  if rest.count == 2, let pair = CoderPair(rawValue: rest[0]), let index = Int(rest[1]),
    Survey.specimens.indices.contains(index)
  {
    Survey.run(pair, index)
  } else {
    exit(2)
  }
case "archive":
  // For a look at what is written: `foundation-table archive NSDate | stele dump -`.
  if let specimen = Survey.specimens.first(where: { $0.className == arguments.last }),
    let object = specimen.make()
  {
    let data = try SteleKeyedArchiver.archivedData(
      withRootObject: object, requiringSecureCoding: false)
    FileHandle.standardOutput.write(data)
  }
default:
  for (index, specimen) in Survey.specimens.enumerated() {
    let verdicts = try CoderPair.allCases.map { try Survey.verdict($0, index) }
    print("| \(specimen.name) | \(verdicts[0]) | \(verdicts[1]) |")
  }
}
