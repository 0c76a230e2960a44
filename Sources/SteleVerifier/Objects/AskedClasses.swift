/// Which objects are referred to as objects of which classes.
///
/// Whether they are of these classes is examined when all records have been read, in the order of the objects: looking
/// for the entry of an object whenever it is referred to would mostly wait for memory.
struct AskedClasses {
  /// A set of objects for each class, one behind the other, a bit an object.
  var words: [UInt64]
  /// The names of the classes, in the order of their sets; 0 is any class.
  private var names: [UInt32]
  /// The number of words of a set.
  private let wordCount: Int
  /// The most sets that there may be.
  private let limit: Int
  /// Where the set of a class begins that has one.
  private var bases: [UInt32: Int]

  /// Makes a set for each class that the references of a class table name, or nil when they do not fit.
  init?(_ classes: ClassTable, objectCount: Int, byteLimit: Int) {
    self.init(objectCount: objectCount, byteLimit: byteLimit)
    for node in classes.types.nodes where node.shape.isReference {
      guard prepare(node.first) else { return nil }
    }
  }

  /// Makes one set for all classes, which says nothing.
  init(objectCount: Int, byteLimit: Int = 0) {
    wordCount = objectCount / 64 + 1
    limit = min(byteLimit, Int(UInt32.max)) / 8 / wordCount
    names = [0]
    bases = [0: 0]
    words = Array(repeating: 0, count: wordCount)
  }

  /// Where the set of the class of a name begins, in words.
  func base(ofName name: UInt32) -> Int { bases[name] ?? 0 }

  /// Makes a set for a class unless there is one, and says whether it fits.
  private mutating func prepare(_ name: UInt32) -> Bool {
    guard bases[name] == nil else { return true }
    guard names.count < limit else { return false }
    bases[name] = words.count
    names.append(name)
    words.append(contentsOf: repeatElement(0, count: wordCount))
    return true
  }

  /// Notes that an object is referred to as one of a class, and says whether there is room for that.
  mutating func insert(_ number: Int, ofName name: UInt32) -> Bool {
    guard prepare(name) else { return false }
    let (word, bit) = Bitmap.place(of: number)
    words[base(ofName: name) + word] |= bit
    return true
  }

  /// Whether all objects are of the classes.
  ///
  /// Rule R6.
  func areRight(_ objects: ObjectTable, _ membership: ClassMembership) -> Bool {
    for (index, name) in names.enumerated() where name != 0 {
      let set = words[(index * wordCount)..<((index + 1) * wordCount)]
      for (word, bits) in set.enumerated() {
        var bits = bits
        while bits != 0 {
          let entry = objects.entry(ofObject: word &* 64 &+ bits.trailingZeroBitCount)
          guard entry != 0, membership.isEntry(entry, ofClass: Int(name)) else { return false }
          bits &= bits &- 1
        }
      }
    }
    return true
  }
}
