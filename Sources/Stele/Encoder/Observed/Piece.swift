/// The value of one key of an instance that is assembled, as its keys did not come as expected.
struct Piece {
  /// The position of the level in the class hierarchy.
  let level: Int
  /// The number of the key in its level.
  let key: Int
  /// The index of the type.
  var type: Int
  /// The container inside that has the value, by its position, or -1.
  var child = -1
  /// Whether records need not have the key.
  var isOptional = false
  /// Whether the program does not know the key; the value gives way to one that it does know.
  var isKept = false
  /// Whether there is no value.
  var isAbsent = false
  /// Where the bytes of the value begin; they end where the next piece begins.
  var start: Int

  /// The place of the key among all keys of the hierarchy.
  var place: Int { KeyPlace.at(level: level, key: key) }
}
