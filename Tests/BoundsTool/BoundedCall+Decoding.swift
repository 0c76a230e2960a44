import Stele
import SteleModel
import SteleVerifier
import TestSupport

extension BoundedCall {
  /// The calls that decode archives into types of the program, and that verify them.
  static let decoding: [BoundedCall] = [
    BoundedCall("Verifier.verify") { bytes in { _ = Verifier().verify(bytes) } },
    BoundedCall("Verifier.verify, canonical") { bytes in
      { _ = Verifier(level: .canonical).verify(bytes) }
    },
    decode("SteleDecoder.decode") { _ = try $0.decode(Anything.self, from: $1) },
    decode("SteleDecoder.decode, objects") { decoder, bytes in
      if (try? decoder.decode(A.self, from: bytes)) == nil {
        _ = try decoder.decode([A].self, from: bytes)
      }
    },
    decode("SteleDecoder.decode, a holder") { _ = try $0.decode(Holder.self, from: $1) },
    decode("SteleDecoder.decode, opaque") { _ = try opaqueObjects(in: $1, $0) },
    BoundedCall("OpaqueObject, each") { bytes in
      {
        for object in try opaqueObjects(in: bytes) {
          _ = object.levels
          _ = object["k"]
        }
      }
    }.ofSomeContent,
    // There are two archives.
    BoundedCall("SteleEncoder.encode, opaque", of: .archive) { bytes in
      guard let objects = try? opaqueObjects(in: bytes) else { return nil }
      return Work(byteCount: 2 * bytes.count) { _ = try SteleEncoder().encode(objects) }
    }.ofSomeContent,
    // The program has an object of its own for each value, and one for its unknown keys.
    BoundedCall("SteleDecoder.decode, unknown keys", of: .archive) { bytes in
      Work(byteCount: 4 * bytes.count) {
        _ = try decoder(Made()).decode([Keeper].self, from: bytes)
      }
    }.ofSomeContent,
    BoundedCall("SteleEncoder.encode, unknown keys", of: .archive) { bytes in
      guard let objects = try? decoder(Made()).decode([Keeper].self, from: bytes) else {
        return nil
      }
      return Work(byteCount: 2 * bytes.count) { _ = try SteleEncoder().encode(objects) }
    }.ofSomeContent,
    BoundedCall("Unarchiver, in part") { bytes in
      {
        let archive = try ArchiveReader(opening: bytes)
        let unarchiver = try Unarchiver(archive, decoder: decoder(Made()))
        _ = unarchiver.rootNames
        for number in 0..<archive.objectCount {
          _ = try unarchiver.decode(OpaqueObject.self, object: number + 1)
        }
      }
    },
  ]

  /// Makes a call that decodes objects, which are released one by one.
  private static func decode(
    _ name: String, _ body: @escaping @Sendable (SteleDecoder, [UInt8]) throws -> Void
  ) -> BoundedCall {
    BoundedCall(name) { bytes in
      {
        let made = Made()
        defer { made.release() }
        try body(decoder(made), bytes)
      }
    }.ofSomeContent
  }

  private static func opaqueObjects(
    in bytes: [UInt8], _ decoder: SteleDecoder = decoder(Made())
  ) throws -> [OpaqueObject] {
    try (try? [decoder.decode(OpaqueObject.self, from: bytes)])
      ?? decoder.decode([OpaqueObject].self, from: bytes)
  }

  private static func decoder(_ made: Made) -> SteleDecoder {
    var decoder = SteleDecoder()
    decoder.unknownClasses = .keep
    if let key = CodingUserInfoKey.made { decoder.userInfo[key] = made }
    return decoder
  }
}

/// A value of which nothing is kept, whatever it consists of.
private struct Anything: Decodable {
  struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      while !list.isAtEnd { _ = try list.decode(Anything.self) }
      return
    }
    if let keys = try? decoder.container(keyedBy: Name.self) {
      for key in keys.allKeys { _ = try keys.decodeIfPresent(Anything.self, forKey: key) }
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() || (try? value.decode(Bool.self)) != nil { return }
    if (try? value.decode(Int.self)) != nil || (try? value.decode(Double.self)) != nil { return }
    _ = try value.decode(String.self)
  }
}

/// The objects that were made, which refer to each other and are released one by one.
private final class Made: @unchecked Sendable {
  private var objects: [A] = []

  func add(_ object: A) { objects.append(object) }

  func release() { for object in objects { object.next = [] } }
}

extension CodingUserInfoKey {
  /// The key of the ``Made`` in the user information.
  fileprivate static let made = CodingUserInfoKey(rawValue: "made")
}

/// The class of most objects in ``Extreme/all``.
private final class A: Decodable, ArchiveDeclaring {
  static let archiveClass = ArchiveClass("A")
  var next: [A] = []

  enum CodingKeys: CodingKey { case next, l, r, all }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    for key in [CodingKeys.next, .l, .r] {
      if let object = try keys.decodeIfPresent(A.self, forKey: key) { next.append(object) }
    }
    next += try keys.decodeIfPresent([A].self, forKey: .all) ?? []
    (CodingUserInfoKey.made.flatMap { decoder.userInfo[$0] } as? Made)?.add(self)
  }
}

/// A class of which nothing is known, so that all keys are kept.
private final class Keeper: Codable, ArchiveDeclaring {
  static let archiveClass = ArchiveClass("A")
  var unknownKeys = UnknownKeys()
}

/// The class of the object that holds a value in ``Extreme/placed(_:)``.
private final class Holder: Decodable, ArchiveDeclaring {
  static let archiveClass = ArchiveClass("Holder")
  enum CodingKeys: CodingKey { case k }

  init(from decoder: any Decoder) throws {
    _ = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Anything.self, forKey: .k)
  }
}
