import Foundation
import Stele
import TestSupport
import Testing

/// Everything encoded can be decoded, whatever containers the types ask for, in every form of archive.
struct RandomCodingTests {
  /// Decodes the root of a content, and compares it.
  private func check(_ content: RandomContent, _ form: String, _ decode: () throws -> RandomTree)
    throws
  {
    content.expected = [content.root]
    content.decoded = [:]
    do {
      let copy = try decode()
      guard copy == content.root else {
        throw RandomMismatch(description: "decoded \(copy), encoded \(content.root)")
      }
    } catch {
      throw RandomMismatch(description: "\(form): \(error)")
    }
  }

  /// A decoder for values of a content.
  private func decoder(of content: RandomContent) -> SteleDecoder {
    var decoder = SteleDecoder(allowing: [RandomThing.self, RandomSubclass.self])
    decoder.userInfo[RandomContent.key] = content
    return decoder
  }

  /// Encodes the root of a content in every form, and decodes each.
  private func checkForms(of content: RandomContent) throws -> [OutputForm] {
    let forms = try OutputForm.all(of: RandomValue<RandomFirst>(content.root, content))
    let decoder = decoder(of: content)
    for form in forms {
      try check(content, form.name) {
        try decoder.decode(RandomValue<RandomFirst>.self, from: form.bytes).tree
      }
    }
    return forms
  }

  private func recordErrors(of seed: UInt64, _ body: () throws -> Void) {
    do { try body() } catch { Issue.record("seed \(seed): \(error)") }
  }

  @Test func `random types come back from every form`() {
    for seed in Seeds.forTest(count: 150) {
      recordErrors(of: seed) {
        let content = RandomContent(seed: seed)
        let forms = try checkForms(of: content)
        // Equal content has equal bytes in canonical form, whatever the order of its sets and dictionaries.
        let canonical = try #require(forms.first { $0.name == OutputForm.canonicalName })
        content.capacity += 300
        content.made = [:]
        let again = try SteleEncoder.canonical.encode(
          RandomValue<RandomFirst>(content.root, content))
        #expect(again == canonical.bytes, "seed \(seed)")
      }
    }
  }

  /// Whether JSON gives a content back, without identity: it knows neither optionals in optionals nor where a superclass begins.
  private func comesBackFromJSON(_ content: RandomContent) -> Bool {
    let decoder = JSONDecoder()
    decoder.userInfo[RandomContent.key] = content
    do {
      let data = try JSONEncoder().encode(RandomValue<RandomFirst>(content.root, content))
      try check(content, "JSON") {
        try decoder.decode(RandomValue<RandomFirst>.self, from: data).tree
      }
      return true
    } catch {
      return false
    }
  }

  @Test func `what comes back from JSON comes back from every form`() {
    var comparedCount = 0
    for seed in Seeds.forTest(count: 100) {
      let content = RandomContent(seed: seed)
      content.isTree = true
      guard comesBackFromJSON(content) else { continue }
      comparedCount += 1
      recordErrors(of: seed) { _ = try checkForms(of: content) }
    }
    #expect(comparedCount > 0)
  }

  @Test func `random content that a program does not know comes back from every form`() {
    var keeping = SteleDecoder()
    keeping.unknownClasses = .keep
    for seed in Seeds.forTest(count: 60) {
      let content = RandomContent(seed: seed)
      recordErrors(of: seed) {
        let decoder = decoder(of: content)
        let shelf = RandomShelf(value: RandomValue(content.root, content))
        for form in try OutputForm.all(of: shelf) {
          let kept = try keeping.decode(RandomKeeper.self, from: form.bytes)
          for again in try OutputForm.all(of: kept) {
            try check(content, "\(form.name), kept \(again.name)") {
              try decoder.decode(RandomShelf.self, from: again.bytes).value.tree
            }
          }
        }
      }
    }
  }
}
