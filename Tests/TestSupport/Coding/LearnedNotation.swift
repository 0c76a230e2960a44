import Stele
import SteleInspection
import SteleModel

/// The text of an archive, with the keys in the order of their names.
///
/// Archives that were made of the same content by programs that know different parts of it have the same text.
package func learnedNotation(_ bytes: [UInt8]) throws -> String {
  var graph = try ArchiveGraph(bytes)
  // Programs that know less of an object declare less of its class.
  for index in graph.roots.indices { graph.roots[index].type = .reference(to: nil) }
  return try graph.canonical(includesMetadata: false).notation()
}
