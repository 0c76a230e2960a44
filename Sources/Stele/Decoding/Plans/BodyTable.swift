/// The bodies of all entries of an archive, made when they are first needed.
///
/// The slots of a superclass are shared by the bodies of all its subclasses.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class BodyTable {
  private let classes: ClassTable
  @safe @exclusivity(unchecked) private var bodies: [ReadingBody?]
  @safe @exclusivity(unchecked) private var payloads: [[ReadingBody?]]
  @safe @exclusivity(unchecked) private var cases: [[ReadingBody?]]
  /// Whether those that have been made remember nothing of the archive beyond the class table.
  @safe @exclusivity(unchecked) private(set) var areSimple = true

  init(_ classes: ClassTable) {
    self.classes = classes
    bodies = Array(repeating: nil, count: classes.count + 1)
    payloads = Array(repeating: [], count: classes.count + 1)
    cases = payloads
  }

  /// The body of a class or struct.
  @inline(__always)
  func body(ofEntry entry: Int) throws(ArchiveError) -> ReadingBody {
    if bodies.indices.contains(entry), let body = bodies[entry] { return body }
    return try makeBody(ofEntry: entry)
  }

  /// The body of a class or struct, which the table keeps.
  @unsafe
  @inline(__always)
  func unretainedBody(ofEntry entry: Int) throws(ArchiveError) -> Unmanaged<ReadingBody> {
    if bodies.indices.contains(entry), let body = bodies[entry] {
      return unsafe .passUnretained(body)
    }
    return unsafe .passUnretained(try makeBody(ofEntry: entry))
  }

  @inline(never)
  private func makeBody(ofEntry entry: Int) throws(ArchiveError) -> ReadingBody {
    var upper: ReadingBody?
    for level in classes.chain(of: entry) {
      if let body = bodies[level] {
        upper = body
      } else if let declared = classes[level] {
        upper = ReadingBody(
          declared.keys, below: upper, hasEmptyByte: declared.kind == .structure)
        bodies[level] = upper
        if upper?.slots.allSatisfy(\.plan.isSimple) != true { areSimple = false }
      }
    }
    guard let upper else { throw ArchiveError(.undefinedEntry, at: 0) }
    return upper
  }

  /// The body of the payload of a case.
  func payload(
    ofEntry entry: Int, caseIndex: Int
  ) throws(ArchiveError) -> ReadingBody {
    guard let declared = classes[entry], declared.cases.indices.contains(caseIndex) else {
      throw ArchiveError(.caseIndex, at: 0)
    }
    if payloads[entry].isEmpty {
      payloads[entry] = Array(repeating: nil, count: declared.cases.count)
    }
    if let body = payloads[entry][caseIndex] { return body }
    let body = ReadingBody(declared.cases[caseIndex].keys, below: nil, hasEmptyByte: false)
    payloads[entry][caseIndex] = body
    return body
  }

  /// The body of an enum value of a case: the name of the case is its only key.
  func enumeration(
    ofEntry entry: Int, caseIndex: Int
  ) throws(ArchiveError) -> ReadingBody {
    guard let declared = classes[entry], declared.cases.indices.contains(caseIndex) else {
      throw ArchiveError(.caseIndex, at: 0)
    }
    if cases[entry].isEmpty {
      cases[entry] = Array(repeating: nil, count: declared.cases.count)
    }
    if let body = cases[entry][caseIndex] { return body }
    let payload = ReadingPlan.payload(
      of: .enumeration(declared.name), entry: entry, caseIndex: caseIndex)
    let body = ReadingBody(caseName: declared.cases[caseIndex].name, payload: payload)
    cases[entry][caseIndex] = body
    return body
  }
}
