extension BackReference: DirectlyDecodable {
  static func makeTypeDecoder(_ session: DecodingSession) throws -> AnyTypeDecoder {
    BackReferenceDecoder<Target>()
  }
}

/// Decodes back references, which stay empty until all objects have been made.
///
/// Spec §5.4.
final class BackReferenceDecoder<Target: AnyObject & Codable>: TypeDecoder<BackReference<Target>> {
  override var absent: BackReference<Target>? { BackReference() }

  override func decode(
    _ type: ArchivedType, _ input: inout ValidCursor, _ session: DecodingSession
  ) throws -> BackReference<Target> {
    let start = input.offset
    guard let type = session.unwrap(type, &input) else { return BackReference() }
    guard type.code == .weak || type.isReference else {
      throw session.wrongType(BackReference<Target>.self, type, at: start)
    }
    let number = session.store.readReference(type, &input)
    guard number > 0 else { return BackReference() }
    return BackReference(
      box: session.pending.box(
        to: number, of: session.store.objectCount, Target.self,
        holder: session.path.object(to: session.path.count)))
  }
}
