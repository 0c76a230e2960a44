import Stele
import SteleInspection
import SteleModel
import TestSupport

/// The generated files of a family of `Fixtures/evolution`: the archives, and the findings of `ArchiveCompatibility` about
/// each generation and the next.
struct EvolutionFiles {
  /// The content of each file, by its path in the folder of fixtures.
  private(set) var contents: [String: [UInt8]] = [:]
  /// The entry in the manifest.
  let entry: Manifest.Evolution

  init(_ family: EvolutionFamily) throws {
    var archives: [Manifest.Archive] = []
    var graphs: [String: ArchiveGraph] = [:]
    for file in family.files {
      let graph = try ArchiveGraph(notation: try FixtureFolder.bytes(family.path(ofText: file)))
      graphs[file] = graph
      archives.append(
        try Manifest.Archive("evolution/\(family.name)/\(file)", graph, in: &contents))
    }
    entry = Manifest.Evolution(
      family: family.name, row: family.expectation.row, spec: family.expectation.spec,
      about: family.expectation.about, archives: archives)
    var pairs: [String] = []
    for (old, new) in zip(family.generations, family.generations.dropFirst()) {
      guard let oldGraph = graphs[old], let newGraph = graphs[new] else { continue }
      pairs.append(Self.text(old, oldGraph, new, newGraph))
    }
    contents["evolution/\(family.name)/compat.json"] = Array(
      "[\n\(pairs.joined(separator: ",\n"))\n]\n".utf8)
  }

  private static func text(
    _ old: String, _ oldGraph: ArchiveGraph, _ new: String, _ newGraph: ArchiveGraph
  )
    -> String
  {
    let compatibility = ArchiveCompatibility(
      old: ArchiveSchema(oldGraph), new: ArchiveSchema(newGraph))
    let findings = compatibility.findings.map { finding in
      "    {\"subject\": \"\(finding.subject)\", \"change\": \"\(finding.change.name)\", "
        + "\"oldFile\": \(text(finding.oldFile)), \"newFile\": \(text(finding.newFile))}"
    }
    let list = findings.isEmpty ? "" : "\n\(findings.joined(separator: ",\n"))\n  "
    return "  {\"old\": \"\(old)\", \"new\": \"\(new)\", \"findings\": [\(list)]}"
  }

  private static func text(_ verdict: ArchiveCompatibility.Verdict?) -> String {
    guard let verdict else { return "null" }
    let error = verdict.error.map { ", \"error\": \"\($0.rawValue)\"" } ?? ""
    return "{\"verdict\": \"\(verdict.severity)\"\(error)}"
  }
}
