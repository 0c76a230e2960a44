/// A step of a coding path.
package struct PathKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?
  /// Whether the step leads to the value of a key of a map.
  package var isMapKey = false

  package init(stringValue: String, intValue: Int?) {
    self.stringValue = stringValue
    self.intValue = intValue
  }

  package init(mapKey: String) {
    self.init(stringValue: mapKey, intValue: nil)
    isMapKey = true
  }

  package init(index: Int) {
    self.init(stringValue: "Index \(index)", intValue: index)
  }

  /// Returns the path from an object to one of its properties, or an empty one without a name.
  static func path(toProperty name: String) -> [PathKey] {
    name.isEmpty ? [] : [PathKey(stringValue: name, intValue: nil)]
  }

  package init?(stringValue: String) { self.init(stringValue: stringValue, intValue: nil) }
  package init?(intValue: Int) { self.init(stringValue: "\(intValue)", intValue: intValue) }
}
