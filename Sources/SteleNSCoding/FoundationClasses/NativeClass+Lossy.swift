internal import Foundation
internal import Stele
internal import SteleWholeFoundation

// The coding methods of these classes lose something. Their keys are written as well, for archives of NSKeyedArchiver.
extension NativeClass {
  static var lossy: [NativeClass] {
    let everywhere = [personName, notification, interval, rounding, mutableCharacters]
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // These systems do not have the class.
      return everywhere
    #else
      return [transform] + everywhere
    #endif
  }

  #if !(os(iOS) || os(tvOS) || os(watchOS) || os(visionOS))
    /// Foundation's coding converts each number to `Float`.
    private static var transform: NativeClass {
      let key = "matrix"
      return NativeClass(NSAffineTransform.self) { transform, archiver in
        transform.encode(with: archiver)
        let matrix = transform.transformStruct
        try archiver.put(
          [matrix.m11, matrix.m12, matrix.m21, matrix.m22, matrix.tX, matrix.tY].map { Double($0) },
          key)
      } decode: { unarchiver in
        let bytes = try unarchiver.value(Data.self, forKey: "NSTransformStruct")
        guard let numbers = try bytes.map(singles) ?? unarchiver.value([Double].self, forKey: key)
        else {
          // An archive of NSKeyedArchiver on Linux.
          return try unarchiver.own(NSAffineTransform(coder: unarchiver))
        }
        guard numbers.count == 6 else {
          throw KeyedCodingError(.unexpectedValue, className: "NSAffineTransform", key: key)
        }
        let parts = numbers.map { CGFloat($0) }
        let transform = NSAffineTransform()
        transform.transformStruct = NSAffineTransformStruct(
          m11: parts[0], m12: parts[1], m21: parts[2], m22: parts[3], tX: parts[4], tY: parts[5])
        return transform
      }
    }

    /// Returns the numbers that `NSKeyedArchiver` writes on Apple's systems, most significant byte first.
    @Sendable private static func singles(_ bytes: Data) -> [Double] {
      guard bytes.count.isMultiple(of: 4) else { return [] }
      return stride(from: 0, to: bytes.count, by: 4).map { place in
        let pattern = bytes.dropFirst(place).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Double(Float(bitPattern: pattern))
      }
    }
  #endif

  /// Foundation's coding omits the phonetic representation.
  private static var personName: NativeClass {
    let key = "phoneticRepresentation"
    return NativeClass(NSPersonNameComponents.self) { name, archiver in
      name.encode(with: archiver)
      guard let spoken = name.phoneticRepresentation else { return }
      try archiver.put(any: spoken as NSPersonNameComponents, key)
    } decode: { unarchiver in
      let name = try unarchiver.own(NSPersonNameComponents(coder: unarchiver))
      if let spoken = try unarchiver.part(NSPersonNameComponents.self, key) {
        name.phoneticRepresentation = spoken as PersonNameComponents
      }
      return name
    }
  }

  /// Foundation's coding omits the dictionary, and ends the process if there is no object.
  private static var notification: NativeClass {
    NativeClass(NSNotification.self, isCollection: true) { notification, archiver in
      try archiver.put(notification.name.rawValue, "NS.name")
      try archiver.put(any: notification.object, "NS.object")
      try archiver.put(any: notification.userInfo, "NS.userinfo")
    } decode: { unarchiver in
      guard let name = try unarchiver.part(NSString.self, "NS.name") else {
        throw KeyedCodingError(.unexpectedValue, className: "NSNotification", key: "NS.name")
      }
      return NSNotification(
        name: NSNotification.Name(name as String), object: try unarchiver.anything("NS.object"),
        userInfo: try unarchiver.anything("NS.userinfo") as? [AnyHashable: Any])
    }
  }

  /// Foundation's initialiser uses the start as the end.
  private static var interval: NativeClass {
    NativeClass(NSDateInterval.self) { interval, archiver in
      try archiver.put(any: interval.startDate as NSDate, "NS.startDate")
      try archiver.put(any: interval.endDate as NSDate, "NS.endDate")
      try archiver.put(interval.duration, "NS.duration")
    } decode: { unarchiver in
      let start = try unarchiver.part(NSDate.self, "NS.startDate").map { $0 as Date }
      let end = try unarchiver.part(NSDate.self, "NS.endDate").map { $0 as Date }
      let duration = try unarchiver.value(Double.self, forKey: "NS.duration")
      // An archive of NSKeyedArchiver has an end instead of a duration.
      guard let start, let length = duration ?? end?.timeIntervalSince(start), length >= 0 else {
        throw KeyedCodingError(.unexpectedValue, className: "NSDateInterval", key: "NS.duration")
      }
      return NSDateInterval(start: start, duration: length)
    }
  }

  /// Foundation's initialiser looks for the mode under another key than the one that its `encode(with:)` writes.
  private static var rounding: NativeClass {
    let (written, read) = ("NS.roundingmode", "NS.roundingMode")
    return NativeClass(NSDecimalNumberHandler.self) { handler, archiver in
      handler.encode(with: archiver)
      try archiver.put(Int(handler.roundingMode().rawValue), read)
    } decode: { unarchiver in
      let mode: Int? = try unarchiver.integer(read) ?? unarchiver.integer(written)
      guard (0...3).contains(mode ?? 0) else {
        throw KeyedCodingError(
          .unexpectedValue, className: "NSDecimalNumberHandler", key: written)
      }
      return try unarchiver.own(NSDecimalNumberHandler(coder: unarchiver))
    }
  }

  /// These objects give coders the immutable class.
  private static var mutableCharacters: NativeClass {
    NativeClass(NSMutableCharacterSet.self) { set, archiver in
      try archiver.put(set.bitmapRepresentation, Characters.bitmap)
    } decode: { unarchiver in
      let set = try Characters.decode(unarchiver)
      return try unarchiver.own(set.mutableCopy() as? NSMutableCharacterSet)
    }
  }
}

/// The keys of character sets; `NSKeyedArchiver` writes their text and bytes in place.
enum Characters {
  fileprivate static let bitmap = "NSBitmap"
  /// The sets that Foundation numbers from 1.
  private static let known: [CharacterSet] = [
    .controlCharacters, .whitespaces, .whitespacesAndNewlines, .decimalDigits, .letters,
    .lowercaseLetters, .uppercaseLetters, .nonBaseCharacters, .decomposables, .alphanumerics,
    .punctuationCharacters, .illegalCharacters, .capitalizedLetters, .symbols, .newlines,
  ]

  /// Decodes a set in any form.
  ///
  /// - Throws: ``KeyedCodingError`` for an invalid set, with which Foundation would follow invalid pointers.
  static func decode(_ unarchiver: SteleKeyedUnarchiver) throws -> NSCharacterSet {
    let key = try [bitmap, "NSBitmapObject"].first(where: unarchiver.contains)
    let data = try key.flatMap { try unarchiver.value(Data.self, forKey: $0) }
    let text = try ["NSString", "NSStringObject"].first(where: unarchiver.contains)
      .flatMap { try unarchiver.value(String.self, forKey: $0) }
    let range: Int? = try unarchiver.integer("NSRange")
    let number: Int? = try unarchiver.integer("NSBuiltinID") ?? unarchiver.integer("NSBuiltinID2")
    let isInverted = try ["NSIsInverted", "NSIsInverted2"].map { try unarchiver.truth($0) ?? false }
    let set: CharacterSet? =
      if let data {
        CharacterSet.isBitmap(data) ? CharacterSet(bitmapRepresentation: data) : nil
      } else if let number {
        known.indices.contains(number - 1) ? known[number - 1] : nil
      } else if let range {
        range >= 0 && range >> 32 + range & 0xFFFF_FFFF <= 0x11_0000
          ? NSCharacterSet(range: NSRange(location: range >> 32, length: range & 0xFFFF_FFFF))
            as CharacterSet : nil
      } else {
        text.map { CharacterSet(charactersIn: $0) }
      }
    guard let set else {
      throw KeyedCodingError(.unexpectedValue, className: "NSCharacterSet", key: key ?? "")
    }
    // A bitmap already represents the inverted set.
    return (data == nil && isInverted.contains(true) ? set.inverted : set) as NSCharacterSet
  }
}
