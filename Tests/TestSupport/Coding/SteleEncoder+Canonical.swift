package import Stele
internal import SteleModel

extension SteleEncoder {
  /// An encoder that writes the canonical form.
  package static var canonical: SteleEncoder {
    var encoder = SteleEncoder()
    encoder.outputFormatting = .canonical
    return encoder
  }
}
