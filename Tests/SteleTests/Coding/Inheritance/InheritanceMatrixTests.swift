import Foundation
import Stele
import TestSupport
import Testing

/// Compares every way to write a superclass with `JSONEncoder` and `JSONDecoder`.
///
/// Values that they bring back come back from an archive, with the references that JSON lacks. Values that they lose may be
/// refused; if it is read as it was written, it never comes back changed.
@Suite struct `All ways to write a superclass` {
  private static func objects<Class: Level1>(
    _ type: Class.Type, levels: Int, _ friend: LevelFriend, single: Bool
  ) -> [Class] {
    let objects = (0..<3).map { _ in type.init() }
    for (index, object) in objects.enumerated() {
      object.contents = (1...levels).map { level in
        var content = LevelContent(number: 100 * level + index)
        if level == 1, single { return content }
        if (index + level) % 3 > 0 { content.text = "\(level)/\(index)" }
        if (index + level) % 2 > 0 { content.friend = friend }
        return content
      }
    }
    return objects
  }

  private static func link(_ objects: [Level1], single: Bool) {
    for (index, object) in objects.enumerated() {
      let contents = object.contents
      object.contents = contents.enumerated().map { level, content in
        var content = content
        if level > 0 || !single {
          content.peer.wrappedValue = objects[(index + level + 1) % objects.count]
        }
        return content
      }
    }
  }

  /// Describes the values that JSON can bring back.
  private static func values(_ objects: [Level1]) -> String {
    objects.map { object in
      object.contents.map { "\($0.number) \($0.text ?? "-") \($0.friend?.name ?? "-")" }
        .joined(separator: "; ")
    }.joined(separator: "\n")
  }

  /// All that there is.
  private static func picture(_ objects: [Level1]) -> String {
    let friends = objects.flatMap(\.contents).compactMap(\.friend)
    let isShared = friends.allSatisfy { $0 === friends.first }
    let peers = objects.map { object in
      object.contents.map { content in
        guard let peer = content.peer.wrappedValue else { return "-" }
        return objects.firstIndex { $0 === peer }.map { "\($0)" } ?? "?"
      }.joined(separator: " ")
    }
    let types = objects.map { "\(type(of: $0))" }
    return "\(values(objects))\n\(peers)\n\(types)\n\(isShared)"
  }

  private static func passesJSON<Class: Level1>(
    _ objects: [Class], _ style: HierarchyStyle
  ) -> Bool {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.userInfo[LevelContent.styleKey] = style
    decoder.userInfo[LevelContent.styleKey] = style
    guard let copy = try? decoder.decode([Class].self, from: encoder.encode(objects)) else {
      return false
    }
    return values(copy) == values(objects)
  }

  /// Compares a hierarchy with JSON, and returns its faults.
  private static func finding(_ style: HierarchyStyle) -> (passesJSON: Bool, finding: String?) {
    let single = style.levels[0].container == .single
    let friend = LevelFriend("friend")
    var all: [Level1] = []
    var passesJSON = true
    func add<Class: Level1>(_ type: Class.Type, _ levels: Int) {
      guard levels <= style.levels.count else { return }
      let objects = objects(type, levels: levels, friend, single: single)
      if !self.passesJSON(objects, style) { passesJSON = false }
      all += objects
    }
    add(Level4.self, 4)
    add(Level2.self, 2)
    add(Level1.self, 1)
    add(Level3.self, 3)
    link(all, single: single)
    var encoder = SteleEncoder()
    encoder.userInfo[LevelContent.styleKey] = style
    var decoder = SteleDecoder()
    decoder.userInfo[LevelContent.styleKey] = style
    decoder.allow(Level2.self, Level3.self, Level4.self)
    do {
      let copy = try decoder.decode([Level1].self, from: verified(encoder.encode(all)))
      if picture(copy) == picture(all) { return (passesJSON, nil) }
      let isReadAsWritten = style.levels.allSatisfy { $0.read == $0.write }
      guard passesJSON || isReadAsWritten else { return (false, nil) }
      return (passesJSON, "comes back changed:\n\(picture(copy))\n\(picture(all))")
    } catch {
      return (passesJSON, passesJSON ? "\(error)" : nil)
    }
  }

  private static func check(_ style: HierarchyStyle) -> Bool {
    let (passesJSON, finding) = finding(style)
    #expect(finding == nil, "\(style)")
    return passesJSON
  }

  @Test func `two classes`() {
    let passing = HierarchyStyle.ofTwo.filter(Self.check)
    #expect(passing.count > 800)
  }

  @Test(arguments: [3, 4]) func `more classes`(count: Int) {
    var passing = 0
    for seed in Seeds.forTest(count: 200) {
      var random = RandomSource(seed: seed)
      if Self.check(.random(count: count, isReadAsWritten: true, &random)) { passing += 1 }
    }
    #expect(passing > 10)
  }

  @Test(arguments: [2, 3]) func `classes that are read in another way`(count: Int) {
    for seed in Seeds.forTest(count: 200) {
      var random = RandomSource(seed: seed)
      _ = Self.check(.random(count: count, isReadAsWritten: false, &random))
    }
  }
}
