import Foundation
import TestSupport
import Testing

@testable import stele_cli

@Suite("The page of stele view")
struct PageSourcesTests {
  private static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Sources/stele-cli/View")

  /// The scripts of the page, each behind those that it uses.
  private static let scripts = [
    "reader.js", "inspector.js", "places.js", "search.js", "panes.js", "page.js",
  ]

  /// With `STELE_RECORD` in the environment, the generated file is written anew.
  @Test func `is what its sources say, with their hashes`() throws {
    let file = Self.sources.appending(path: "PageSources.swift")
    let text = try Self.generated()
    if ProcessInfo.processInfo.environment["STELE_RECORD"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == text,
      "run this test with STELE_RECORD=1, and build again")
  }

  @Test func `has no foreign address in it`() throws {
    let allowed =
      try Self.source("page.html") + Self.source("page.css")
      + Self.scripts.dropFirst().map(Self.source).joined()
    for part in ["http:", "https:", "//cdn", "url(", "@import", "innerHTML", "insertAdjacent"] {
      #expect(!allowed.contains(part), "\(part)")
    }
  }

  private static func generated() throws -> String {
    let script = try "\n" + scripts.map(source).joined()
    let style = try "\n" + source("page.css")
    let policy =
      "default-src 'none'; script-src \(hash(script)) \(hash(PageSources.step)); "
      + "style-src \(hash(style)); base-uri 'none'; form-action 'none'"
    let page = try source("page.html")
      .replacingOccurrences(of: "{{policy}}", with: policy)
      .replacingOccurrences(of: "{{style}}", with: style)
      .replacingOccurrences(of: "{{script}}", with: script)
    return ##"""
      // swift-format-ignore-file

      /// The page of `stele view` up to the archive: page.html with its scripts, page.css and their hashes in it.
      ///
      /// A test writes this file, with `STELE_RECORD` in the environment, and fails if it is not up to date.
      // Compiling the literal takes 0.01 s. A build-tool plug-in takes 0.5 s, for itself and its program, in each package that
      // depends on this one, and a process in each build.
      enum PageSources {
        /// The bytes before the archive.
        static let head = #"""

      """## + page + ##"""

        """#

          /// The script after each part of the archive, which hands it to the page.
          static let step = "Page.take()"

          /// What ends the page.
          static let tail = "</body>\n</html>\n"
        }

        """##
  }

  private static func source(_ name: String) throws -> String {
    try String(contentsOf: sources.appending(path: name), encoding: .utf8)
  }

  /// Returns the name of an inline script or style in a policy.
  private static func hash(_ text: String) -> String {
    let digits = Array(SHA256.hash(Array(text.utf8)))
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return "'sha256-\(Data(bytes).base64EncodedString())'"
  }
}
