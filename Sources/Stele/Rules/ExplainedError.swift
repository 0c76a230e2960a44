/// An error that is told in one sentence: what could not be done and where, why, and what to do about it.
///
///     Cannot decode Person.pet (object 2) at byte 181: class "Dog" is not allowed here. Call decoder.allow(Dog.self).
///     └────────────────── attempt ──────────────────┘  └─────────── cause ───────────┘  └───────── advice ──────────┘
package protocol ExplainedError: Error, CustomStringConvertible {
  /// What could not be done, and where.
  var attempt: String { get }
  /// Why, as the rest of the sentence.
  var cause: String { get }
  /// What to do about it, in sentences of its own.
  var advice: String? { get }
}

extension ExplainedError {
  /// The whole text.
  package var explanation: String {
    "\(attempt): \(cause)." + (advice.map { " " + $0 } ?? "")
  }

  /// What could not be done and why, as the rest of a line that begins with a name.
  package var clause: String { "\(attempt.asClause): \(cause)" }

  /// The cause as a sentence of its own.
  package var causeSentence: String { cause.prefix(1).uppercased() + cause.dropFirst() + "." }
}

extension String {
  /// The text with quotation marks, cut where it is long.
  package var quoted: String { "\"\(shortened())\"" }

  /// A sentence as a part of another one: with a small first letter, and without the full stop.
  package var asClause: String {
    let end = hasSuffix(".") ? dropLast() : self[...]
    // An abbreviation keeps its capitals.
    guard end.dropFirst().first?.isUppercase != true else { return String(end) }
    return end.prefix(1).lowercased() + end.dropFirst()
  }
}

/// Where something is: key path, class and number of the object, and byte, as far as they are known.
package func placeText(
  _ path: String, className: String? = nil, object: Int?, offset: Int?
) -> String {
  var text = path
  let owner = [className, object.map { "object \($0)" }].compactMap { $0 }
  if !owner.isEmpty { text += " (\(owner.joined(separator: ", ")))" }
  if let offset { text += " at byte \(offset)" }
  return text
}
