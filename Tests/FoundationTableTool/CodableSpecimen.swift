import Foundation
import Stele
import SteleFoundation
import SteleModel

/// A value of Foundation, whose `Codable` reads what archives of it have.
struct CodableSpecimen: Sendable {
  let name: String
  /// The archive of the value, to be changed.
  let tree: HostileTree
  /// Decodes a value from an archive; returns whether there is one.
  let decode: @Sendable ([UInt8]) -> Bool

  /// Makes a specimen.
  ///
  /// - Throws: What encoding the value throws; `CancellationError` if its archive has objects.
  init<Value: Codable & SendableMetatype>(_ value: Value) throws {
    name = String(reflecting: Value.self)
    let bytes: [UInt8] = try SteleEncoder().encode(value)
    guard let tree = HostileTree(try ArchiveGraph(bytes)) else { throw CancellationError() }
    self.tree = tree
    decode = { bytes in
      guard let value = try? SteleDecoder().decode(Value.self, from: bytes) else { return false }
      Self.use(value)
      guard let copy: [UInt8] = try? SteleEncoder().encode(value) else { return true }
      _ = try? SteleDecoder().decode(Value.self, from: copy)
      return true
    }
  }

  /// Does with a value what programs do with any: compares it, and passes it as an object.
  private static func use<Value>(_ value: Value) {
    if let value = value as? any Hashable { _ = AnyHashable(value).hashValue }
    if let value = value as? any Equatable { compare(value) }
    // Programs can make components of which there is no URL, too, for which the bridge of Foundation ends the process.
    if !(value is URLComponents) { _ = value as AnyObject }
  }

  private static func compare<Value: Equatable>(_ value: Value) { _ = value == value }
}
