/// The content that is encoded and decoded.
enum Workload: String, CaseIterable {
  case w1, w2, w3, w4d, w4i, w5, w6, w7, w8, w9, w10, w11

  /// Returns the workloads of a name, which may stand for two.
  static func named(_ name: String) -> [Workload]? {
    if name == "w4" { return [.w4d, .w4i] }
    return Workload(rawValue: name).map { [$0] }
  }

  /// Whether the workload uses a large file.
  var isFile: Bool { self == .w8 || self == .w9 }

  /// A short description.
  var title: String {
    switch self {
    case .w1: "people with shared dogs and circles of friends"
    case .w2: "triangles of four vectors of three floats"
    case .w3: "log records"
    case .w4d: "doubles"
    case .w4i: "integers"
    case .w5: "linked lists"
    case .w6: "references to a thousand objects"
    case .w7: "objects of 40 classes in an array of their base class"
    case .w8: "read one object of a large file"
    case .w9: "verify a large file"
    case .w10: "small archives of one object each, and of none"
    case .w11: "values of many kinds"
    }
  }

  /// The unit that is counted.
  var unit: String {
    switch self {
    case .w1: "persons"
    case .w2: "triangles"
    case .w3: "records"
    case .w4d, .w4i, .w11: "values"
    case .w5: "nodes"
    case .w6: "references"
    case .w7, .w8, .w9: "objects"
    case .w10: "archives"
    }
  }

  /// Returns the sizes, in units.
  func counts(isQuick: Bool) -> [Int] {
    switch self {
    case .w1, .w7: [isQuick ? 10_000 : 100_000]
    case .w2: [isQuick ? 12_500 : 125_000]
    case .w3: [isQuick ? 1000 : 10_000]
    case .w4d, .w4i: [isQuick ? 400_000 : 4_000_000]
    case .w5: isQuick ? [1000, 10_000, 100_000] : [1000, 100_000, 1_000_000, 10_000_000]
    case .w6: [isQuick ? 100_000 : 1_000_000]
    case .w8: [isQuick ? 640_000 : 12_800_000]
    case .w9: [isQuick ? 128_000 : 2_560_000]
    case .w10: [isQuick ? 1000 : 10_000]
    case .w11: [isQuick ? 2000 : 20_000]
    }
  }

  /// The kinds of values, each with a row of its own, or nil for the only one.
  var kinds: [ValueKind?] {
    self == .w11 ? ValueKind.allCases : [nil]
  }

  /// Returns the trial of a contender, or nil if it does not take part.
  func trial(_ contender: Contender, _ count: Int, _ kind: ValueKind?) -> (any AnyTrial)? {
    switch self {
    case .w1: PeopleTrials.trial(contender, count)
    case .w2: MeshTrials.trial(contender, count)
    case .w3: LogTrials.trial(contender, count)
    case .w4d: DoubleTrials.trial(contender, count)
    case .w4i: IntegerTrials.trial(contender, count)
    case .w5: ListTrials.trial(contender, count)
    case .w6: SharingTrials.trial(contender, count)
    case .w7: ShapeTrials.trial(contender, count)
    case .w8, .w9: nil
    case .w10: SmallTrials.trial(contender, count)
    case .w11: kind.flatMap { ValueTrials.trial($0, contender, count) }
    }
  }

  /// Returns the size that a contender can handle, up to a maximum, or nil if it does not take
  /// part.
  func count(of contender: Contender, within count: Int) -> Int? {
    guard self == .w5 else {
      return contender == .keyed ? min(count, keyedLimit ?? count) : count
    }
    switch contender {
    case .keyed: return count <= 1000 ? count : nil
    case .codable, .dynamic, .json, .plist: return count <= 1_000_000 ? count : nil
    default: return count
    }
  }

  /// The size that NSKeyedArchiver survives, or handles in less than minutes.
  private var keyedLimit: Int? {
    switch self {
    // Its time is quadratic in the number of small arrays.
    case .w1: 2000
    case .w2: 12_500
    case .w3, .w7: 10_000
    case .w4d, .w4i: 40_000
    default: nil
    }
  }

  /// Returns the hash that programs in other languages compute for the same data.
  func knownHash(_ count: Int) -> UInt64? {
    switch (self, count) {
    case (.w1, 100_000): 0x4891_54CC_873E_4996
    case (.w1, 10_000): 0x0900_98A2_9A2E_E02A
    case (.w2, 125_000): 0x308C_B79C_C113_BB51
    case (.w2, 12_500): 0xD222_E42F_6864_0CBB
    case (.w3, 10_000): 0x76C5_A415_31A3_05CF
    case (.w3, 1000): 0xE0C4_2E1E_FCD0_325B
    case (.w4d, 4_000_000): 0x7C72_B9A2_1137_CCE9
    case (.w4d, 400_000): 0x5184_1E4C_7129_82CE
    case (.w4i, 4_000_000): 0x3E82_8F7D_E85C_AC6E
    case (.w4i, 400_000): 0xB704_99B0_FE29_71C6
    case (.w5, 1000): 0x934B_0543_4913_EEE9
    case (.w5, 10_000): 0x7C8B_C956_9BBC_C298
    case (.w5, 100_000): 0xD4F9_DA96_1E5F_8F9E
    case (.w5, 1_000_000): 0x5697_810D_7815_5403
    case (.w5, 10_000_000): 0x6D9B_9979_054A_1291
    case (.w6, 1_000_000): 0xF78C_5B6B_A1FD_8ADC
    case (.w6, 100_000): 0x1948_B244_83CD_E15B
    default: nil
    }
  }
}
