/// The outcome of an object that went through an archive.
enum Verdict: Equatable, Sendable {
  /// It came back as it was.
  case same
  /// It came back without something.
  case lost([String])
  /// It came back as an object of another class.
  case otherClass(String)
  /// There was an error, which the program can handle.
  case error
  /// Nothing came back, and no error either.
  case nothing
  /// The process ended.
  case crash
  /// The process did not end.
  case endless

  /// The text of the table.
  var text: String {
    switch self {
    case .same: "same"
    case .lost(let names): "lost: \(names.joined(separator: ", "))"
    case .otherClass(let name): "lost: the class, is `\(name)`"
    case .error: "error"
    case .nothing: "nothing comes back"
    case .crash: "ends the process"
    case .endless: "does not return"
    }
  }
}
