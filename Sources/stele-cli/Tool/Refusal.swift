internal import Stele
internal import SteleFoundation

/// Why an archive or a text was refused, and which.
struct Refusal: Error, CustomStringConvertible {
  let name: String
  let reason: String

  var description: String { "\(name): \(reason)" }

  /// Says of which input a refusal is, whatever kind of refusal it is.
  static func of<Result>(_ input: Input, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FileError {
      throw error
    } catch let error as UsageError {
      throw error
    } catch let error as Refusal {
      throw error
    } catch let error as any ExplainedError {
      throw Refusal(name: input.title, reason: error.clause)
    } catch {
      throw Refusal(name: input.title, reason: String(describing: error))
    }
  }
}
