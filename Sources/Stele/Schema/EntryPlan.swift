/// The stored keys of a body, prepared for writing.
///
/// Spec §3.7.
final class BodyPlan: Sendable {
  /// The names of the keys, for key paths.
  let names: [String]
  let types: [TypePlan]
  let isOptional: [Bool]
  let optionalCount: Int
  /// The keys that are nested places in uniform lists: those that are required, and structs (§3.5).
  let nestedKeys: [Int]
  /// The number of these keys.
  var nestedCount: Int { nestedKeys.count }

  init(names: [String], types: [TypePlan], isOptional: [Bool]) {
    self.names = names
    self.types = types
    self.isOptional = isOptional
    optionalCount = isOptional.count { $0 }
    nestedKeys = types.indices.filter { types[$0].code == .struct && !isOptional[$0] }
  }

  /// Whether a key is a nested place in uniform lists.
  func isNested(_ key: Int) -> Bool { types[key].code == .struct && !isOptional[key] }
}

/// A class entry, prepared for writing.
///
/// Spec §4.2.
final class EntryPlan: Sendable {
  struct CasePlan: Sendable {
    let isRetired: Bool
    let body: BodyPlan
  }

  let kind: ClassEntry.Kind
  let className: String
  let name: Int
  /// The stored keys: of the whole chain for a class.
  let body: BodyPlan
  let cases: [CasePlan]

  init(
    kind: ClassEntry.Kind, className: String, name: Int, body: BodyPlan, cases: [CasePlan]
  ) {
    self.kind = kind
    self.className = className
    self.name = name
    self.body = body
    self.cases = cases
  }
}
