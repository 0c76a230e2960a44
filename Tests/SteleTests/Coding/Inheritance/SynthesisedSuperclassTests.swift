import Foundation
import Stele
import TestSupport
import Testing

@Suite struct `Superclasses whose coding is synthesised` {
  private static func objects<Class: WithContent>(_ type: Class.Type) -> [Class] {
    let friend = LevelFriend("friend")
    return (0..<4).map { index in
      let object = type.init()
      object.number = index
      object.text = index % 2 == 0 ? nil : "\(index)"
      object.friend = index % 3 == 0 ? nil : friend
      object.content = LevelContent(number: 100 + index)
      object.content.text = index < 2 ? "2/\(index)" : nil
      object.content.friend = friend
      return object
    }
  }

  private static func picture<Class: WithContent>(_ objects: [Class]) -> String {
    objects.map { object in
      "\(object.number) \(object.text ?? "-") \(object.friend?.name ?? "-") "
        + "\(object.content.number) \(object.content.text ?? "-") "
        + "\(object.content.friend?.name ?? "-")"
    }.joined(separator: "\n")
  }

  /// Whether JSON brings the objects back; an archive has to, then.
  private static func check<Class: WithContent>(
    _ type: Class.Type, _ style: HierarchyStyle
  ) throws -> Bool {
    let objects = objects(type)
    let (jsonEncoder, jsonDecoder) = (JSONEncoder(), JSONDecoder())
    jsonEncoder.userInfo[LevelContent.styleKey] = style
    jsonDecoder.userInfo[LevelContent.styleKey] = style
    let json = try? jsonDecoder.decode([Class].self, from: jsonEncoder.encode(objects))
    let passesJSON = json.map(picture) == picture(objects)
    var (encoder, decoder) = (SteleEncoder(), SteleDecoder())
    encoder.userInfo[LevelContent.styleKey] = style
    decoder.userInfo[LevelContent.styleKey] = style
    do {
      let copy = try decoder.decode([Class].self, from: verified(encoder.encode(objects)))
      #expect(picture(copy) == picture(objects), "\(type) \(style)")
      let friends = copy.map(\.content.friend)
      #expect(friends.allSatisfy { $0 === friends[0] }, "\(type) \(style)")
    } catch {
      #expect(!passesJSON, "\(type) \(style) \(error)")
    }
    return passesJSON
  }

  @Test func `come back however subclasses write them`() throws {
    var passingCount = 0
    for lower in LevelStyle.lower where lower.keys != .topmost {
      let style = HierarchyStyle(levels: [LevelStyle(), lower])
      guard style.isAllowed else { continue }
      if try Self.check(BelowSynthesised.self, style) { passingCount += 1 }
      if try Self.check(BelowInheriting.self, style) { passingCount += 1 }
    }
    #expect(passingCount > 150)
  }
}
