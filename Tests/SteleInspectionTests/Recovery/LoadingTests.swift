import Stele
import SteleModel
import TestSupport
import Testing

@testable import SteleInspection

/// Recovered archives are read by the classes that wrote them.
@Suite struct `Loading what was recovered` {
  /// Returns the same archive with each object in a block of its own, and the offsets of the payloads.
  private static func separated(_ bytes: [UInt8]) throws -> (bytes: [UInt8], payloads: [Int]) {
    let archive = try ArchiveGraph(bytes).encoded(blockByteCount: 1)
    let payloads = try ArchiveParts(archive: archive).payloads(of: "OBJS")
    return (archive, payloads.map(\.lowerBound))
  }

  @Test(arguments: UInt64(0)..<15)
  func `whatever object is lost, all roots and objects of specimens are decoded`(
    seed: UInt64
  ) throws {
    let (bytes, payloads) = try Self.separated(SpecimenLoading.archive(seed: seed))
    var options = RecoveryOptions()
    options.repairStepLimit = 0
    for index in stride(from: Int(seed) % 4, to: payloads.count, by: Seeds.stride(4)) {
      let payload = payloads[index]
      var damaged = bytes
      damaged[payload] ^= 0xFF
      let recovery = ArchiveRecovery(damaged, options: options)
      let recovered = try recovery.graph.encoded()
      #expect(try ArchiveGraph(recovered) == recovery.graph)
      let faults = try SpecimenLoading.faults(of: recovered)
      #expect(faults == [], "seed \(seed), payload at \(payload)")
    }
  }

  @Test func `objects that require a lost object are dropped, one after the other`() throws {
    var graph = ArchiveGraph()
    let node = graph.classes.define(.class("Node", keys: ["next": .reference(to: "Node")]))
    let list = graph.classes.define(.class("List", keys: ["nodes": .list(.reference(to: "Node"))]))
    for number in 1...5 {
      graph.add(node, .reference(number % 3 + 1))
    }
    graph.add(list, .references(1...5))
    graph.objects[4].values = [.reference(5)]
    graph.roots = [
      ArchiveNamedValue("list", .reference(to: "List"), .reference(6)),
      ArchiveNamedValue("node", .reference(to: "Node"), .reference(1)),
    ]
    let (bytes, payloads) = try Self.separated(graph.encoded())
    var damaged = bytes
    damaged[payloads[1]] ^= 0xFF
    var options = RecoveryOptions()
    options.repairStepLimit = 0
    let recovery = ArchiveRecovery(damaged, options: options)
    #expect(
      recovery.report.droppedObjects == [
        .init(object: 1, keyPath: "objects[1].Node.next", target: 2),
        .init(object: 3, keyPath: "objects[3].Node.next", target: 1),
        .init(object: 4, keyPath: "objects[4].Node.next", target: 2),
      ])
    #expect(recovery.report.savedObjects == [5, 6])
    #expect(recovery.graph.objects.map(\.values) == [[.reference(1)], [.list([.reference(1)])]])
    #expect(recovery.graph.roots.map(\.name) == ["list"])
    #expect(recovery.report.lostRootCount == 1)
    #expect(recovery.graph.classes == graph.classes)
    options.keepsNil = true
    #expect(ArchiveRecovery(damaged, options: options).report.droppedObjects == [])
  }
}
