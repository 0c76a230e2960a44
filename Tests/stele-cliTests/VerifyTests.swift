import Foundation
import Stele
import SteleFoundation
import SteleModel
import TestSupport
import Testing

@testable import stele_cli

@Suite("stele verify")
struct VerifyTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `the document type stands at the end of the line`() throws {
    var graph = Sample.people()
    graph.documentType = "com.example.\u{7}zoo"
    let bytes = try graph.encoded()
    let path = try directory.write(bytes, to: "a.stele")
    #expect(
      ToolRun(["verify", path]).lines.first == """
        ok    \(path)  \(bytes.count) bytes, 5 chunks, 1 class, 3 objects, 1 root, 1 unreachable, \
        document type com.example.\\u{7}zoo
        """)
  }

  @Test func `all stele files of a directory and below are verified in order`() throws {
    let bytes = try Sample.bytes()
    for name in ["b.stele", "a/z.stele", "a/b/c.stele", "B.stele", "note.txt"] {
      try directory.write(bytes, to: name)
    }
    let run = ToolRun(["verify", directory.url.path])
    #expect(run.code == .fine)
    let names = run.lines.dropLast().map { line in
      String(line.dropFirst("ok    \(directory.url.path)/".count).prefix { $0 != " " })
    }
    #expect(names == ["B.stele", "a/b/c.stele", "a/z.stele", "b.stele"])
    #expect(run.lines.last == "4 files: 4 ok, 0 failed")
  }

  @Test(arguments: ["verify", "stats", "digest"])
  func `a folder without archives is wrong usage, unless that is allowed`(command: String) throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    try FileManager.default.createDirectory(
      at: directory.file("empty"), withIntermediateDirectories: true)
    let folder = directory.path("empty")
    for options in [[], ["--json"]] {
      let run = ToolRun([command, path, folder] + options)
      run.expectRefusal(
        .usage, "there are no .stele files in \(folder); --allow-empty accepts that")
      #expect(run.output == "")
    }
    #expect(ToolRun([command, path, folder, "--allow-empty"]).code == .fine)
    let run = ToolRun([command, folder, "--allow-empty"])
    #expect((run.code, run.errors) == (.fine, ""))
  }

  @Test func `a file of another kind is said to be one, without the bytes`() throws {
    let path = try directory.write([0x1F, 0x8B, 8, 0], to: "a.gz")
    let run = ToolRun(["verify", path])
    #expect(run.code == .finding)
    #expect(
      run.output == """
        FAIL  \(path)  4 bytes, - chunks, - classes, - objects, - roots
              F1 signature at byte 0: It is not a Stele archive; it looks like gzip data.
        1 file: 0 ok, 1 failed, 1 finding

        """)
    let json = ToolRun(["verify", "--json", "-"], input: [])
    #expect(json.output.contains("\"It is not a Stele archive; the file is empty.\""))
  }

  @Test func `counts of what was not checked are missing`() throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    let counts = [
      "frames": "5 chunks, - classes, - objects, - roots",
      "tables": "5 chunks, 1 class, - objects, - roots",
      "records": "5 chunks, 1 class, 3 objects, 1 root",
    ]
    for (level, text) in counts {
      let run = ToolRun(["verify", "--level", level, path])
      #expect(run.lines[0].hasSuffix(" bytes, " + text))
    }
    let damaged = ToolRun(["verify", "-"], input: try Sample.damaged().bytes)
    #expect(damaged.lines[0].hasSuffix(", 5 chunks, 1 class, - objects, 1 root"))
    let json = ToolRun(["verify", "--json", "--level", "frames", path])
    #expect(
      json.output.contains("\"chunks\": 5, \"classes\": null, \"objects\": null, \"roots\": null"))
  }

  @Test func `json names what cannot be opened`() throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    let none = directory.path("none")
    let run = ToolRun(["verify", "--json", "--quiet", path, none])
    #expect(run.code == .inputOutput)
    #expect(
      run.lines[1] == """
        {"path": "\(none)", "ok": false, "error": "cannot open \(none): no such file or directory"}
        """)
    #expect(run.lines[2].contains("\"files\": 1, \"ok\": 1, \"failed\": 0, \"unreadable\": 1"))
  }

  @Test(arguments: ["stats", "digest"])
  func `other commands take folders as well`(command: String) throws {
    let names = ["a.stele", "b/c.stele"]
    let paths = try names.map { try directory.write(Sample.bytes(), to: $0) }
    try directory.write([1], to: "b/note.txt")
    let run = ToolRun([command, directory.url.path, "--json"])
    #expect(run.code == .fine)
    for (line, path) in zip(run.lines.dropFirst(), paths) {
      #expect(line.hasPrefix("{\"path\": \"\(path)\""))
    }
    let lacking = ToolRun([command, directory.url.path, directory.path("none"), "--json"])
    #expect(lacking.code == .inputOutput)
    #expect(lacking.output.contains("\"error\": \"cannot open \(directory.path("none")): "))
  }

  @Test func `a file that cannot be read does not keep the others from being verified`() throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    let run = ToolRun(["verify", directory.path("none"), path])
    let none = directory.path("none")
    run.expectRefusal(.inputOutput, "cannot open \(none): no such file or directory")
    #expect(run.lines.last == "2 files: 1 ok, 0 failed, 1 not read")
  }

  @Test func `quiet says only what is wrong`() throws {
    let good = try directory.write(Sample.bytes(), to: "a.stele")
    let bad = try directory.write(Sample.damaged().bytes, to: "b.stele")
    #expect(ToolRun(["verify", "--quiet", good]).output == "")
    let run = ToolRun(["verify", good, bad, "--quiet"])
    #expect((run.code, run.lines.count) == (.finding, 3))
    #expect(run.lines[0].hasPrefix("FAIL  \(bad)  "))
  }

  @Test func `the canonical form is required when it is asked for`() throws {
    let path = try directory.write(Sample.bytes(), to: "a.stele")
    let canonical = try directory.write(Sample.people().canonical().encoded(), to: "b.stele")
    for options in [["--canonical"], ["--level", "canonical"], ["--level=canonical"]] {
      #expect(ToolRun(["verify", canonical] + options).code == .fine)
      let run = ToolRun(["verify", path] + options)
      #expect(run.code == .finding)
      #expect(run.lines[1].hasPrefix("      K2 canonicalHead at byte 32, chunk 0 (HEAD): "))
    }
  }

  @Test func `a lower level does not look at what stands above it`() throws {
    var graph = Sample.people()
    graph.objects[0].values[1] = .reference(3)
    var bytes = try graph.encoded()
    // The number of the friend follows the name; afterwards all checks are corrected.
    let name = try #require(bytes.firstRange(of: Array("Ann".utf8)))
    bytes[name.upperBound] = 9
    var parts = try ArchiveParts(archive: bytes)
    parts.renewIndex()
    bytes = parts.sealed()
    let path = try directory.write(bytes, to: "a.stele")
    for level in ["frames", "tables", "records"] {
      #expect(ToolRun(["verify", "--level", level, path]).code == .fine, "\(level)")
    }
    let run = ToolRun(["verify", path])
    #expect(run.code == .finding)
    #expect(run.lines[1].contains(" at byte \(name.upperBound), chunk 2 (OBJS), object 1, "))
  }

  @Test func `json is one document with files, findings and a total`() throws {
    let (bytes, offset) = try Sample.damaged()
    let bad = try directory.write(bytes, to: "bad \"quoted\".stele")
    let good = try directory.write(Sample.bytes(), to: "good.stele")
    let run = ToolRun(["verify", "--json", bad, good])
    #expect(run.code == .finding)
    #expect(
      run.output == """
        {"format": "stele-verify-1", "files": [
        {"path": "\(bad.replacing("\"", with: "\\\""))", "ok": false, "level": "references", "documentType": "", \
        "fingerprint": "0c1c6e3aaa0dca84", "bytes": 344, "chunks": 5, "classes": 1, "objects": null, "roots": 1, \
        "unreachableObjects": null, "hasMoreFindings": false, "findings": [{"rule": "F6", "code": "payloadCheck", \
        "offset": \(offset), "chunk": {"index": 2, "type": "OBJS", "offset": \(offset - 16)}, "object": null, \
        "keyPath": null, "message": "\(ArchiveRule.payloadCheck.summary)"}]},
        {"path": "\(good)", "ok": true, "level": "references", "documentType": "", \
        "fingerprint": "0c1c6e3aaa0dca84", "bytes": 344, "chunks": 5, "classes": 1, "objects": 3, "roots": 1, \
        "unreachableObjects": 1, "hasMoreFindings": false, "findings": []}
        ], "total": {"files": 2, "ok": 1, "failed": 1, "unreadable": 0, "findings": 1, "bytes": 688}}

        """)
  }

  @Test func `json without any file is a document, too`() throws {
    let run = ToolRun(["verify", "--json", "--quiet", "-"], input: try Sample.bytes())
    #expect(run.code == .fine)
    #expect(
      run.output == """
        {"format": "stele-verify-1", "files": [
        ], "total": {"files": 1, "ok": 1, "failed": 0, "unreadable": 0, "findings": 0, "bytes": 344}}

        """)
  }

  @Test func `at most as many findings are said as were asked for`() throws {
    var bytes = try Sample.bytes()
    let check = try ArchiveCheck(.memory(bytes), limits: ArchiveLimits())
    for chunk in check.frames.chunks { bytes[chunk.payloadOffset] ^= 1 }
    let run = ToolRun(["verify", "--limit", "2", "-"], input: bytes)
    #expect((run.lines.count, run.lines[3]) == (5, "      and more"))
  }

  @Test func `what is no file in a folder is skipped with a word, and not waited for`() throws {
    try directory.write(Sample.bytes(), to: "a.stele")
    #expect(unsafe mkfifo(directory.path("pipe.stele"), 0o600) == 0)
    for (name, destination) in [("link", "pipe"), ("device", "/dev/zero"), ("loop", "loop")] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(name + ".stele"),
        withDestinationPath: destination + (name == "device" ? "" : ".stele"))
    }
    let run = ToolRun(["verify", directory.url.path])
    let folder = directory.url.path
    #expect(
      run.errors == """
        stele: skipping \(folder)/device.stele: it is a device
        stele: skipping \(folder)/link.stele: it is a FIFO
        stele: skipping \(folder)/pipe.stele: it is a FIFO
        stele: cannot open \(folder)/loop.stele: too many levels of symbolic links

        """)
    #expect(run.code == .inputOutput)
    #expect(run.lines.last == "2 files: 1 ok, 0 failed, 1 not read")
  }

  @Test func `a device without end is an error`() throws {
    let limit = ReadLimit.streamByteCount
    ToolRun(["verify", "/dev/zero"]).expectRefusal(
      .inputOutput,
      "cannot read /dev/zero: it has more than \(limit) bytes, the most that are read into memory")
  }

  /// Writes a file that takes no room on the disk except for its first and last bytes.
  private func writeHollow(_ start: [UInt8], byteCount: Int, _ end: [UInt8]) throws {
    try directory.write(start, to: "a.stele")
    let handle = try FileHandle(forWritingTo: directory.file("a.stele"))
    try handle.truncate(atOffset: UInt64(byteCount))
    try handle.seek(toOffset: UInt64(byteCount - end.count))
    try handle.write(contentsOf: Data(end))
    try handle.close()
  }

  @Test func `a file of a terabyte of zeros is refused by every command`() throws {
    let path = directory.path("a.stele")
    try writeHollow([], byteCount: 1 << 40, [])
    for command in ["verify", "dump", "schema"] {
      #expect(ToolRun([command, path]).code == .finding)
    }
    #expect(ToolRun(["compat", path, path]).code == .finding)
    #expect(ToolRun(["export", path, "-o", directory.path("b")]).code == .finding)
    for command in ["build", "import", "recover"] {
      let run = ToolRun([command, path, "-o", directory.path("b")])
      #expect(run.code == .inputOutput)
      #expect(run.errors.hasPrefix("stele: cannot read \(path): it has more than "))
    }
    #expect(try directory.names() == ["a.stele"])
  }

  @Test func `a block of a terabyte is not read into memory`() throws {
    let path = directory.path("a.stele")
    var assembler = ChunkAssembler.withHead
    assembler.classes(names: ["A"], entries: [Wire.classEntry(name: 1)])
    let byteCount = 1 << 40
    assembler.chunk("OBJS", payload: [], count: 1, byteCount: UInt64(byteCount))
    let start = assembler.bytes
    let whole = assembler.finished { index in
      index.replaceSubrange((index.count - 8)..., with: Wire.u64(UInt64(start.count + byteCount)))
    }
    let end = Array(whole[start.count...])
    try writeHollow(start, byteCount: start.count + byteCount + end.count, end)
    #expect(ToolRun(["compat", path, path]).code == .fine)
    for command in ["verify", "dump", "schema"] {
      let run = ToolRun([command, path])
      #expect(run.code == .inputOutput)
      #expect(run.errors.hasPrefix("stele: cannot read \(path): it has more than "))
    }
  }
}
