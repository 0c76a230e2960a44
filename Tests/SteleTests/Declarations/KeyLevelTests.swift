import Stele
import Testing

extension DeclarationTests {
  struct KeyLevelTests {
    /// The name of the level of a class to which a key type belongs.
    private func level(_ keyType: any CodingKey.Type, in type: Any.Type) throws -> String {
      var directory = TypeDirectory()
      let declaration = try directory.declaration(of: type)
      let level = declaration.levels[declaration.levelIndex(ofKeyType: keyType)]
      #expect(
        declaration.levels[declaration.levelIndex(ofKeyType: keyType)] === level,
        "The answer is remembered.")
      #expect(declaration.levels.contains { $0 === level })
      return "\(level.type)"
    }

    @Test func `synthesised keys belong to the class that synthesised them`() throws {
      let keyType = Animal.synthesisedKeyType
      #expect("\(keyType)" == "CodingKeys")
      #expect(try level(keyType, in: Dog.self) == "Animal")
      #expect(try level(keyType, in: Animal.self) == "Animal")
    }

    @Test func `private keys belong to the class that they are in`() throws {
      #expect(try level(Dog.keyType, in: Dog.self) == "Dog")
      #expect(try level(Dog.keyType, in: Dog.Puppy.self) == "Dog")
    }

    @Test func `keys in a class inside of its superclass belong to the inner one`() throws {
      #expect(try level(Dog.Puppy.CodingKeys.self, in: Dog.Puppy.self) == "Puppy")
    }

    @Test func `keys of an extension belong to the extended class`() throws {
      #expect(try level(Animal.ExtraKeys.self, in: Dog.self) == "Animal")
      #expect(
        try level(Shelf<[Int]>.NumberKeys.self, in: LabelledShelf<Int>.self) == "Shelf<Array<Int>>")
    }

    @Test func `keys of generic classes belong to the class with the same arguments`() throws {
      let type = LabelledShelf<Int>.self
      #expect(try level(Shelf<[Int]>.CodingKeys.self, in: type) == "Shelf<Array<Int>>")
      #expect(try level(LabelledShelf<Int>.CodingKeys.self, in: type) == "LabelledShelf<Int>")
      #expect(try level(Shelf<Int>.CodingKeys.self, in: type) == "LabelledShelf<Int>")
    }

    @Test func `keys from elsewhere belong to the class itself`() throws {
      #expect(try level(OutsideKeys.self, in: Dog.self) == "Dog")
      #expect(try level(First.Keys.self, in: Dog.self) == "Dog")
    }
  }
}

extension DeclarationTests.First {
  enum Keys: CodingKey { case some }
}
