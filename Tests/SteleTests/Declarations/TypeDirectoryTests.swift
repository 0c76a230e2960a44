import Stele
import Testing

extension DeclarationTests {
  struct TypeDirectoryTests {
    private func declaration(of type: Any.Type) throws(SteleCodingError) -> TypeDeclaration {
      var directory = TypeDirectory()
      return try directory.declaration(of: type)
    }

    @Test func `a type that declares nothing has the name of its path and version 1`() throws {
      let declaration = try declaration(of: First.Point.self)
      #expect(declaration.archiveClass.name == "DeclarationTests.First.Point")
      #expect(declaration.archiveClass.version == 1)
      #expect(!declaration.isDeclared)
      #expect(!declaration.isClass)
      #expect(declaration.levels.count == 1)
    }

    @Test func `a declaration gives name, version and history`() throws {
      let declaration = try declaration(of: Document.self)
      #expect(declaration.archiveClass.name == "Document")
      #expect(declaration.archiveClass.version == 3)
      #expect(declaration.isDeclared)
      #expect(declaration.history(of: "title")?.since == 2)
      #expect(declaration.history(of: "text") == nil)
    }

    @Test func `a type has one declaration in a directory`() throws {
      var directory = TypeDirectory()
      let dog = try directory.declaration(of: Dog.self)
      #expect(try directory.declaration(of: Dog.self) === dog)
      #expect(try directory.declaration(of: Animal.self) === dog.superclass)
    }

    @Test func `levels begin at the topmost class that can be archived`() throws {
      #expect(
        try declaration(of: Dog.Puppy.self).levels.map { "\($0.type)" } == [
          "Animal", "Dog", "Puppy",
        ])
      let vehicle = try declaration(of: Vehicle.self)
      #expect(vehicle.superclass == nil)
      #expect(vehicle.isClass)
    }

    @Test func `a subclass with the name of its superclass is refused`() throws {
      #expect(throws: SteleCodingError(.inheritedArchiveName("Document"), className: "Letter")) {
        try declaration(of: Letter.self)
      }
      #expect(
        try declaration(of: Report.self).levels.map { $0.archiveClass.name } == [
          "Document", "Report",
        ])
    }

    @Test func `two classes of one name are refused, however they come by it`() throws {
      var directory = TypeDirectory()
      _ = try directory.declaration(of: First.Node.self)
      let name = "DeclarationTests.First.Node"
      let error = SteleCodingError(.duplicateArchiveName(name), className: name)
      #expect(throws: error) { try directory.declaration(of: Second.Node.self) }
      #expect(throws: error, "A second attempt fails as the first one.") {
        try directory.declaration(of: Second.Node.self)
      }
    }

    @Test func `two types that both declare one name are refused`() throws {
      var directory = TypeDirectory()
      _ = try directory.declaration(of: First.Named.self)
      #expect(throws: SteleCodingError(.duplicateArchiveName("Named"), className: "Named")) {
        try directory.declaration(of: Second.Named.self)
      }
    }

    @Test func `value types that declare no name may share one`() throws {
      func point() -> Any.Type {
        struct Point: Codable {}
        return Point.self
      }
      struct Point: Codable {}
      var directory = TypeDirectory()
      #expect(try directory.declaration(of: point()).archiveClass.name == "Point")
      #expect(try directory.declaration(of: Point.self).archiveClass.name == "Point")
    }

    @Test(arguments: [("Hidden", 0), ("Inside", 1), ("Shelf<Hidden>", 2)])
    func `a private class, one inside of it and one made of it need a declared name`(
      name: String, index: Int
    ) throws {
      #expect(throws: SteleCodingError(.unnamedClass(name), className: name)) {
        try declaration(of: DeclarationTests.hiddenClasses[index])
      }
    }

    @Test func `a local class needs a declared name`() throws {
      class Local: Codable {}
      #expect(throws: SteleCodingError(.unnamedClass("Local"), className: "Local")) {
        try declaration(of: Local.self)
      }
    }

    @Test func `names of private and local value types hold no addresses`() throws {
      struct Local: Codable {}
      protocol LocalProtocol {}
      struct Holder<Part>: Codable {}
      let types =
        DeclarationTests.hiddenValueTypes.map { $0 as Any.Type } + [
          Local.self, Pair<Local>.self, Pair<[Local]>.self, Holder<any LocalProtocol>.self,
          Holder<(Local, Int) -> Local>.self,
        ]
      let names = try types.map { try declaration(of: $0).archiveClass.name }
      #expect(
        names == [
          "HiddenValue", "Pair<HiddenValue>", "Local", "Pair<Local>", "Pair<Array<Local>>",
          "Holder<LocalProtocol>", "Holder<(Local, Int) -> Local>",
        ])
    }
  }
}
