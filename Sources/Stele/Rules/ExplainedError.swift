/// An error that is described in one sentence: the attempt and its place, the cause, and advice.
///
///     Cannot decode Person.pet (object 2) at byte 181: class "Dog" is not allowed here. Call decoder.allow(Dog.self).
///     └────────────────── attempt ──────────────────┘  └─────────── cause ───────────┘  └───────── advice ──────────┘
package protocol ExplainedError: Error, CustomStringConvertible {
  /// The attempt that failed, and its place.
  var attempt: String { get }
  /// The cause, as the rest of the sentence.
  var cause: String { get }
  /// Advice, in sentences of its own.
  var advice: String? { get }
}

extension ExplainedError {
  /// The whole text.
  package var explanation: String {
    "\(attempt): \(cause)." + (advice.map { " " + $0 } ?? "")
  }

  /// The attempt and the cause, as the rest of a line that begins with a name.
  package var clause: String { "\(attempt.asClause): \(cause)" }

  /// The cause as a sentence of its own.
  package var causeSentence: String { cause.asSentence }
}

extension String {
  /// The part of a sentence as a sentence of its own.
  package var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }

  /// The sentence as part of another one: with a small first letter and without its full stop.
  package var asClause: String {
    let end = hasSuffix(".") ? dropLast() : self[...]
    // An abbreviation keeps its capitals.
    guard end.dropFirst().first?.isUppercase != true else { return String(end) }
    return end.prefix(1).lowercased() + end.dropFirst()
  }
}

/// Returns the whole key path of a value, such as `objects[12].Person.name`.
///
/// - Parameters:
///   - keyPath: The path from the class of the object on, or from a root, if it is known.
///   - object: The number of the object, if the value is in one.
/// - Returns: The path, or nil if neither is known.
package func wholeKeyPath(_ keyPath: String?, object: Int?) -> String? {
  guard let object else { return keyPath }
  guard let keyPath, !keyPath.isEmpty else { return "objects[\(object)]" }
  return "objects[\(object)].\(keyPath)"
}

/// Returns the text of a place: key path, class and number of the object, and offset, as far as they are known.
package func placeText(
  _ path: String, className: String? = nil, object: Int?, offset: Int?
) -> String {
  var text = path
  let owner = [className, object.map { "object \($0)" }].compactMap { $0 }
  if !owner.isEmpty { text += " (\(owner.joined(separator: ", ")))" }
  if let offset { text += " at byte \(offset)" }
  return text
}
