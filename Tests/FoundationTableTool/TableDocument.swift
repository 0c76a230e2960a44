/// The page of the documentation about Foundation's classes.
struct TableDocument {
  /// A row: a specimen, and the result of each archiver.
  struct Row {
    let specimen: Specimen
    let foundation: String
    let stele: String
  }

  let rows: [Row]

  /// The whole page.
  var text: String {
    let table = rows.map { "| \($0.specimen.name) | \($0.foundation) | \($0.stele) |" }
    let reasons = Self.reasons.map { "- **\($0.key)** \($0.value)" }
    return ([Self.head] + table + [Self.middle] + reasons + [Self.end]).joined(separator: "\n")
  }

  private static let head = """
    # Foundation classes

    The classes of Foundation that come back from either archiver.

    ## Overview

    These are all classes of Foundation that conform to `NSCoding` on Linux, and one or more objects of each. Every object went through `NSKeyedArchiver` and
    `NSKeyedUnarchiver`, and through ``SteleKeyedArchiver`` and ``SteleKeyedUnarchiver``, with secure coding where the class has it. "Same" means that all public properties of the object are equal, and that it is of
    the same public class; `isEqual` is not used, because some of the classes have no useful one. Differences are named.

    The table was measured on Linux with Foundation of Swift 6.3. `swift run foundation-table` prints this page, and a test compares it. An object that ends the
    process had a process of its own.

    | Object | NSKeyedArchiver | Stele |
    | --- | --- | --- |
    """

  private static let middle = """

    ## Reasons

    Most classes archive themselves by their own methods. Those below do not, or lose something:

    """

  private static let reasons: KeyValuePairs<String, String> = [
    "Strings, numbers, data, arrays, dictionaries and sets": """
    write themselves in a form that only `NSKeyedArchiver` understands, so this module has forms of its own for them and all their mutable kinds. A number keeps the code of its type; \
    `NSKeyedArchiver` writes a property list, which has no such codes. `NSKeyedArchiver` also takes `$null` for no string.
    """, "`NSMutableString`": "is written as an immutable string by `NSKeyedArchiver`.",
    "`NSDecimalNumber`": """
    writes itself as a `Double`, and its hash, on which `NSKeyedArchiver` relies, does not return; an error has a hash that ends the process.
    """,
    "Formatters": """
    do not archive their settings on Linux. Here each property that differs from that of a new formatter is archived, and set in the same order, except the text attributes of a number formatter and \
    its `roundingBehavior`; `format` follows from the positive and the negative one.
    """, "`NSDateInterval`": "mistakes the start for the end when it decodes itself.",
    "`NSDecimalNumberHandler`": "looks for its rounding mode under another key than it writes.",
    "`NSNotification`": """
    omits its dictionary, and ends the process if it has no object. The classes in the object or the dictionary of a notification have to be requested, as for collections.
    """, "`NSPersonNameComponents`": "omits the phonetic representation.",
    "`NSAffineTransform`": "converts each of its numbers to `Float`.",
    "`NSMutableCharacterSet`": "gives coders the immutable class.",
    "`NSError`": """
    converts its code to `Int32` when it archives itself, which ends the process for a larger one, and ends it when it decodes itself without a domain.
    """,
    "`NSURL`": """
    ends the process when it decodes itself with a base that `URL` refuses. URLs that `URL` refuses are refused here, in both directions; an empty address needs a base.
    """,
    "`NSIndexSet`, `NSMutableIndexSet`": """
    do not validate ranges. An archive with ranges that overlap, are empty or lie beyond the greatest index is refused here.
    """,
    "`NSURLRequest`, `NSMutableURLRequest`": """
    decode themselves without naming the classes they expect, and end the process if a key is missing or has another type. The keys are validated first, and an archive without them is refused.
    """,
    "`HTTPURLResponse`": """
    asks for a dictionary, but not for the strings in it. Objects of Foundation may contain property lists, and URLs, without requesting them.
    """,
  ]

  private static let end = """

    ## What is not in the table

    - `NSOrthography` and `PersonNameComponentsFormatter` conform to `NSCoding` on Linux, but programs cannot make an object of them there.
    - `NSPredicate`, `NSSortDescriptor`, `NSCache`, `UserDefaults` and all other classes that are not in the table do not conform to `NSCoding` on Linux. An archiver refuses their objects with
      ``KeyedCodingError/Reason/notCoding``.
    - Points, sizes and rectangles have keys of their own by the methods of `NSCoder`. Without keys, `encode(_: NSPoint)` and the like end the process on Linux with any coder but `NSKeyedArchiver`, and cannot be overridden.
    - Collections of Foundation always return a mutable string in them as a `String` on Linux; so do nested collections. In an array of Swift each object keeps its class and identity.

    """
}
