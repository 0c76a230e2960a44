extension CaseIterable {
  /// The name of the case on the command line and in documents.
  var name: String { String(describing: self) }

  /// Returns the case of a name; nil if there is none.
  static func named(_ name: String?) -> Self? { allCases.first { $0.name == name } }
}
