import Foundation
import Stele
import SteleKeyedArchive
import SteleModel
import SteleNSCoding
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The archives of all specimens, to be changed.
struct HostileBases: Sendable {
  /// An object in both forms.
  struct Base: Sendable {
    let specimen: Specimen
    let isSecure: Bool
    let graph: HostileGraph
    let list: HostileList?
  }

  let bases: [Base]
  /// Graphs of the objects, if the run is about them.
  let graphs: HostileGraphs?
  /// Values whose `Codable` is Foundation's.
  let values: [CodableSpecimen]
  let keys: [String]
  /// The keys of the values.
  let names: [String]
  let classNames: [String]

  /// Makes the archives of the specimens whose names contain a text.
  init(named text: String) throws {
    let name = text == HostileGraphs.name ? "" : text
    bases = try Survey.specimens.compactMap { specimen in
      guard name.isEmpty || specimen.name.contains(name), let object = specimen.make() else {
        return nil
      }
      let data = try SteleKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: false)
      let file = try SteleKeyedArchiver.archivedData(
        withRootObject: object, requiringSecureCoding: false, outputFormat: .binaryKeyedArchive)
      return Base(
        specimen: specimen,
        isSecure: object.isSecure, graph: HostileGraph(try ArchiveGraph([UInt8](data))),
        list: HostileList([UInt8](file)))
    }
    graphs = text == HostileGraphs.name ? HostileGraphs(bases) : nil
    values = try CodableSpecimen.all().filter { name.isEmpty || $0.name.contains(name) }
    names = Set(values.flatMap(\.tree.names)).sorted()
    keys = Set(bases.flatMap(\.graph.keys) + Self.rareKeys).sorted()
    classNames = Set(bases.map(\.specimen.className) + Self.rareClasses).sorted()
  }

  /// Keys that no specimen has.
  private static let rareKeys = [
    "NSLocation", "NSLength", "NSRangeCount", "NSRangeData", "NSRange", "NSBitmap",
    "NSBitmapObject", "NSStringObject", "NSBuiltinID",
    "NSBuiltinID2", "NSIsInverted", "NSAttributes", "NSAttributeInfo", "NSString", "NS.object.0",
    "NS.key.0", "NS.objects", "NS.keys",
    "NS.count", "NS.object0", "NS.count0", "NS.special", "NS.pointval", "NS.sizeval", "NS.rectval",
    "NS.rangeval", "NS.edgeval.top",
    "NS.rangeval.location", "NS.rangeval.length", "NS.atval", "NSIndexPathLength",
    "NSIndexPathValue", "NSIndexPathData", "NS.data",
    "NS.bytes", "NS.string", "NS.time", "NS.uuidbytes", "NS.timeZone", "NS.timezone", "NS.locale",
    "NS.identifier", "NS.calendar", "NSUserInfo",
    "NSDomain", "NSCode", "NS.httpBody", "NS.mainDocumentURL", "NS._allHTTPHeaderFields", "NS.base",
    "NS.relative", "$0", "$1", "$2",
    "numberFormatter", "groupingSize", "secondaryGroupingSize", "multiplier", "formatWidth",
    "paddingCharacter", "paddingPosition",
    "roundingMode", "roundingIncrement", "minimumIntegerDigits", "maximumIntegerDigits",
    "minimumFractionDigits", "maximumFractionDigits",
    "usesSignificantDigits", "minimumSignificantDigits", "maximumSignificantDigits", "minimum",
    "maximum", "numberStyle", "currencyCode",
    "positiveFormat", "negativeFormat", "zeroSymbol", "decimalSeparator", "dateFormat", "dateStyle",
    "timeStyle", "twoDigitStartDate",
    "defaultDate", "gregorianStartDate", "eraSymbols", "weekdaySymbols", "locale", "timeZone",
    "calendar", "isLenient",
    "doesRelativeDateFormatting", "generatesCalendarDates", "unitStyle", "isForFoodEnergyUse",
  ]

  /// Classes that no specimen has.
  private static let rareClasses = [
    "NSOrthography", "PersonNameComponentsFormatter", "NSSimpleRegularExpressionCheckingResult",
    "NSExtendedRegularExpressionCheckingResult",
    "NSComplexRegularExpressionCheckingResult", "NSRegularExpressionCheckingResult",
    "NSSpecialValue", "NSConcreteValue", "UnitConverter",
    "UnitConverterReciprocal", "Foundation.UnitConverterReciprocal", "NSPredicate",
    "NSPlaceholderNumber", "NSDecimalNumberPlaceholder",
    "FoundationNetworking.NSURLRequest", "FoundationNetworking.HTTPURLResponse",
    "FoundationNetworking.URLCredential", "$string", "$data",
    "$date", "$integer", "$set", "$array", "$null", "NSCFString", "__NSCFString",
    "NSTextCheckingResult", "NSUnit", "NSDimension",
    "FoundationNetworking.URLProtectionSpace", "FoundationNetworking.CachedURLResponse",
    "FoundationNetworking.HTTPCookie", "NSProgress", "NSObject",
  ]
}

/// One changed archive, which its seed decides.
struct HostileTrial {
  let seed: UInt64
  /// Which of the changes are made, a bit for each.
  var changes: UInt64 = .max

  /// An archive, and what to do with it.
  struct Archive {
    /// The changed object, and how it is decoded.
    let about: String
    let isKeyed: Bool
    /// The bytes, or nil when the changes made something that cannot be written.
    let bytes: [UInt8]?
    /// Decodes bytes, and returns whether they gave an object.
    let decode: ([UInt8]) -> Bool
  }

  /// The changed archive.
  func archive(_ bases: HostileBases) -> Archive? {
    var random = RandomSource(seed: seed)
    if let graphs = bases.graphs { return graphArchive(graphs, bases, &random) }
    return random.isOne(in: 3) || bases.bases.isEmpty
      ? valueArchive(bases, &random) : objectArchive(bases, &random)
  }

  private func graphArchive(
    _ graphs: HostileGraphs, _ bases: HostileBases, _ random: inout RandomSource
  ) -> Archive? {
    let (isKeyed, isSecure) = (random.isOne(in: 2), !random.isOne(in: 4))
    let isKeeping = random.isOne(in: 3)
    guard var list = graphs.list(&random) else { return nil }
    if random.isOne(in: 2) {
      change(&random) { list.change(&$0, keys: bases.keys, classNames: bases.classNames) }
    }
    var bytes = list.bytes
    if !isKeyed {
      // The same graph in the other form.
      bytes = bytes.flatMap { try? ArchiveGraph(keyedArchive: $0) }.flatMap { try? $0.encoded() }
    }
    return Archive(about: isSecure ? "secure" : "any class", isKeyed: isKeyed, bytes: bytes) {
      var decoding = HostileDecoding(isSecure: isSecure, classes: HostileGraphs.classes)
      decoding.names = HostileGraphs.names
      if isKeeping { decoding.settings.unknownClasses = .keep }
      return decoding.run($0, isKeyed: isKeyed) { object in
        if let object = object as? NSObject { ObjectUse.use(object) }
      }
    }
  }

  private func valueArchive(_ bases: HostileBases, _ random: inout RandomSource) -> Archive? {
    guard let specimen = bases.values.randomElement(using: &random) else { return nil }
    var tree = specimen.tree
    change(&random) { tree.change(&$0, names: bases.names) }
    return Archive(about: specimen.name, isKeyed: false, bytes: tree.bytes, decode: specimen.decode)
  }

  private func objectArchive(_ bases: HostileBases, _ random: inout RandomSource) -> Archive? {
    guard let base = bases.bases.randomElement(using: &random) else { return nil }
    let isKeyed = random.isOne(in: 3)
    let isSecure = base.isSecure && !random.isOne(in: 4)
    var (graph, list) = (base.graph, base.list)
    change(&random) {
      if isKeyed {
        list?.change(&$0, keys: bases.keys, classNames: bases.classNames)
      } else {
        graph.change(&$0, keys: bases.keys, classNames: bases.classNames)
      }
    }
    return Archive(
      about: "\(base.specimen.name), \(isSecure ? "secure" : "any class")", isKeyed: isKeyed,
      bytes: isKeyed ? list?.bytes : graph.bytes
    ) { bytes in
      let classes = [base.specimen.type] + base.specimen.contents + Self.usualClasses
      return HostileDecoding(isSecure: isSecure, classes: classes).run(bytes, isKeyed: isKeyed) {
        ObjectUse.bridge($0)
      }
    }
  }

  /// Makes those of a few changes that are asked for, each of which draws its own random numbers.
  private func change(_ random: inout RandomSource, _ change: (inout RandomSource) -> Void) {
    for number in 0..<1 + random.count(upTo: 3) {
      var own = RandomSource(seed: random.next())
      if changes & 1 << UInt64(number) != 0 { change(&own) }
    }
  }

  /// Decodes the archive.
  ///
  /// - Returns: Whether an object or a value came of it.
  func run(_ bases: HostileBases) -> Bool {
    guard let trial = archive(bases), let bytes = trial.bytes else { return false }
    return trial.decode(bytes)
  }

  static let usualClasses: [AnyClass] = [
    NSString.self, NSNumber.self, NSURL.self, NSDate.self, NSArray.self, NSDictionary.self,
    NSNull.self, NSData.self, NSTimeZone.self, NSSet.self, NSOrderedSet.self, NSIndexSet.self,
    NSError.self, NSDecimalNumber.self, NSUUID.self, NSLocale.self, NSCalendar.self,
    NSCountedSet.self, NSValue.self, NSRegularExpression.self, NSCharacterSet.self,
    NSAttributedString.self, NSDateComponents.self, NSIndexPath.self, Unit.self, UnitConverter.self,
    NSMeasurement.self, NSDateInterval.self, NSPersonNameComponents.self, NSURLQueryItem.self,
  ]
}
