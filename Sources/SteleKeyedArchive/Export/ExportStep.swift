internal import Stele

/// A step of the path to a value that is being written.
enum ExportStep {
  case key(String)
  case index(Int)
}

extension [ExportStep] {
  /// The path, such as `$objects[12].NS.objects[3]`.
  var path: String {
    var path = ""
    for step in self {
      switch step {
      case .key(let key): path += (path.isEmpty ? "" : ".") + key.shortened()
      case .index(let index): path += "[\(index)]"
      }
    }
    return path
  }
}
