import Foundation
import Stele
import SteleFoundation

// A program without SteleWholeFoundation, for the tests: decodes a set of each type, and prints the errors.

final class Roster: Codable { var vowels = CharacterSet(charactersIn: "aeiou") }

func show<Value: Codable>(_ value: Value) {
  do {
    print(try SteleDecoder().decode(Value.self, from: SteleEncoder().encode(value)))
  } catch {
    print((error as? DecodingError)?.explanation ?? "\(error)")
  }
}

show(IndexSet(0..<3))
show(Roster())
show(Calendar(identifier: .hebrew).identifier)
