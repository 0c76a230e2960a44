import Stele

/// The bytes of an archive with some entries, objects and one root.
func archive(
  _ classes: [ClassEntry], _ objects: [Object] = [], root: TypeDescriptor, _ value: Value
) throws -> [UInt8] {
  var graph = Graph()
  graph.classes = ClassTable(classes)
  graph.objects = objects
  graph.roots = [NamedValue("root", root, value)]
  return try graph.encoded()
}

/// The error of the coders inside of one that a decoder threw.
func codingError(_ error: (any Error)?) -> GraphCodingError? {
  switch error as? DecodingError {
  case .typeMismatch(_, let context), .valueNotFound(_, let context),
    .keyNotFound(_, let context), .dataCorrupted(let context):
    context.underlyingError as? GraphCodingError
  default: nil
  }
}
