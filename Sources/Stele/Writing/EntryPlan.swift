/// The stored keys of a body, prepared for writing.
///
/// Spec §3.7.
final class BodyPlan: Sendable {
  struct StoredKey: Sendable {
    let name: String
    let type: TypePlan
    let isOptional: Bool
  }

  let keys: [StoredKey]
  let optionalCount: Int

  init(_ keys: [StoredKey]) {
    self.keys = keys
    optionalCount = keys.count { $0.isOptional }
  }
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
  let name: Int
  /// The name numbers of the chain, the entry's own first.
  let chainNames: [Int]
  /// The stored keys: of the whole chain for a class.
  let body: BodyPlan
  let cases: [CasePlan]

  init(
    kind: ClassEntry.Kind, name: Int, chainNames: [Int], body: BodyPlan, cases: [CasePlan]
  ) {
    self.kind = kind
    self.name = name
    self.chainNames = chainNames
    self.body = body
    self.cases = cases
  }
}
