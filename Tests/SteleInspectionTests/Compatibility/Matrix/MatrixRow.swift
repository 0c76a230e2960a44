import Stele
import SteleInspection
import SteleModel
import TestSupport

/// Two programs that read each other's files.
///
/// The verdicts of a comparison of two files, one of each program, are compared with what the library does.
struct MatrixRow {
  let title: String
  let old: GeneratedProgram
  let new: GeneratedProgram
  /// The former names of renamed classes, keys and cases, by their new names.
  var formerNames: [String: String] = [:]

  /// Whether no sample may be read if a declaration is needed, as only an empty or nil one of a type with parts may.
  var isExact = false

  /// Whether the file may have objects of superclasses themselves; files do not show whether they have.
  var mayHaveSuperobjects = false

  /// Returns a line for each direction in which the verdict and the library differ.
  func disagreements() throws -> [String] {
    let programs = (RunningProgram(old), RunningProgram(new))
    let oldTrials = programs.0.trials
    let newTrials = programs.1.trials
    let compatibility = ArchiveCompatibility(
      old: try programs.0.schema(oldTrials), new: try programs.1.schema(newTrials))
    let laterNames = Dictionary(uniqueKeysWithValues: formerNames.map { ($1, $0) })
    var lines: [String] = []
    for file in ArchiveCompatibility.File.allCases {
      let (writer, reader, trials) =
        file == .old ? (programs.0, programs.1, oldTrials) : (programs.1, programs.0, newTrials)
      let declaring = reader.program.declaring(
        for: writer.program, formerNames: file == .old ? formerNames : laterNames)
      let outcome = try Outcome(writer, trials, reader) { RunningProgram(declaring) }
      let findings = compatibility.findings.filter { !$0.change.isAdvice }
      let verdicts = findings.compactMap { file == .old ? $0.oldFile : $0.newFile }
      let severity = verdicts.map(\.severity).max() ?? .fine
      if mayHaveSuperobjects, severity > .fine, !outcome.hasFailures { continue }
      guard
        !outcome.accepts(Set(verdicts.map(\.severity)), isExact: isExact)
          || !outcome.hasErrors(of: verdicts)
      else { continue }
      lines.append(
        "\(title), \(file) file: \(severity), but \(outcome); "
          + findings.map(\.shortLine).joined(separator: "; "))
    }
    return lines
  }
}

extension ArchiveCompatibility.Change {
  /// Whether the change concerns later versions or files of earlier ones, so that nothing happens to either file.
  fileprivate var isAdvice: Bool {
    switch self {
    case .versionLowered, .versionNotRaised: true
    default: false
    }
  }
}

/// What became of the objects of one program in another.
struct Outcome: CustomStringConvertible {
  private var readCount = 0
  private var failedCount = 0
  /// The numbers of objects that could be read with declarations, and that could not, of those that failed without.
  private var declaredCount = 0
  private var lostCount = 0
  private(set) var errors: Set<ArchiveCompatibility.NamedError> = []
  private var unnamed: [String] = []

  init(
    _ writer: RunningProgram, _ trials: [GeneratedTrial], _ reader: RunningProgram,
    declaring: () -> RunningProgram
  ) throws {
    var withDeclarations: RunningProgram?
    for trial in trials {
      let bytes = try writer.archive([trial])
      guard let error = reader.failure(bytes) else {
        readCount += 1
        continue
      }
      failedCount += 1
      if let named = ArchiveCompatibility.NamedError(error.reason) {
        errors.insert(named)
      } else {
        unnamed.append("\(error)")
      }
      let declaring = withDeclarations ?? declaring()
      withDeclarations = declaring
      if let error = declaring.failure(bytes) {
        lostCount += 1
        if lostCount == 1 { unnamed.append("declared: \(error)") }
      } else {
        declaredCount += 1
      }
    }
  }

  var hasFailures: Bool { failedCount > 0 }

  /// Returns whether severities describe the outcome.
  func accepts(_ severities: Set<ArchiveCompatibility.Severity>, isExact: Bool) -> Bool {
    switch severities.max() ?? .fine {
    case .fine: failedCount == 0
    case .dependsOnValues: failedCount > 0 && readCount > 0
    case .needsDeclaration where severities.contains(.dependsOnValues): failedCount > 0
    case .needsDeclaration where isExact: declaredCount > 0 && readCount == 0
    case .needsDeclaration: declaredCount > 0 && (lostCount == 0 || readCount == 0)
    case .breaks: readCount == 0 && declaredCount == 0
    }
  }

  /// Returns whether verdicts name the errors.
  ///
  /// A verdict names one error, although a nil, an object of another class and what lacks a key fail for reasons of their own.
  func hasErrors(of verdicts: [ArchiveCompatibility.Verdict]) -> Bool {
    var named = Set(verdicts.compactMap(\.error))
    if verdicts.contains(where: { $0.severity >= .needsDeclaration && $0.error == .wrongType }) {
      named.formUnion([.valueDoesNotFit, .missingKey])
    }
    if named.contains(.wrongType) { named.insert(.valueDoesNotFit) }
    if named.contains(.valueDoesNotFit) { named.insert(.wrongType) }
    return errors.isSubset(of: named)
  }

  var description: String {
    let names = errors.map(\.rawValue).sorted().joined(separator: ", ")
    return "\(readCount) read, \(declaredCount) with declarations, \(lostCount) lost (\(names))"
      + unnamed.prefix(2).map { " \($0)" }.joined()
  }
}

extension ArchiveCompatibility.NamedError {
  fileprivate init?(_ reason: SteleCodingError.Reason?) {
    switch reason {
    case .unknownClass?, .classNotAllowed?: self = .unknownClass
    case .unknownCase?: self = .unknownCase
    case .missingKey?: self = .missingKey
    case .ambiguousKey?: self = .ambiguousKey
    case .wrongType?: self = .wrongType
    case .valueDoesNotFit?: self = .valueDoesNotFit
    case .duplicateAfterConversion?: self = .duplicateAfterConversion
    default: return nil
    }
  }
}

/// A generated program with types of its own.
struct RunningProgram {
  let program: GeneratedProgram
  private let number: any TypeNumber.Type

  init(_ program: GeneratedProgram) {
    self.program = program
    number = program.register()
  }

  /// One object of each class with each sample.
  var trials: [GeneratedTrial] {
    func trials<N: TypeNumber>(_: N.Type) -> [GeneratedTrial] { GeneratedRoot<N>.trials }
    return trials(number)
  }

  /// Returns a file of some objects.
  func archive(_ trials: [GeneratedTrial]) throws -> [UInt8] {
    func archive<N: TypeNumber>(_: N.Type) throws -> [UInt8] {
      try SteleEncoder().encode(GeneratedRoot<N>(trials))
    }
    return try archive(number)
  }

  /// Returns the classes of a file of some objects.
  func schema(_ trials: [GeneratedTrial]) throws -> ArchiveSchema {
    try ArchiveSchema(ArchiveReader(opening: archive(trials)))
  }

  /// Returns the error of reading a file, or `nil` if it can be read.
  func failure(_ bytes: [UInt8]) -> CodingFailure? {
    func read<N: TypeNumber>(_: N.Type) -> CodingFailure? {
      var decoder = SteleDecoder()
      decoder.allow(Item<N>.self, Subitem<N>.self, Stone<N>.self)
      for type in GeneratedRoot<N>.classes { decoder.allow(type) }
      return TestSupport.failure { try decoder.decode(GeneratedRoot<N>.self, from: bytes) }
    }
    return read(number)
  }
}
