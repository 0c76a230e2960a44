import Foundation
import Stele
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele view")
struct ViewTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `the page holds the archive and its name, without its folder`() throws {
    let bytes = try Sample.bytes()
    let path = try directory.write(bytes, to: "people.stele")
    let page = directory.path("page.html")
    let run = ToolRun(["view", path, "-o", page])
    #expect(run.code == .fine)
    #expect(run.output.isEmpty && run.errors.isEmpty)
    let text = String(decoding: try directory.bytes(of: "page.html"), as: UTF8.self)
    #expect(
      text == PageSources.head + """
        <template id="archive" data-name="people.stele" data-length="\(bytes.count)"></template>
        <script type="application/octet-stream">\(Data(bytes).base64EncodedString())</script>\
        <script>Page.take()</script>
        </body>
        </html>

        """)
  }

  @Test func `a large archive stands in parts, which together are the archive`() throws {
    let bytes = (0..<7_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let path = try directory.write(bytes, to: "large")
    for run in [
      ToolRun(["view", path, "-o", "-"]), ToolRun(["view", "-", "-o", "-"], input: bytes),
    ] {
      #expect(run.code == .fine)
      let parts = run.output.components(separatedBy: "<script type=\"application/octet-stream\">")
        .dropFirst().map { $0.prefix { $0 != "<" } }
      #expect(parts.count == 3)
      #expect(parts.flatMap { Array(Data(base64Encoded: String($0)) ?? Data()) } == bytes)
    }
  }

  @Test func `what comes from standard input is called so`() throws {
    let run = ToolRun(["view", "-", "-o", "-"], input: try Sample.bytes())
    #expect(run.output.contains(#"data-name="standard input""#))
  }

  @Test func `a page without an archive has none`() throws {
    let run = ToolRun(["view", "-o", "-"])
    #expect(run.code == .fine)
    #expect(run.output == PageSources.head + "</body>\n</html>\n")
  }

  @Test func `a damaged archive and an empty file make a page, too`() throws {
    #expect(ToolRun(["view", "-", "-o", "-"], input: try Sample.damaged().bytes).code == .fine)
    let run = ToolRun(["view", "-", "-o", "-"], input: [])
    #expect(run.output.contains(#"data-length="0""#))
    #expect(!run.output.contains("octet-stream\">"))
  }

  @Test func `a name cannot end the attribute that it stands in`() throws {
    let path = try directory.write(Sample.bytes(), to: "a\"><b>&\u{202E}\n.stele")
    let run = ToolRun(["view", path, "-o", "-"])
    #expect(
      run.output.contains(
        "data-name=\"a&#34;&#62;&#60;b&#62;&#38;&#8238;\u{FFFD}.stele\" data-length"))
  }

  @Test func `an archive that no browser could open is refused, and nothing is written`() throws {
    let path = directory.path("huge")
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try FileHandle(forWritingTo: directory.file("huge"))
    // A hole takes no room on the disk.
    try file.truncate(atOffset: UInt64(View.maximumByteCount) + 1)
    try file.close()
    for output in [directory.path("page.html"), "-"] {
      let run = ToolRun(["view", path, "-o", output])
      run.expectRefusal(
        .finding, "it has 536,870,913 bytes, and a page holds 536,870,912 at most", of: path)
      #expect(run.output.isEmpty)
    }
    #expect(try directory.names() == ["huge"])
  }

  @Test func `a file that is not there and a page that cannot be written are told apart`() throws {
    #expect(ToolRun(["view", directory.path("none"), "-o", "-"]).code == .inputOutput)
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    #expect(ToolRun(["view", path, "-o", directory.path("none/page.html")]).code == .inputOutput)
    #expect(ToolRun(["view", path]).code == .usage)
    #expect(ToolRun(["view", path, path, "-o", "-"]).code == .usage)
  }

  @Test func `a terminal is not filled with a page`() throws {
    let run = ToolRun(["view", "-o", "-"], terminals: .output)
    #expect(run.code == .usage)
    #expect(run.output.isEmpty)
  }

  @Test func `nobody complains when the reader of a page goes away`() throws {
    let run = ToolRun(["view", "-", "-o", "-"], input: try Sample.bytes(), limit: 1000)
    #expect(run.code == .fine)
    #expect(run.errors.isEmpty)
  }
}
