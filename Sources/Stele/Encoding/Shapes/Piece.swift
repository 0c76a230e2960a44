/// The value of one key in the bytes of a record or struct that is being written.
struct Piece {
  /// The position of the level in the class hierarchy.
  let level: Int32
  /// The number of the key in its level.
  let key: Int32
  /// The number of the plan of the type.
  var type: Int32
  /// The detached frame that holds the value, or -1.
  var child: Int32 = -1
  /// The entry number that the value has left out, or 0.
  var omittedEntry: Int32 = 0
  /// Whether records need not have the key.
  var isOptional = false
  /// Whether the value is one that the program does not know; it gives way to one that it does.
  var isKept = false
  /// Whether there is no value.
  var isAbsent = false
  /// Where the bytes of the value begin; they end where the next piece begins.
  let start: Int

  /// The place of the key among all keys of the hierarchy.
  var place: Int { Int(level) << 32 | Int(key) }
}
