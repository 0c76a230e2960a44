import Foundation
import SteleNSCoding

/// A pair of coders.
enum CoderPair: String, CaseIterable, Sendable {
  case foundation, stele

  /// Archives an object, and gives what comes back.
  func roundTrip(_ object: NSObject, _ classes: [AnyClass], secure: Bool) throws -> Any? {
    switch self {
    case .foundation:
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: secure)
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = secure
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      let copy =
        secure
        ? unarchiver.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey)
        : unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
      if let error = unarchiver.error { throw error }
      return copy
    case .stele:
      let data = try SteleKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: secure)
      let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = secure
      let copy =
        secure
        ? unarchiver.decodeObject(of: classes, forKey: SteleKeyedArchiveRootObjectKey)
        : unarchiver.decodeObject(forKey: SteleKeyedArchiveRootObjectKey)
      if let error = unarchiver.error { throw error }
      return copy
    }
  }

  /// Returns the verdict on a specimen, if the process survives it.
  func verdict(on specimen: Specimen) -> Verdict {
    guard let object = specimen.make() else { return .nothing }
    // The class itself may end the process when it is asked.
    let secure = (Swift.type(of: object) as? any NSSecureCoding.Type)?.supportsSecureCoding ?? false
    do {
      let classes = [specimen.type] + specimen.contents
      guard let copy = try roundTrip(object, classes, secure: secure) else { return .nothing }
      guard let differences = specimen.differences(object, copy) else {
        return .otherClass("\((copy as AnyObject as? NSObject)?.classForCoder ?? NSObject.self)")
      }
      for difference in differences {
        complain("\(specimen.name): \(difference.name): \(difference.before), \(difference.after)")
      }
      return differences.isEmpty ? .same : .lost(differences.map(\.name))
    } catch {
      complain("\(specimen.name): \(error)")
      return .error
    }
  }

  private func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
