import Foundation
import Stele
import TestSupport
import Testing

/// What is encoded can be decoded, whatever containers the types ask for, in every form of archives.
struct RandomCodingTests {
  /// Decodes the root of a content, and compares it.
  private func check(_ content: RandomContent, _ decode: (RandomContent) throws -> RandomTree)
    throws
  {
    content.expected = [content.root]
    content.decoded = [:]
    let copy = try decode(content)
    guard copy == content.root else {
      throw RandomMismatch(description: "decoded \(copy), encoded \(content.root)")
    }
  }

  @Test func `random types come back from every form`() throws {
    let key = try #require(RandomContent.key)
    for seed in Seeds.forTest(count: 150) {
      let content = RandomContent(seed: seed)
      do {
        let root = RandomValue<RandomFirst>(content.root, content)
        var decoder = SteleDecoder()
        decoder.userInfo[key] = content
        decoder.allow(RandomThing.self, RandomSubclass.self)
        let forms = try OutputForm.all(of: root)
        for form in forms {
          do {
            try check(content) { _ in
              try decoder.decode(RandomValue<RandomFirst>.self, from: form.bytes).tree
            }
          } catch {
            throw RandomMismatch(description: "\(form.name): \(error)")
          }
        }
        // Equal content has equal bytes in canonical form, whatever the order of its sets and dictionaries.
        let canonical = try #require(forms.first { $0.name == OutputForm.canonicalName })
        content.capacity += 300
        content.made = [:]
        let encoder = SteleEncoder.canonical
        #expect(try encoder.encode(root) == canonical.bytes, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test func `random types come back from JSON, without identity`() throws {
    let key = try #require(RandomContent.key)
    var failures = 0
    let seeds = Seeds.forTest(count: 100)
    for seed in seeds {
      let content = RandomContent(seed: seed)
      content.isTree = true
      let decoder = JSONDecoder()
      decoder.userInfo[key] = content
      do {
        let data = try JSONEncoder().encode(RandomValue<RandomFirst>(content.root, content))
        try check(content) { _ in
          try decoder.decode(RandomValue<RandomFirst>.self, from: data).tree
        }
      } catch {
        // JSON knows neither optionals in optionals nor where a superclass begins.
        failures += 1
      }
    }
    #expect(failures < seeds.count)
  }
}
