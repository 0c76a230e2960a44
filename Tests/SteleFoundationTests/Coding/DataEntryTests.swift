import Foundation
import Stele
import SteleFoundation
import SteleModel
import Testing

struct DataEntryTests {
  @Test func `archives are taken and given as data`() throws {
    let data = try SteleEncoder().encodedData(["a"])
    let bytes: [UInt8] = try SteleEncoder().encode(["a"])
    #expect(data == Data(bytes))
    let slice = (Data([0]) + data).dropFirst()
    for data in [data, slice] {
      #expect(try SteleDecoder().decode([String].self, from: data) == ["a"])
      #expect(try Unarchiver(data).decode([String].self) == ["a"])
      #expect(try ArchiveReader(opening: data).roots().map(\.name) == ["root"])
      let graph = try ArchiveGraph(data)
      #expect(graph.roots.map(\.name) == ["root"])
      let encoded = try graph.encodedData()
      #expect(try encoded == Data(graph.encoded() as [UInt8]))
    }
  }
}
