/// All entries of one name, kind and version in an archive, taken together.
///
/// Spec §9.3.
struct JoinedClass {
  /// By what classes of two archives are the same.
  struct Identity: Hashable {
    let name: ExactString
    let kind: ClassEntry.Kind
  }

  let identity: Identity
  let version: Int
  let keys: [Key]
  let cases: [Case]
  /// The names of the superclasses, the nearest first.
  let superclasses: [String]

  var name: String { identity.name.string }

  /// Joins entries of one name, kind and version.
  init(_ entries: [ClassEntry], identity: Identity, version: Int, superclasses: [String]) {
    let members = MemberOrder.sorted(entries)
    self.identity = identity
    self.version = version
    self.superclasses = superclasses
    keys = KeyJoin.join(members.map(\.keys))
    cases = KeyJoin.join(members.map(\.cases))
  }
}

/// The classes of one archive as they are compared, and how they descend from each other.
struct JoinedClasses {
  /// The versions of each class, ascending.
  private let versions: [JoinedClass.Identity: [JoinedClass]]
  /// The classes in the order of their first entries.
  let order: [JoinedClass.Identity]
  private let superclasses: [ExactString: Set<ExactString>]

  init(_ table: ClassTable) {
    struct Group: Hashable {
      let identity: JoinedClass.Identity
      let version: Int
    }
    var order: [JoinedClass.Identity] = []
    var members: [Group: [Int]] = [:]
    var groups: [JoinedClass.Identity: [Group]] = [:]
    for (index, entry) in table.entries.enumerated() {
      let identity = JoinedClass.Identity(name: ExactString(entry.name), kind: entry.kind)
      let group = Group(identity: identity, version: entry.version)
      if groups[identity] == nil { order.append(identity) }
      if members[group] == nil { groups[identity, default: []].append(group) }
      members[group, default: []].append(index + 1)
    }
    var versions: [JoinedClass.Identity: [JoinedClass]] = [:]
    var superclasses: [ExactString: Set<ExactString>] = [:]
    for identity in order {
      for group in (groups[identity] ?? []).sorted(by: { $0.version < $1.version }) {
        let numbers = members[group] ?? []
        let chain = numbers.first.map { table.chain(of: $0) } ?? []
        let names = chain.dropLast().reversed().compactMap { table[$0]?.name }
        versions[identity, default: []].append(
          JoinedClass(
            numbers.compactMap { table[$0] }, identity: identity, version: group.version,
            superclasses: names))
        if identity.kind == .class {
          superclasses[identity.name] = Set(names.map(ExactString.init))
        }
      }
    }
    self.versions = versions
    self.order = order
    self.superclasses = superclasses
  }

  /// The newest version of a class, which is what the program that wrote the archive knows.
  func newest(_ identity: JoinedClass.Identity) -> JoinedClass? { versions[identity]?.last }

  /// The older versions of a class in the same archive.
  func older(_ identity: JoinedClass.Identity) -> ArraySlice<JoinedClass> {
    versions[identity]?.dropLast() ?? []
  }

  /// The newest version of a name in a kind that the other archive does not have for it.
  func newest(named name: ExactString, besides other: JoinedClasses) -> JoinedClass? {
    for kind in ClassEntry.Kind.allCases {
      let identity = JoinedClass.Identity(name: name, kind: kind)
      if let joined = newest(identity), other.newest(identity) == nil { return joined }
    }
    return nil
  }

  /// Whether there is an entry of a class of this name.
  func knows(_ name: String) -> Bool { superclasses[ExactString(name)] != nil }

  /// Whether the objects of a class are also objects of another, as far as the archive knows.
  func isClass(_ name: String, a other: String) -> Bool {
    name.isExactly(other)
      || superclasses[ExactString(name)]?.contains(ExactString(other)) == true
  }

  /// Whether there is an entry of a struct or enum of this name.
  func namesValue(_ name: String) -> Bool {
    [ClassEntry.Kind.structure, .enumeration].contains {
      newest(JoinedClass.Identity(name: ExactString(name), kind: $0)) != nil
    }
  }
}
