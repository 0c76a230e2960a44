import Foundation
import Stele
import SteleFoundation

// Prints the processor milliseconds to encode and decode people, by contender and direction, in JSON.

func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func shortest(_ body: () throws -> Void) rethrows -> Double {
  var shortest = Double.infinity
  for _ in 0..<3 {
    let start = processorSeconds()
    try body()
    shortest = min(shortest, processorSeconds() - start)
  }
  return shortest * 1000
}

let rows = PeopleRows(Int(CommandLine.arguments[1]) ?? 1000)
let people = Person.people(rows)
let explicitPeople = ExplicitPerson.people(rows)
var times: [String: Double] = [:]
var json = Data()
times["json encode"] = try shortest { json = try JSONEncoder().encode(rows) }
times["json decode"] = try shortest { _ = try JSONDecoder().decode(PeopleRows.self, from: json) }
var archive: [UInt8] = []
times["codable encode"] = try shortest { archive = try SteleEncoder().encode(people) }
times["codable decode"] = try shortest {
  _ = try SteleDecoder().decode([Person].self, from: archive)
}
times["explicit encode"] = try shortest { archive = try SteleEncoder().encode(explicitPeople) }
times["explicit decode"] = try shortest {
  _ = try SteleDecoder().decode([ExplicitPerson].self, from: archive)
}
print(String(decoding: try JSONEncoder().encode(times), as: UTF8.self))
