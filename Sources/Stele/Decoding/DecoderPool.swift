/// Decoders that are not in use, which remember what they were used for last.
// Safe: exclusivity need not be checked, as one thread uses it, and no other code runs while a property is changed.
final class DecoderPool {
  @safe @exclusivity(unchecked) private var steps: [ValueDecoder] = []
  @safe @exclusivity(unchecked) private var values: [ValueDecoder] = []
  @safe @exclusivity(unchecked) private var objects: [ValueDecoder] = []

  /// Takes a decoder for a use, if there is one.
  func take(for use: ValueDecoder.Use) -> ValueDecoder? {
    switch use {
    case .step: steps.popLast()
    case .value: values.popLast()
    case .object: objects.popLast()
    }
  }

  /// Takes a decoder back.
  func give(_ decoder: ValueDecoder) {
    switch decoder.use {
    case .step: steps.append(decoder)
    case .value: values.append(decoder)
    case .object: objects.append(decoder)
    }
  }

  /// Lets all decoders go but one that stands for a step of a path, which has no bytes.
  func removeMost() {
    if steps.count > 1 { steps.removeLast(steps.count - 1) }
    if !values.isEmpty { values = [] }
    if !objects.isEmpty { objects = [] }
  }

  /// Lets all decoders go.
  func removeAll() {
    steps = []
    values = []
    objects = []
  }
}
