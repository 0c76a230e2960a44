import Foundation

let rows = (0..<5).map { Row(name: "Person \($0)", age: $0, friend: nil) }
let data = try JSONEncoder().encode(rows)
print(try JSONDecoder().decode([Row].self, from: data).count, data.count)

struct Row: Codable {
  var name: String
  var age: Int
  var friend: Int?
}
