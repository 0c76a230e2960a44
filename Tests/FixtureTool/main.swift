import Foundation

// `fixtures` writes fixtures, manifest and annexes; with `--check` it only prints what would change, and
// fails when anything would; with `--annexes FOLDER` it writes the annexes into a folder, A and B
// with all fixtures;
// with `--explain [NAME ...]` it lists the fields of valid fixtures; with
// `--sweep [BYTES [SECONDS]]` it judges every prefix, one-byte change and displacement of fixtures up to a
// size; with `--shift [BYTES [SECONDS]]` displacements alone; with `--exhaust [BYTES [SECONDS]]` all byte strings up
// to a length in each place of the grammar; with `--twin COUNT [SEED]` it gives changed archives to another reader, too;
// with `--twin COUNT graphs [SEED]` random graphs with several entries of a lineage; with `--twin COUNT pairs` structs of
// two entries, with up to so many pairs of values of one key in set elements and map keys.
// The last two take the name of a reader, `python` or `javascript`; `--twin` without one asks the reader in Python.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--explain" {
  for fixture in try ValidFixtures.all() {
    guard arguments.count == 1 || arguments.contains(fixture.name) else { continue }
    for line in try Listing.lines(of: fixture) { print(line) }
  }
} else if arguments.first == "--sweep" || arguments.first == "--shift" {
  let numbers = arguments.dropFirst().compactMap(Int.init)
  let sweep = Sweep(
    changesBytes: arguments.first == "--sweep", largestByteCount: numbers.first ?? 4096,
    seconds: numbers.dropFirst().first.map(Double.init) ?? .infinity)
  exit(try await sweep.run() ? 0 : 1)
} else if arguments.first == "--exhaust" {
  let numbers = arguments.dropFirst().compactMap(Int.init)
  let exhaustion = Exhaustion(
    largestByteCount: numbers.first ?? 2,
    seconds: numbers.dropFirst().first.map(Double.init) ?? .infinity,
    reader: arguments.lazy.compactMap(Twin.Reader.init).first)
  exit(try await exhaustion.run() ? 0 : 1)
} else if arguments.first == "--twin", let count = arguments.dropFirst().first.flatMap(Int.init) {
  let rest = arguments.dropFirst(2)
  let run = TwinRun(
    count: count, seed: rest.lazy.compactMap(UInt64.init).first ?? .random(in: 0..<(1 << 48)),
    reader: rest.lazy.compactMap(Twin.Reader.init).first ?? .python,
    source: rest.lazy.compactMap(TwinRun.Source.init).first ?? .mutants)
  exit(try await run.run() ? 0 : 1)
} else if arguments.first == "--annexes", let folder = arguments.dropFirst().first {
  for (path, bytes) in try FixtureFiles(annexesAreLong: true).contents where path.hasPrefix("Spec/")
  {
    let file = URL(filePath: folder).appending(path: path.dropFirst(5))
    try Data(bytes).write(to: file)
  }
} else {
  let files = try FixtureFiles()
  let differences = try files.differences()
  for path in differences { print(path) }
  if arguments.first == "--check" {
    exit(differences.isEmpty ? 0 : 1)
  }
  try files.write()
}
