import Testing

@testable import stele_cli

struct `The manual page` {
  private let page = ToolRun(["manual"])

  @Test func `has every command with its options`() {
    #expect(page.code == .fine)
    for command in Tool.commands {
      #expect(page.output.contains("\n.SS stele \(command.name)"))
      for option in command.options {
        #expect(page.output.contains(option.name.replacing("-", with: "\\-")))
      }
    }
  }

  @Test func `is understood without warnings`() throws {
    guard let groff = InstalledProgram("groff") else { return }
    let run = try groff.run(["-man", "-Tutf8", "-ww", "-z"], input: page.bytes)
    #expect(run == .init(code: 0, output: "", errors: ""))
  }

  @Test func `shows text that looks like a request`() throws {
    guard let groff = InstalledProgram("groff") else { return }
    let run = try groff.run(["-man", "-Tascii", "-P-cbou"], input: page.bytes)
    #expect(run.output.contains(".stele-*.tmp"))
    #expect(run.output.contains("`stele"))
  }
}
