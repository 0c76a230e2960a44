/// A pair of values, one for each archive of a comparison.
struct BothSides<Value> {
  var old: Value
  var new: Value

  subscript(side: ArchiveDifference.Side) -> Value {
    get { side == .old ? old : new }
    _modify { if side == .old { yield &old } else { yield &new } }
  }
}
