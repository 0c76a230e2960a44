import Foundation

// `fixtures` writes fixtures, manifest and annexes; with `--check` it only says what would change, and
// fails when anything would; with `--explain [NAME ...]` it lists the fields of valid fixtures.
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--explain" {
  for fixture in try ValidFixtures.all() {
    guard arguments.count == 1 || arguments.contains(fixture.name) else { continue }
    for line in Listing.lines(of: fixture) { print(line) }
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
