/// What an archive consists of, for the phases that come after its values.
struct Contents {
  let chunks: [Chunk]
  /// The first chunk of a type that the canonical form does not have, if there is one.
  let firstUnknownChunkOffset: Int?
  let classes: ClassTable
  let objects: ObjectTable
  let slots: WeakSlots
  /// The objects that strong references lead to, as far as has been found out.
  let reach: ReachMap
}
