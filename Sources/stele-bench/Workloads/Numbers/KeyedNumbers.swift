internal import Foundation

/// Arrays of numbers for NSKeyedArchiver.
enum KeyedNumbers {
  static func trial<Number>(
    _ content: @escaping () -> [Number], hash: @escaping ([Number]) -> UInt64,
    object: @escaping (Number) -> NSNumber
  ) -> any AnyTrial {
    Trial(
      content: content, hash: hash, input: { $0.map(object) },
      encode: { try KeyedArchives.encode($0) },
      decode: {
        try KeyedArchives.decode($0, [NSArray.self, NSNumber.self], as: [Number].self)
      }, contentOf: { $0 })
  }
}
