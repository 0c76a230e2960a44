import TestSupport

/// The style in which one class of a hierarchy codes itself and its superclass.
struct LevelStyle: Hashable, Sendable {
  /// The container of the class's own values.
  enum Container: CaseIterable { case keyed, unkeyed, single }

  /// The declaration of the type of the coding keys.
  enum Keys: CaseIterable {
    /// In the class.
    case nested
    /// In a file, for all classes.
    case shared
    /// In a file, for this class alone.
    case own
    /// A struct with any text.
    case text
    /// In the topmost class.
    case topmost
  }

  /// The coder that the superclass gets.
  enum Upward: CaseIterable {
    /// The one that the class has got.
    case encoder
    /// `superEncoder()` and `superDecoder()`.
    case superEncoder
    /// `superEncoder(forKey:)`, for the key that `superEncoder()` stands for.
    case superKey
    /// `superEncoder(forKey:)`, for a key of the class.
    case base
    /// `superEncoder()` of a nested keyed container.
    case nestedKeyed
    /// `superEncoder(forKey:)` of a nested keyed container.
    case nestedBase
    /// `superEncoder()` of a nested unkeyed container.
    case nestedUnkeyed

    /// The coders that unkeyed containers offer.
    static let ofUnkeyed: [Upward] = [.encoder, .superEncoder, .nestedKeyed, .nestedUnkeyed]
  }

  var container = Container.keyed
  var keys = Keys.nested
  /// Whether the keys have the same names as those of the other classes.
  var isSameName = false
  /// The call that writes the superclass.
  var write = Upward.encoder
  /// The call that reads the superclass.
  var read = Upward.encoder
  /// Whether the superclass comes before the class's own values.
  var isSuperFirst = false

  /// All styles for a class that has no superclass.
  static let topmost: [LevelStyle] =
    Keys.allCases.map { LevelStyle(keys: $0) } + [
      LevelStyle(container: .unkeyed), LevelStyle(container: .single),
    ]

  /// All styles for a class with a superclass that is read as it is written.
  static let lower: [LevelStyle] = {
    var styles: [LevelStyle] = []
    for isSuperFirst in [false, true] {
      for keys in Keys.allCases {
        for isSameName in [false, true] {
          for up in Upward.allCases {
            styles.append(
              LevelStyle(
                keys: keys, isSameName: isSameName, write: up, read: up,
                isSuperFirst: isSuperFirst))
          }
        }
      }
      for up in Upward.ofUnkeyed {
        styles.append(
          LevelStyle(container: .unkeyed, write: up, read: up, isSuperFirst: isSuperFirst))
      }
    }
    return styles
  }()
}

extension LevelStyle: CustomStringConvertible {
  var description: String {
    var text = "\(container)"
    if container == .keyed { text += " by \(isSameName ? "same-named " : "")\(keys) keys" }
    text += ", super by \(write)"
    if read != write { text += ", read by \(read)" }
    return isSuperFirst ? text + ", first" : text
  }
}

/// The styles of the classes of a hierarchy, the topmost first.
struct HierarchyStyle: Hashable, Sendable, CustomStringConvertible {
  var levels: [LevelStyle]

  var description: String { levels.map { "(\($0))" }.joined(separator: " ") }

  /// Whether a program may do this: an encoder has containers of one kind only, and `JSONEncoder` traps otherwise.
  var isAllowed: Bool {
    zip(levels, levels.dropFirst()).allSatisfy { upper, lower in
      lower.write != .encoder || (lower.container == upper.container && lower.container != .single)
    }
  }

  /// All hierarchies of two classes that are read as they are written.
  static let ofTwo: [HierarchyStyle] = LevelStyle.topmost.flatMap { upper in
    LevelStyle.lower.map { HierarchyStyle(levels: [upper, $0]) }
  }.filter(\.isAllowed)

  /// Returns a hierarchy of some classes.
  ///
  /// Omits hierarchies that an archive, which has a level for each class, cannot distinguish: several subclasses that use the keys of
  /// the topmost class for values of one name, or for something else than what they wrote.
  ///
  /// - Parameters:
  ///   - count: The number of classes.
  ///   - isReadAsWritten: Whether each class reads its superclass in the way in which it writes it.
  ///   - random: What decides.
  /// - Returns: The hierarchy.
  static func random(
    count: Int, isReadAsWritten: Bool, _ random: inout RandomSource
  ) -> HierarchyStyle {
    while true {
      var levels = [random.pick(LevelStyle.topmost, or: LevelStyle())]
      while levels.count < count {
        var style = random.pick(LevelStyle.lower, or: LevelStyle())
        if style.keys == .topmost, style.isSameName || !isReadAsWritten { continue }
        if !isReadAsWritten {
          let ofUnkeyed = LevelStyle.Upward.ofUnkeyed
          let reads = style.container == .keyed ? LevelStyle.Upward.allCases : ofUnkeyed
          style.read = random.pick(reads, or: .encoder)
        }
        levels.append(style)
      }
      let style = HierarchyStyle(levels: levels)
      if style.isAllowed { return style }
    }
  }
}
