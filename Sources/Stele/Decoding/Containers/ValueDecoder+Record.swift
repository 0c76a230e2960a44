extension ValueDecoder {
  /// The number of the innermost object that the value belongs to, or 0.
  var holder: Int {
    if object > 0 { return object }
    var next = parent
    while let decoder = next {
      if decoder.object > 0 { return decoder.object }
      next = decoder.parent
    }
    return 0
  }

  /// The innermost object that the value belongs to.
  var record: (object: Int, className: String?)? {
    var next: ValueDecoder? = self
    while let decoder = next {
      if decoder.object > 0 {
        return (decoder.object, graph.store.context.classes[decoder.entry]?.name)
      }
      next = decoder.parent
    }
    return nil
  }
}
