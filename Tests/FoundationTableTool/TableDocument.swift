/// The page of the documentation with the outcomes of Foundation's classes.
struct TableDocument {
  /// A row: a specimen, and what became of it.
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

    Which classes of Foundation come back, from either archiver.

    ## Overview

    These are all classes of Foundation that conform to `NSCoding` on Linux, and one or more objects of each. Every object went through `NSKeyedArchiver` and
    `NSKeyedUnarchiver`, and through ``SteleKeyedArchiver`` and ``SteleKeyedUnarchiver``, with secure coding where the class has it. "Same" says that all that a user of the class can ask the object is as it was, and that it is of
    the same public class; `isEqual` has no part in it, as some of the classes have none that is of use. What differs is named.

    The table was measured on Linux with Foundation of Swift 6.3. `swift run foundation-table` prints this page, and a test compares. An object with which a process
    ended had a process of its own.

    | Object | NSKeyedArchiver | Stele |
    | --- | --- | --- |
    """

  private static let middle = """

    ## Reasons

    Most classes archive themselves by their own methods. Those below do not, or lose something by it:

    """

  private static let reasons: KeyValuePairs<String, String> = [
    "Strings, numbers, data, arrays, dictionaries and sets": """
    write themselves in a form that only `NSKeyedArchiver` understands, so this module has forms of its own for them and all their mutable kinds. A number keeps the code of its type; \
    `NSKeyedArchiver` writes a property list, which has no such codes. `NSKeyedArchiver` also takes `$null` for no string.
    """,
    "`NSMutableString`": "is written as a string that does not change by `NSKeyedArchiver`.",
    "`NSDecimalNumber`": """
    writes itself as a `Double`, and its hash, on which `NSKeyedArchiver` relies, does not return; an error has a hash that ends the process.
    """,
    "Formatters": """
    archive nothing of themselves on Linux. Here each property that differs from that of a new formatter is archived, and set in the same order. The attributes of text that a number formatter has are not, and \
    its `roundingBehavior`; `format` follows from the positive and the negative one.
    """,
    "`NSDateInterval`": "takes the start for the end when it decodes itself.",
    "`NSDecimalNumberHandler`":
      "looks for its rounding mode under another key than the one that it writes.",
    "`NSNotification`": """
    leaves its dictionary behind, and ends the process when it has no object. What an object or a dictionary of a notification consists of has to be asked for, as for collections.
    """,
    "`NSPersonNameComponents`": "leaves out how the name is spoken.",
    "`NSAffineTransform`": "makes a `Float` of each of its numbers.",
    "`NSMutableCharacterSet`": "is a set that does not change for coders.",
    "`NSError`": """
    makes an `Int32` of its code when it archives itself, which ends the process for any other, and ends it when it decodes itself without a domain.
    """,
    "`NSURL`": """
    ends the process when it decodes itself with a base that `URL` refuses. What `URL` refuses is refused here, in both directions; an empty address needs a base.
    """,
    "`NSIndexSet`, `NSMutableIndexSet`": """
    take any numbers for ranges. An archive with ranges that overlap, are empty or lie beyond the greatest index is refused here.
    """,
    "`NSURLRequest`, `NSMutableURLRequest`": """
    decode themselves without saying which classes they expect, and end the process when a key is missing or holds something else. The keys are examined before, and an archive that does not have them is refused.
    """,
    "`HTTPURLResponse`": """
    asks for a dictionary, but not for the strings in it. Objects of Foundation may contain what property lists consist of, and a URL, although they do not ask for it.
    """,
  ]

  private static let end = """

    ## What is not in the table

    - `NSOrthography` and `PersonNameComponentsFormatter` conform to `NSCoding` on Linux, but nobody can make an object of them there.
    - `NSPredicate`, `NSSortDescriptor`, `NSCache`, `UserDefaults` and all other classes that are not in the table do not conform to `NSCoding` on Linux. An archiver refuses their objects with
      ``KeyedCodingError/Reason/notCoding``.
    - Points, sizes and rectangles have keys of their own by the methods of `NSCoder`. Without keys, `encode(_: NSPoint)` and the like end the process on Linux with any coder but `NSKeyedArchiver`, and cannot be overridden.
    - Collections of Foundation give a mutable string in them as a `String` on Linux, whoever asks; so do nested collections. In an array of Swift each object keeps its class and identity.

    """
}
