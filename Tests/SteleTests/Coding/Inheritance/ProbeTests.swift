import Foundation
import Stele
import TestSupport
import Testing

/// A class gives the same answers as a struct, and as JSON.
@Suite struct `Programs that try one container after the other` {
  private static func fromJSON<Value: Probed>(
    _ type: Value.Type, _ script: ProbeScript
  ) throws -> [String] {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.userInfo[ProbeScript.key] = script
    decoder.userInfo[ProbeScript.key] = script
    let copy = try decoder.decode([Value].self, from: encoder.encode([type.init()]))
    return try #require(copy.first?.log).lines
  }

  private static func fromStele<Value: Probed>(
    _ type: Value.Type, _ script: ProbeScript
  ) throws -> [String] {
    var (encoder, decoder) = (SteleEncoder(), SteleDecoder())
    encoder.userInfo[ProbeScript.key] = script
    decoder.userInfo[ProbeScript.key] = script
    let bytes = try verified(encoder.encode([type.init()]))
    return try #require(decoder.decode([Value].self, from: bytes).first?.log).lines
  }

  private static func compare<Value: Probed>(_ type: Value.Type, _ script: ProbeScript) throws {
    let (json, stele) = (try fromJSON(type, script), try fromStele(type, script))
    guard json != stele else { return }
    let differences = zip(json, stele).filter { $0.0 != $0.1 }.map { "JSON \($0.0) | \($0.1)" }
    Issue.record(
      "\(type), \(script.form), \(script.probe):\n\(differences.joined(separator: "\n"))")
  }

  @Test(arguments: ProbedForm.allCases, Probe.allCases)
  func `are answered as by JSON`(form: ProbedForm, probe: Probe) throws {
    // An archive knows enums, and refuses other keys than cases.
    if form == .enum, probe != .kinds, probe != .kindsInOtherOrder { return }
    let script = ProbeScript(form: form, probe: probe)
    // An object is decoded as one of its class, and as nothing else.
    if form == .objects, probe == .values || probe == .single { return }
    try Self.compare(ProbedStruct.self, script)
    try Self.compare(ProbedClass.self, script)
    try Self.compare(ProbedHeir.self, script)
    try Self.compare(ProbedUnderKey.self, script)
    // The superclass level of a record may have keys of a subclass beside a value without keys.
    if form == .emptyKey { return }
    try Self.compare(ProbedBySuper.self, script)
    try Self.compare(ProbedByKeys.self, script)
  }

  private static func expectNil<Value: Codable>(_ type: Value.Type) throws {
    let empty = Holder<LevelFriend?>(nil)
    let failure = try failure(converting: empty, to: Holder<Value>.self)
    #expect(failure == CodingFailure(.valueNotFound, "value", .valueDoesNotFit), "\(type)")
  }

  /// Spec 10.4, line 5.
  @Test func `find a nil in a nil reference, whatever they take it for`() throws {
    try Self.expectNil(Int.self)
    try Self.expectNil(String.self)
    try Self.expectNil(Double.self)
    try Self.expectNil([Int].self)
    try Self.expectNil(Set<Int>.self)
    try Self.expectNil([String: Int].self)
    try Self.expectNil(ProbedForm.Part.self)
    try Self.expectNil(ProbedForm.Choice.self)
    try Self.expectNil(LevelFriend.self)
  }
}
