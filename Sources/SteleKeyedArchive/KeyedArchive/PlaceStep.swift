internal import Stele

/// A step of the path to a value that is read or written.
enum PlaceStep {
  case key(String)
  case index(Int)
}

extension [PlaceStep] {
  /// The path, such as `$objects[12].NS.objects[3]`.
  var path: String {
    var path = ""
    for (position, step) in enumerated() {
      switch step {
      case .key(let key): path += (position == 0 ? "" : ".") + key.shortened()
      case .index(let index): path += "[\(index)]"
      }
    }
    return path
  }
}
