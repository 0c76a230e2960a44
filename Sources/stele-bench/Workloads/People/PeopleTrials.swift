internal import Foundation
internal import SteleNSCoding

/// 100,000 persons with shared dogs and cycles of friends.
enum PeopleTrials {
  static func trial(_ contender: Contender, _ count: Int) -> (any AnyTrial)? {
    let content = { PeopleTables(count) }
    let hash: (PeopleTables) -> UInt64 = { $0.hash }
    switch contender {
    case .explicit:
      var trial = Trial(
        content, hash: hash, input: { $0.objects(Explicit.Person.self) },
        contentOf: { (persons: [Explicit.Person]) in PeopleTables(persons) })
      trial.releaseInput = separate
      trial.releaseOutput = separate
      return trial
    case .codable:
      var trial = Trial(
        content, hash: hash, input: { $0.objects(Synthesised.Person.self) },
        contentOf: { (persons: [Synthesised.Person]) in PeopleTables(persons) })
      trial.releaseInput = separate
      trial.releaseOutput = separate
      return trial
    case .dynamic:
      return Trial(
        content, hash: hash, graph: { Dynamic.people($0) }, contentOf: { try Dynamic.people($0) })
    case .ceiling:
      return Trial(
        content: content, hash: hash, input: { $0.objects(Explicit.Person.self) },
        encode: { Ceiling.encode($0) }, decode: { try Ceiling.decodePeople($0) },
        contentOf: { PeopleTables($0) }, releaseInput: separate, releaseOutput: separate)
    case .json: return Trial(.json, content, hash: hash)
    case .plist: return Trial(.propertyList, content, hash: hash)
    case .keyed:
      return Trial(
        content: content, hash: hash, input: { $0.keyedPersons },
        encode: { try KeyedArchives.encode($0) },
        decode: {
          try KeyedArchives.decode(
            $0, [NSArray.self, KeyedPerson.self, KeyedDog.self, NSString.self],
            as: [KeyedPerson].self)
        }, contentOf: { PeopleTables($0) })
    case .nscoding:
      return Trial(
        content: content, hash: hash, input: { $0.keyedPersons },
        encode: {
          try SteleKeyedArchiver.archivedData(
            withRootObject: NSArray(array: $0), requiringSecureCoding: true)
        },
        decode: {
          try KeyedArchives.decodeStele(
            $0, [NSArray.self, KeyedPerson.self, KeyedDog.self, NSString.self],
            as: [KeyedPerson].self)
        }, contentOf: { PeopleTables($0) })
    default: return nil
    }
  }
}
