import Stele
import SteleFoundation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// A program without the rest of Foundation, for the tests: decodes a value of a type in a file, encodes it again, and prints
// whether the bytes are the same, or the error.

let types: [String: any Codable.Type] = [
  "Calendar": Calendar.self, "Date": Date.self, "DateInterval": DateInterval.self,
  "Decimal": Decimal.self, "Locale": Locale.self, "TimeZone": TimeZone.self, "URL": URL.self,
]

func show<Value: Codable>(_ type: Value.Type, _ url: URL) {
  do {
    let value = try SteleDecoder().decode(type, from: url)
    let bytes: [UInt8] = try SteleEncoder().encode(value)
    print(try bytes == FileSource(url).bytes() ? "same" : "other")
  } catch {
    print((error as? DecodingError)?.explanation ?? "\(error)")
  }
}

let arguments = CommandLine.arguments
if arguments.count == 3, let type = types[arguments[1]] {
  show(type, URL(filePath: arguments[2]))
}
