extension PackedLayout {
  /// Returns whether an entry has the keys of the layout, each of its type, and all of them always.
  func has(_ entry: Int, _ schema: CompiledSchema) -> Bool {
    guard let body = schema.body(ofEntry: entry), body.keys.count == slots.count else {
      return false
    }
    return zip(body.keys, slots).allSatisfy { index, slot in
      let key = schema.keys[index]
      return !key.isOptional && key.type.code == slot.code
        && schema.keyNames[index].isExactly(slot.name)
    }
  }
}
