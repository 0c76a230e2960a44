import Foundation

/// An object of a class of Foundation, with its description.
struct Specimen: Sendable {
  /// The class, as it is called in documentation.
  let className: String
  /// The feature of the object; empty if it is the only one of the class.
  let about: String
  /// The class to ask for.
  let type: AnyClass
  /// The classes of what is in it, which have to be asked for, too.
  let contents: [AnyClass]
  /// Makes the object; nil would be a mistake here.
  let make: @Sendable () -> NSObject?
  /// Describes the difference of another object; nil if it is of another class.
  let differences: @Sendable (NSObject, Any) -> [Difference]?

  /// A fact that is another one of the object that came back.
  struct Difference {
    let name: String
    let before: String
    let after: String
  }

  /// Makes a specimen.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - about: What is special about the object.
  ///   - contents: The classes of what is in it.
  ///   - make: Makes it.
  ///   - facts: All that a user of the class can ask the object, by name. `isEqual` has no part in it: some classes have none
  ///     that is of use.
  init<Object: NSObject>(
    _ type: Object.Type, about: String = "", contents: [AnyClass] = [],
    _ make: @escaping @Sendable @autoclosure () -> Object?,
    facts: @escaping @Sendable (Object) -> KeyValuePairs<String, Any?>
  ) {
    className = "\(type)"
    self.about = about
    self.type = type
    self.contents = contents
    self.make = make
    differences = { original, copy in
      guard let original = original as? Object, let copy = Self.object(copy) as? Object else {
        return nil
      }
      return zip(facts(original), facts(copy))
        .map { Difference(name: $0.key, before: Self.text($0.value), after: Self.text($1.value)) }
        .filter { $0.before != $0.after }
    }
  }

  /// Returns Foundation's object for a value, the form in which some coders give strings and the like.
  private static func object(_ value: Any) -> AnyObject { value as AnyObject }

  private static func text(_ value: Any?) -> String {
    value.map { String(reflecting: $0) } ?? "nil"
  }

  /// The name of the row in the table.
  var name: String { about.isEmpty ? "`\(className)`" : "`\(className)`, \(about)" }
}
