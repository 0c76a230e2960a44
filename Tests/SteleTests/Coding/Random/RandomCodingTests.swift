import Foundation
import Stele
import TestSupport
import Testing

/// Everything encoded can be decoded, whatever containers the types ask for, in every form of archive.
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

  /// Whether JSON gives a content back, without identity: it knows neither optionals in optionals nor where a superclass begins.
  private func comesBackFromJSON(_ content: RandomContent) throws -> Bool {
    let key = try #require(RandomContent.key)
    let decoder = JSONDecoder()
    decoder.userInfo[key] = content
    do {
      let data = try JSONEncoder().encode(RandomValue<RandomFirst>(content.root, content))
      try check(content) { _ in
        try decoder.decode(RandomValue<RandomFirst>.self, from: data).tree
      }
      return true
    } catch {
      return false
    }
  }

  @Test func `what comes back from JSON comes back from every form`() throws {
    let key = try #require(RandomContent.key)
    var comparedCount = 0
    for seed in Seeds.forTest(count: 100) {
      let content = RandomContent(seed: seed)
      content.isTree = true
      guard try comesBackFromJSON(content) else { continue }
      comparedCount += 1
      var decoder = SteleDecoder()
      decoder.userInfo[key] = content
      decoder.allow(RandomThing.self, RandomSubclass.self)
      do {
        for form in try OutputForm.all(of: RandomValue<RandomFirst>(content.root, content)) {
          do {
            try check(content) { _ in
              try decoder.decode(RandomValue<RandomFirst>.self, from: form.bytes).tree
            }
          } catch {
            throw RandomMismatch(description: "\(form.name): \(error)")
          }
        }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
    #expect(comparedCount > 0)
  }

  @Test func `random content that a program does not know comes back from every form`() throws {
    let key = try #require(RandomContent.key)
    var keeping = SteleDecoder()
    keeping.unknownClasses = .keep
    for seed in Seeds.forTest(count: 60) {
      let content = RandomContent(seed: seed)
      do {
        var decoder = SteleDecoder()
        decoder.userInfo[key] = content
        decoder.allow(RandomThing.self, RandomSubclass.self)
        let shelf = RandomShelf(value: RandomValue(content.root, content))
        for form in try OutputForm.all(of: shelf) {
          let kept = try keeping.decode(RandomKeeper.self, from: form.bytes)
          for again in try OutputForm.all(of: kept) {
            do {
              try check(content) { _ in
                try decoder.decode(RandomShelf.self, from: again.bytes).value.tree
              }
            } catch {
              throw RandomMismatch(description: "\(form.name), kept \(again.name): \(error)")
            }
          }
        }
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }
}
