import Foundation
import Stele
import SteleFoundation

let row = Row(
  id: UUID(), date: Date(), page: URL(fileURLWithPath: "/tmp/page"), content: Data([1, 2, 3]))
let data = try JSONEncoder().encode(row)
let archive = try SteleEncoder().encode(row)
print(try JSONDecoder().decode(Row.self, from: data).content.count, data.count)
print(try SteleDecoder().decode(Row.self, from: archive) == row, archive.count)

struct Row: Codable, Equatable {
  var id: UUID
  var date: Date
  var page: URL
  var content: Data
}
