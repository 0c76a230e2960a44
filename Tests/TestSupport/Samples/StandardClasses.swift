/// Classes, structs and an enum of which archives for tests consist.
package enum StandardClasses {
  package static let names = ["A", "B", "C", "S", "E", "T"]
  package static let entries = [
    Wire.classEntry(name: 1),
    Wire.classEntry(name: 2, superclass: 1),
    Wire.classEntry(name: 3),
    // Entry 4: struct S without keys. Entry 5: struct S with a uint8 and an optional bool.
    Wire.structEntry(name: 4),
    Wire.structEntry(
      name: 4, keys: [Wire.key("n", [0x07]), Wire.key("b", [0x01], flags: 1)]),
    // Entry 6: enum E with a plain case, a retired one and one with a string.
    Wire.enumEntry(
      name: 5,
      cases: [
        Wire.enumCase("x"), Wire.enumCase("y", flags: 2),
        Wire.enumCase("z", keys: [Wire.key("s", [0x0F])]),
      ]),
    // Entry 7: struct T with a reference.
    Wire.structEntry(name: 6, keys: [Wire.key("r", [0x20, 0x30, 0])]),
  ]
}
