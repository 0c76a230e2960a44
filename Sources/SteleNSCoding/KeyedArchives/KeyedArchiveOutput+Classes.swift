internal import Foundation
internal import Stele
internal import SteleKeyedArchive

// Class records.
extension KeyedArchiveOutput {
  static let array = ["NSArray", "NSObject"]
  static let dictionary = ["NSDictionary", "NSObject"]

  /// Returns the UID of a class record.
  func uid(ofClass names: [String]) -> Int {
    if let known = uidOfClass[names] { return known }
    let uid = reserve()
    let classes = arena.add(.array(names.map { arena.add($0) }))
    members[uid] = arena.add(
      .dictionary(
        keys: [arena.add(MappedName.className), arena.add(MappedName.classes)],
        values: [arena.add(names.first ?? ""), classes]))
    uidOfClass[names] = uid
    return uid
  }

  /// Returns the names of a class and all its superclasses, nearest first.
  func classNames(of declaration: TypeDeclaration, _ type: AnyClass) throws -> [String] {
    if type == NSDecimalNumber.self { return NativeForm.decimalNumberClasses }
    var names: [String] = []
    var coded = declaration.levels.reversed()[...]
    var next: AnyClass? = type
    while let type = next {
      let native = try? CodingClass.keyedArchiveName(of: type)
      if let level = coded.first, level.type == type {
        coded.removeFirst()
        let name = level.archiveClass.name
        let isNative = (try? CodingClass.runtimeName(of: type)) == name
        names.append(isNative ? native ?? name : name)
      } else if let native {
        names.append(native)
      }
      next = _getSuperclass(type)
    }
    return names
  }
}
