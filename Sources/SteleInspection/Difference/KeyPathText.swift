import Stele

/// How the parts of a key path are written.
enum KeyPathText {
  /// A key after the value that it is in, such as `.name`.
  ///
  /// A key of which a class and its superclass have one each is written with its class: `.Pet::name`.
  static func part(of key: ComparedSchema.Key) -> String {
    let name = name(key.name)
    return key.isAmbiguous ? ".\(Self.name(key.level))::\(name)" : ".\(name)"
  }

  /// A name as it is, or in quotation marks if it could be taken for something else.
  static func name(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0 == "_" || $0 == "-" || $0.properties.numericType != nil
      }
    return isPlain ? name : ValueText.quoted(name)
  }
}
