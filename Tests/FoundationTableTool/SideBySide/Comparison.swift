import Foundation

/// Something that a program does with objects, to be done with either pair of coders.
struct Comparison: Sendable {
  /// The name of the comparison.
  let name: String
  /// Runs the comparison, and returns the outcome.
  let run: @Sendable (CoderPair) throws -> Verdict

  init(_ name: String, _ run: @escaping @Sendable (CoderPair) throws -> Verdict) {
    self.name = name
    self.run = run
  }

  /// Runs the comparison, and returns the outcome, also if it is an error.
  func verdict(_ pair: CoderPair) -> Verdict {
    do {
      return try run(pair)
    } catch {
      FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
      return .error
    }
  }

  static let all = graphs + names + values + failures

  private static func lost(_ what: String, unless isThere: Bool?) -> Verdict {
    isThere == true ? .same : .lost([what])
  }

  private static let graphs = [
    Comparison("a graph without cycles") { pair in
      let bob = Member("Bob", tags: ["a", "b"])
      let copy = try pair.copy(Member("Ann", friend: bob))
      return lost("friend", unless: copy?.friend?.tags == ["a", "b"] && copy?.name == "Ann")
    },
    Comparison("an object with two references to it") { pair in
      let bob = Member("Bob")
      let data = try pair.archive { archiver in
        archiver.encode(Member("Ann", friend: bob), forKey: "one")
        archiver.encode(Member("Eve", friend: bob), forKey: "two")
      }
      return try pair.decode(data) { unarchiver in
        let one = unarchiver.decodeObject(of: Member.self, forKey: "one")
        let two = unarchiver.decodeObject(of: Member.self, forKey: "two")
        return lost("identity", unless: one?.friend != nil && one?.friend === two?.friend)
      }
    },
    Comparison("an object of a subclass") { pair in
      let officer = Officer("Eve")
      officer.office = "B 12"
      let copy: Member? = try pair.copy(officer as Member)
      return lost("class", unless: (copy as? Officer)?.office == "B 12")
    },
    Comparison("two objects that are equal") { pair in
      let data = try pair.archive { archiver in
        archiver.encode(NSMutableArray(array: [1]), forKey: "one")
        archiver.encode(NSMutableArray(array: [1]), forKey: "two")
      }
      return try pair.decode(data) { unarchiver in
        let classes: [AnyClass] = [NSMutableArray.self, NSNumber.self]
        let one = unarchiver.decodeObject(of: classes, forKey: "one") as? NSMutableArray
        let two = unarchiver.decodeObject(of: classes, forKey: "two") as? NSMutableArray
        return lost("one of them", unless: one != nil && one !== two)
      }
    },
    Comparison("a cycle") { pair in
      let (ann, bob) = (Member("Ann"), Member("Bob"))
      (ann.friend, bob.friend) = (bob, ann)
      return lost("friend", unless: try pair.copy(ann)?.friend?.friend != nil)
    },
    Comparison("a conditional reference, before the object is encoded") { pair in
      let ann = Member("Ann")
      let data = try pair.archive { archiver in
        archiver.encode(Fan(ann), forKey: "fan")
        archiver.encode(ann, forKey: "idol")
      }
      return try pair.decode(data) { unarchiver in
        let fan = unarchiver.decodeObject(of: Fan.self, forKey: "fan")
        let idol = unarchiver.decodeObject(of: Member.self, forKey: "idol")
        return lost("reference", unless: idol != nil && fan?.idol === idol)
      }
    },
    Comparison("a chain of 100,000 objects") { pair in
      let chain = (1..<100_000).reduce(Member("")) { friend, _ in Member("", friend: friend) }
      defer { _ = chain.unchain() }
      return lost("links", unless: try pair.copy(chain)?.unchain() == 100_000)
    },
  ]

  private static let names = [
    Comparison("a name that is set for a class") { pair in
      let data = try pair.archive(names: [(Member.self, "Club.Person")]) { archiver in
        archiver.encode(Member("Ann"), forKey: "root")
      }
      return try pair.decode(data, classes: [("Club.Person", Officer.self)]) { unarchiver in
        let copy = unarchiver.decodeObject(of: Member.self, forKey: "root")
        return lost("name", unless: copy is Officer)
      }
    },
    Comparison("a class inside of another type") { pair in
      lost("object", unless: try pair.copy(Club.Badge()) != nil)
    },
    Comparison("a private class") { pair in
      _ = try pair.archive { $0.encode(makeSecret(), forKey: "root") }
      return .same
    },
  ]

  private static let values = [
    Comparison("a decimal number") { pair in
      let number = NSDecimalNumber(string: "1234567890123456789.01")
      return lost("digits", unless: try pair.copy(number)?.stringValue == number.stringValue)
    },
    Comparison("an error") { pair in
      lost("code", unless: try pair.copy(NSError(domain: "a", code: 7))?.code == 7)
    },
    Comparison("a number above `Int64.max`") { pair in
      let number = NSNumber(value: UInt64.max)
      return lost("value", unless: try pair.copy(number)?.uint64Value == .max)
    },
    Comparison("true, 1 and 1.0 in one archive") { pair in
      let data = try pair.archive { archiver in
        archiver.encode(NSNumber(value: true), forKey: "truth")
        archiver.encode(NSNumber(value: 1), forKey: "integer")
        archiver.encode(NSNumber(value: 1.0), forKey: "real")
      }
      return try pair.decode(data) { unarchiver in
        let codes = ["truth", "integer", "real"].map { key in
          let number = unarchiver.decodeObject(of: NSNumber.self, forKey: key)
          return number.map { unsafe String(cString: $0.objCType) } ?? ""
        }
        return lost("kinds", unless: codes == ["c", "i", "d"])
      }
    },
    Comparison("a string that may change") { pair in
      let data = try pair.archive { archiver in
        archiver.encode(NSMutableString(string: "a"), forKey: "root")
      }
      return try pair.decode(data) { unarchiver in
        let copy = unarchiver.decodeObject(of: [NSString.self], forKey: "root")
        return lost("kind", unless: copy is NSMutableString)
      }
    },
    Comparison("an optional property whose key was never written") { pair in
      lost("object", unless: try pair.copy(Note(nil)) != nil)
    },
    Comparison("a value of a Swift struct") { pair in
      struct Plain {}
      _ = try pair.archive { $0.encode(Plain(), forKey: "root") }
      return .same
    },
  ]

  private static let failures = [
    Comparison("an object of a class that was not asked for") { pair in
      let data = try pair.archive { $0.encode(Member("Ann"), forKey: "root") }
      return lost("refusal", unless: try pair.object(of: [Note.self], from: data) == nil)
    },
    Comparison("a string where a date was asked for") { pair in
      let data = try pair.archive { $0.encode("text", forKey: "root") }
      return lost("refusal", unless: try pair.object(of: [NSDate.self], from: data) == nil)
    },
    Comparison("an object of a class that the program does not have") { pair in
      var data = try pair.archive(names: [(Member.self, "Club.Person")]) { archiver in
        archiver.encode(Member("Ann"), forKey: "root")
      }
      if pair == .foundation {
        // It does not use the name.
        while let place = data.range(of: Data(".Member".utf8)) {
          data.replaceSubrange(place, with: Data(".Nobody".utf8))
        }
      }
      return try pair.decode(data) { unarchiver in
        lost("refusal", unless: unarchiver.decodeObject(of: Member.self, forKey: "root") == nil)
      }
    },
    Comparison("a key that is not there, under the policy that is the default") { pair in
      let data = try pair.archive { $0.encode(Member("Ann"), forKey: "root") }
      return try pair.decode(data) { unarchiver in
        lost("nil", unless: unarchiver.decodeObject(of: Member.self, forKey: "none") == nil)
      }
    },
    Comparison("an object that does not support secure coding") { pair in
      _ = try pair.archive { $0.encode(Careless(), forKey: "root") }
      return .same
    },
    Comparison("an archive that has been cut off") { pair in
      let data = try pair.archive { $0.encode(Member("Ann"), forKey: "root") }
      return lost(
        "refusal",
        unless: try pair.object(of: [Member.self], from: data.prefix(data.count / 2)) == nil)
    },
  ]
}
