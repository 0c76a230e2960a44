import Foundation
import SteleNSCoding

/// All calls of the two coders, as Foundation has them, of this module.
///
/// From the next line on the file is the same as `CallsOfFoundation.swift`, except for the two type names and the annotation.
// MARK: Names
enum CallsOfStele {
  typealias Archiver = SteleKeyedArchiver
  typealias Unarchiver = SteleKeyedUnarchiver
  // MARK: Calls

  /// Archives a dog in each way that there is.
  @available(*, deprecated, message: "It makes the calls that are.")
  static func archives(of dog: Dog, at file: URL) throws -> [Data] {
    let archiver = Archiver(requiringSecureCoding: true)
    archiver.delegate = nil
    archiver.requiresSecureCoding = true
    archiver.outputFormat = .binary
    archiver.setClassName(nil, for: Dog.self)
    Archiver.setClassName(nil, for: Dog.self)
    _ = (archiver.classNameForClass(Dog.self), Archiver.classNameForClass(Dog.self))
    archiver.encode(dog, forKey: "root")
    archiver.encodeConditionalObject(dog, forKey: "conditional")
    archiver.finishEncoding()
    let known = (archiver.systemVersion, archiver.allowsKeyedCoding)
    guard known == (2000, true) else { return [] }

    let bytes = NSMutableData()
    let writing = Archiver(forWritingWith: bytes)
    writing.encode(dog, forKey: "root")
    writing.finishEncoding()

    guard Archiver.archiveRootObject(dog, toFile: file.path) else { return [] }
    return [
      archiver.encodedData, bytes as Data, try Data(contentsOf: file),
      try Archiver.archivedData(withRootObject: dog, requiringSecureCoding: true),
      Archiver.archivedData(withRootObject: dog),
    ]
  }

  /// Reads the dog of an archive in each way that there is.
  @available(*, deprecated, message: "It makes the calls that are.")
  static func dogs(in data: Data, at file: URL) throws -> [Any?] {
    let unarchiver = try Unarchiver(forReadingFrom: data)
    unarchiver.delegate = nil
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(nil, forClassName: "None")
    Unarchiver.setClass(nil, forClassName: "None")
    _ = (unarchiver.class(forClassName: "None"), Unarchiver.class(forClassName: "None"))
    let first = unarchiver.decodeObject(of: Dog.self, forKey: "root")
    let second = unarchiver.decodeObject(of: [Dog.self], forKey: "root") as? Dog
    guard unarchiver.containsValue(forKey: "root"), unarchiver.error == nil else { return [] }
    unarchiver.finishDecoding()

    let reading = Unarchiver(forReadingWith: data)
    let third = reading.decodeObject(forKey: "root") as? Dog
    try data.write(to: file)
    return [
      first, second, third,
      try Unarchiver.unarchivedObject(ofClass: Dog.self, from: data),
      try Unarchiver.unarchivedObject(ofClasses: [Dog.self], from: data),
      Unarchiver.unarchiveObject(with: data),
      Unarchiver.unarchiveObject(withFile: file.path),
      try Unarchiver.unarchiveTopLevelObjectWithData(data),
    ]
  }

  /// Writes and reads each kind of value, with a key and without one.
  static func values() throws -> [String] {
    let archiver = Archiver(requiringSecureCoding: false)
    archiver.encode(true, forKey: "bool")
    archiver.encode(Int32(-3), forKey: "int32")
    archiver.encode(Int64(5_000_000_000), forKey: "int64")
    archiver.encode(7, forKey: "int")
    archiver.encode(Float(1.5), forKey: "float")
    archiver.encode(2.25, forKey: "double")
    archiver.encodePropertyList(["a", "b"] as NSArray, forKey: "list")
    let bytes: [UInt8] = [1, 2, 3]
    // Safe: the bytes are there during the call.
    unsafe archiver.encodeBytes(bytes, length: bytes.count, forKey: "bytes")
    archiver.encode("first" as Any?)
    archiver.encode(Data([9]))
    archiver.encodePropertyList(["c"] as NSArray)
    var number: Int32 = 42
    // Safe: it is an integer of C.
    unsafe archiver.encodeValue(ofObjCType: "i", at: &number)
    archiver.finishEncoding()

    let unarchiver = try Unarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = false
    var result = [
      "\(unarchiver.decodeBool(forKey: "bool"))", "\(unarchiver.decodeInt32(forKey: "int32"))",
      "\(unarchiver.decodeInt64(forKey: "int64"))", "\(unarchiver.decodeInteger(forKey: "int"))",
      "\(unarchiver.decodeFloat(forKey: "float"))", "\(unarchiver.decodeDouble(forKey: "double"))",
      "\(unarchiver.decodePropertyList(forKey: "list") as? [String] ?? [])",
      // Safe: the bytes are counted during the call.
      unsafe "\(unarchiver.withDecodedUnsafeBytes(forKey: "bytes") { unsafe $0?.count ?? 0 })",
      "\(unarchiver.decodeObject() as? String ?? "")",
      "\(unarchiver.decodeData()?.count ?? 0)",
      "\(unarchiver.decodePropertyList() as? [String] ?? [])",
    ]
    number = 0
    // Safe: as above.
    unsafe unarchiver.decodeValue(ofObjCType: "i", at: &number)
    result.append("\(number), \(unarchiver.error == nil)")
    return result
  }
}
