import Stele
import SteleKeyedArchive
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele import and stele export")
struct KeyedArchiveTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>$version</key><integer>100000</integer>
    <key>$archiver</key><string>NSKeyedArchiver</string>
    <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
    <key>$objects</key><array>
    <string>$null</string>
    <dict><key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict>
    <key>name</key><string>Ann</string></dict>
    <dict><key>$classname</key><string>Person</string>
    <key>$classes</key><array><string>Person</string><string>NSObject</string></array></dict>
    </array></dict></plist>
    """

  @Test func `a keyed archive becomes a valid archive and comes back equal`() throws {
    let keyed = try directory.write(Array(Self.xml.utf8), to: "a.plist")
    let archive = directory.path("a.stele")
    #expect(ToolRun(["import", keyed, "-o", archive]).code == .fine)
    #expect(ToolRun(["verify", archive]).code == .fine)
    let list = try PropertyListGraph(parsing: Array(Self.xml.utf8))
    for options in [[], ["--xml"]] {
      let run = ToolRun(["export", archive, "-o", "-"] + options)
      #expect(run.code == .fine)
      #expect(try PropertyListGraph(parsing: run.bytes) == list)
      #expect(run.output.hasPrefix(options.isEmpty ? "bplist00" : "<?xml"))
    }
  }

  @Test func `what is no keyed archive is refused and nothing written`() throws {
    let run = ToolRun(["import", "-", "-o", directory.path("a.stele")], input: [1, 2, 3])
    #expect(run.code == .finding)
    #expect(run.errors.hasPrefix("stele: standard input: "))
    #expect(try directory.names() == [])
  }

  @Test func `an archive that was not imported is not exported`() throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    let run = ToolRun(["export", path, "-o", directory.path("a.plist")])
    #expect(run.code == .finding)
    #expect(run.errors.hasPrefix("stele: \(path): "))
    #expect(try directory.names() == ["a.stele"])
  }
}
