#!/usr/bin/env python3
"""The reader of the specification as it was in version 1.0 of the format, in one file. It is never changed."""
import io
import sys
import types

FILES = {}

FILES['format.json'] = r'''{
 "format": "stele", "version": "1.0",
 "about": "The tables of the specification as data. The chapters decide; where they differ from these tables, the tables are wrong. Fields and their rules stand in the order of the checks (8.1); rules after the last field are listed as afterwards. The size of a type is that of its elements in packed lists, the largest for integers with a width; canonicalPlace is the place of a chunk in the canonical form.",
 "signature": "D353544C0D0A1A0A",
 "kinds": ["class", "struct", "enum"], "flags": ["required", "optional", "retired"],
 "limits": {"descriptorNesting": 64, "valueNesting": 512, "superclassChain": 256, "blockSize": 65536},
 "chunks": [
  {"type": "HEAD", "name": "head", "number": "one, the first chunk", "section": "2.4", "counted": false, "canonicalPlace": 0},
  {"type": "CLAS", "name": "class table, in instalments", "number": "any", "section": "4", "counted": true, "canonicalPlace": 1},
  {"type": "OBJS", "name": "block of objects", "number": "any", "section": "5", "counted": true, "canonicalPlace": 2},
  {"type": "ROOT", "name": "roots, in instalments", "number": "any", "section": "6", "counted": true, "canonicalPlace": 3},
  {"type": "WEAK", "name": "weak slots", "number": "at most one", "section": "5", "counted": true, "canonicalPlace": null},
  {"type": "mETa", "name": "metadata", "number": "at most one", "section": "6", "counted": false, "canonicalPlace": 4},
  {"type": "INDX", "name": "index", "number": "one, the last chunk", "section": "6", "counted": false, "canonicalPlace": 5}
 ],
 "reservedChunks": [
  {"type": "sIGN", "section": "12.4"},
  {"type": "BLOB", "section": "12.4"}
 ],
 "reservedNames": {"classNames": "those that begin with $", "keyNames": ["*"], "section": "12.4"},
 "types": [
  {"code": "01", "name": "bool", "layout": "bool", "follows": [], "size": 1},
  {"code": "02", "name": "int8", "layout": "byte", "follows": [], "signed": true, "size": 1},
  {"code": "03", "name": "int16", "layout": "varint", "follows": [], "signed": true, "width": 16, "size": 2},
  {"code": "04", "name": "int32", "layout": "varint", "follows": [], "signed": true, "width": 32, "size": 4},
  {"code": "05", "name": "int64", "layout": "varint", "follows": [], "signed": true, "width": 64, "size": 8},
  {"code": "06", "name": "int128", "layout": "varint", "follows": [], "signed": true, "width": 128, "size": 16},
  {"code": "07", "name": "uint8", "layout": "byte", "follows": [], "signed": false, "size": 1},
  {"code": "08", "name": "uint16", "layout": "varint", "follows": [], "signed": false, "width": 16, "size": 2},
  {"code": "09", "name": "uint32", "layout": "varint", "follows": [], "signed": false, "width": 32, "size": 4},
  {"code": "0A", "name": "uint64", "layout": "varint", "follows": [], "signed": false, "width": 64, "size": 8},
  {"code": "0B", "name": "uint128", "layout": "varint", "follows": [], "signed": false, "width": 128, "size": 16},
  {"code": "0C", "name": "float16", "layout": "fixed", "follows": [], "size": 2},
  {"code": "0D", "name": "float32", "layout": "fixed", "follows": [], "size": 4},
  {"code": "0E", "name": "float64", "layout": "fixed", "follows": [], "size": 8},
  {"code": "0F", "name": "string", "layout": "string", "follows": []},
  {"code": "10", "name": "bytes", "layout": "bytes", "follows": []},
  {"code": "11", "name": "date", "layout": "fixed", "follows": [], "size": 8},
  {"code": "12", "name": "uuid", "layout": "fixed", "follows": [], "size": 16},
  {"code": "13", "name": "decimal", "layout": "decimal", "follows": []},
  {"code": "14", "name": "any", "layout": "any", "follows": []},
  {"code": "15", "name": "never", "layout": "never", "follows": []},
  {"code": "20", "name": "optional", "layout": "optional", "follows": ["type"]},
  {"code": "21", "name": "list", "layout": "list", "follows": ["type"]},
  {"code": "22", "name": "set", "layout": "set", "follows": ["type"]},
  {"code": "23", "name": "map", "layout": "map", "follows": ["type", "type"]},
  {"code": "30", "name": "ref", "layout": "ref", "follows": ["name"]},
  {"code": "31", "name": "weak", "layout": "weak", "follows": ["name"]},
  {"code": "32", "name": "struct", "layout": "struct", "follows": ["name"]},
  {"code": "33", "name": "enum", "layout": "enum", "follows": ["name"]}
 ],
 "layouts": {
  "bool": "one byte, 00 or 01",
  "byte": "one byte, two's complement when signed",
  "varint": "varint of the width, zig-zag when signed",
  "fixed": "so many bytes, least significant first; a uuid in the order of its text",
  "string": "length and that many bytes of UTF-8",
  "bytes": "length and that many bytes",
  "decimal": "sign (00, 01, 02) and, unless 02, exponent (varint of width 32, zig-zag) and mantissa (varint of width 128)",
  "any": "type descriptor and a value of that type",
  "never": "there is no value",
  "optional": "00, or 01 and a value; for ref C a varint of width 63, 0 for nil",
  "list": "count and, unless 0, the elements: packed, uniform, mixed or plain (3.5)",
  "set": "count and that many values",
  "map": "count and that many times a key and a value",
  "ref": "varint of width 63: the number of an object",
  "weak": "varint of width 64: 0, 2 n for object n, 2 s + 1 for slot s",
  "struct": "entry number and body",
  "enum": "entry number, case index and body of the case"
 },
 "families": {"P": "primitives", "F": "file and chunks", "T": "type descriptors", "V": "values", "C": "class table", "R": "records and references", "X": "roots, metadata and index", "L": "limits", "K": "canonical form"},
 "phases": [
  {"phase": 1, "name": "frames", "section": "8.1"},
  {"phase": 2, "name": "head and index", "section": "8.1"},
  {"phase": 3, "name": "class table", "section": "8.1"},
  {"phase": 4, "name": "record frames", "section": "8.1"},
  {"phase": 5, "name": "weak slots", "section": "8.1"},
  {"phase": 6, "name": "values", "section": "8.1"},
  {"phase": 7, "name": "canonical form, when it is required", "section": "9.6"}
 ],
 "rules": [
  {"rule": "P1", "code": "truncated", "family": "P", "phase": [1, 2, 3, 4, 5, 6], "section": "1.3", "requires": "A field lies wholly inside its enclosing structure.", "offset": "the first byte of the field that does not"},
  {"rule": "P2", "code": "trailingBytes", "family": "P", "phase": [2, 3, 4, 5, 6], "section": "1.3", "requires": "A record and the payload of a chunk end where their content ends.", "offset": "the first surplus byte"},
  {"rule": "P3", "code": "integerNotShortest", "family": "P", "phase": [2, 3, 4, 5, 6], "section": "1.4", "requires": "The last byte of a varint of more than one byte is not 00.", "offset": "the first byte of the varint"},
  {"rule": "P4", "code": "integerTooLarge", "family": "P", "phase": [2, 3, 4, 5, 6], "section": "1.4", "requires": "A varint is below 2^width.", "offset": "the first byte of the varint"},
  {"rule": "P5", "code": "countTooLarge", "family": "P", "phase": [2, 3, 4, 5, 6], "section": "1.5", "requires": "A count, and a length in bytes, is not larger than what the bytes that remain can hold.", "offset": "the first byte of the count"},
  {"rule": "P6", "code": "malformedString", "family": "P", "phase": [2, 3, 6], "section": "1.6", "requires": "The bytes of a string are well-formed UTF-8.", "offset": "the first byte that does not begin a well-formed scalar"},
  {"rule": "F1", "code": "signature", "family": "F", "phase": [1], "section": "2.1", "requires": "An archive begins with the signature.", "offset": "0"},
  {"rule": "F2", "code": "closingSignature", "family": "F", "phase": [1], "section": "2.1", "requires": "An archive has at least 16 bytes and ends with the signature.", "offset": "8 when it has fewer than 16 bytes, otherwise its byte count minus 8"},
  {"rule": "F3", "code": "headerCheck", "family": "F", "phase": [1], "section": "2.2", "requires": "The header check is right.", "offset": "the first byte of the chunk"},
  {"rule": "F4", "code": "chunkType", "family": "F", "phase": [1], "section": "2.2", "requires": "The four bytes of a type are letters, and the third is upper case.", "offset": "the first byte that is not as required"},
  {"rule": "F5", "code": "chunkTooLong", "family": "F", "phase": [1], "section": "2.2", "requires": "A chunk with its padding ends before the closing signature.", "offset": "the length field"},
  {"rule": "F6", "code": "payloadCheck", "family": "F", "phase": [1], "section": "2.2", "requires": "The payload check is right.", "offset": "the payload check field"},
  {"rule": "F7", "code": "padding", "family": "F", "phase": [1], "section": "2.2", "requires": "Padding is zero.", "offset": "the first padding byte that is not"},
  {"rule": "F8", "code": "unknownCriticalChunk", "family": "F", "phase": [1], "section": "2.3", "requires": "A critical chunk is of a type that the reader knows.", "offset": "the first byte of the chunk"},
  {"rule": "F9", "code": "headChunk", "family": "F", "phase": [1], "section": "2.3", "requires": "The first chunk is HEAD, and no other chunk is.", "offset": "the first byte of the chunk that should be, or should not be, HEAD; 8 when there is no chunk"},
  {"rule": "F10", "code": "indexChunk", "family": "F", "phase": [1], "section": "2.3", "requires": "The last chunk is INDX, and no other chunk is.", "offset": "the first byte of the chunk that follows an INDX chunk, or of the closing signature when there is no INDX chunk"},
  {"rule": "F11", "code": "repeatedChunk", "family": "F", "phase": [1], "section": "2.3", "requires": "There is at most one WEAK and one mETa chunk.", "offset": "the first byte of the second one"},
  {"rule": "F12", "code": "version", "family": "F", "phase": [1], "section": "2.4", "requires": "The major version is 1, and the minor version not above that of the reader.", "offset": "the first byte of the major or minor version"},
  {"rule": "T1", "code": "unknownType", "family": "T", "phase": [3, 6], "section": "3.1", "requires": "A type code is one of the table.", "offset": "the code"},
  {"rule": "T2", "code": "undefinedName", "family": "T", "phase": [3, 6], "section": "3.1", "requires": "A name number in a descriptor is that of a name defined earlier in the file or by the same CLAS chunk; it is 0 only after ref and weak.", "offset": "the number"},
  {"rule": "V1", "code": "flagByte", "family": "V", "phase": [6], "section": "3.3", "requires": "A bool, and the first byte of an optional, is 00 or 01.", "offset": "the byte"},
  {"rule": "V2", "code": "decimal", "family": "V", "phase": [6], "section": "3.4", "requires": "The sign of a decimal is 00, 01 or 02, and not 01 when the mantissa is 0.", "offset": "the sign"},
  {"rule": "V3", "code": "packedWidth", "family": "V", "phase": [6], "section": "3.5", "requires": "The width is 1, 2, 4, 8 or 16 and not larger than the size of T.", "offset": "the width"},
  {"rule": "V4", "code": "widthNotNarrowest", "family": "V", "phase": [6], "section": "3.5", "requires": "The width is the least that holds every element of the list.", "offset": "the width"},
  {"rule": "V5", "code": "listNotMixed", "family": "V", "phase": [6], "section": "3.5", "requires": "The elements of a mixed list are not such that the list could be uniform.", "offset": "the 0"},
  {"rule": "V6", "code": "duplicateElement", "family": "V", "phase": [6], "section": "3.6", "requires": "No two elements of a set have the same bytes.", "offset": "the first byte of the second one"},
  {"rule": "V7", "code": "duplicateKey", "family": "V", "phase": [6], "section": "3.6", "requires": "No two keys of a map have the same bytes.", "offset": "the first byte of the second one"},
  {"rule": "V8", "code": "valueKind", "family": "V", "phase": [6], "section": "3.7", "requires": "The entry of a struct value is of kind struct, that of an enum value of kind enum.", "offset": "the entry number"},
  {"rule": "V9", "code": "valueClass", "family": "V", "phase": [6], "section": "3.7", "requires": "The name of the entry of a struct or enum value is the one of the type.", "offset": "the entry number"},
  {"rule": "V10", "code": "caseIndex", "family": "V", "phase": [6], "section": "3.7", "requires": "A case index is below the number of cases of its entry, and the case is not retired.", "offset": "the case index"},
  {"rule": "V11", "code": "spareBits", "family": "V", "phase": [6], "section": "3.7", "requires": "Presence bits that belong to no key are 0.", "offset": "the last presence byte"},
  {"rule": "V12", "code": "emptyBody", "family": "V", "phase": [6], "section": "3.7", "requires": "The body of a struct without stored keys is 00.", "offset": "the byte"},
  {"rule": "V13", "code": "anyInAny", "family": "V", "phase": [6], "section": "3.8", "requires": "The descriptor of an any value is not itself any.", "offset": "the descriptor"},
  {"rule": "V14", "code": "metadataType", "family": "V", "phase": [6], "section": "6.2", "requires": "No type descriptor in metadata contains ref, weak, struct or enum.", "offset": "the first such code"},
  {"rule": "V15", "code": "neverValue", "family": "V", "phase": [6], "section": "3.1", "requires": "There is no value of type never.", "offset": "where it would begin"},
  {"rule": "V16", "code": "weakInKey", "family": "V", "phase": [6], "section": "3.6", "requires": "A value of type weak does not stand in a set element or a map key, at whatever depth.", "offset": "the first byte of that value"},
  {"rule": "C1", "code": "emptyName", "family": "C", "phase": [3], "section": "4.1", "requires": "A class name is not empty.", "offset": "the name"},
  {"rule": "C2", "code": "duplicateName", "family": "C", "phase": [3], "section": "4.1", "requires": "All class names of an archive are different.", "offset": "the later name"},
  {"rule": "C3", "code": "entryName", "family": "C", "phase": [3], "section": "4.2", "requires": "The name of an entry has been defined, by this or an earlier CLAS chunk.", "offset": "the name number"},
  {"rule": "C4", "code": "classVersion", "family": "C", "phase": [3], "section": "4.2", "requires": "A class version is not 0.", "offset": "the version"},
  {"rule": "C5", "code": "kind", "family": "C", "phase": [3], "section": "4.2", "requires": "The kind is 00, 01 or 02.", "offset": "the kind"},
  {"rule": "C6", "code": "superclass", "family": "C", "phase": [3], "section": "4.2", "requires": "The superclass of a class is 0 or an entry of kind class, defined by this or an earlier CLAS chunk; that of a struct or an enum is 0.", "offset": "the superclass number"},
  {"rule": "C7", "code": "superclassLoop", "family": "C", "phase": [3], "section": "4.2", "requires": "A chain ends.", "offset": "the superclass number of the first entry whose chain does not"},
  {"rule": "C8", "code": "undefinedEntry", "family": "C", "phase": [4, 6], "section": "4.2", "requires": "An entry that a record or a value names has been defined by a CLAS chunk that stands earlier in the file.", "offset": "the entry number"},
  {"rule": "C9", "code": "flags", "family": "C", "phase": [3], "section": "4.3", "requires": "The flags of a key are 00, 01 or 02, those of a case 00 or 02.", "offset": "the flags"},
  {"rule": "C10", "code": "duplicateKeyName", "family": "C", "phase": [3], "section": "4.3", "requires": "No two keys of an entry, and no two keys of a case, have the same name.", "offset": "the later name"},
  {"rule": "C11", "code": "since", "family": "C", "phase": [3], "section": "4.3", "requires": "Since is at least 1 and at most the version of the entry.", "offset": "since"},
  {"rule": "C12", "code": "duplicateCaseName", "family": "C", "phase": [3], "section": "4.4", "requires": "No two cases of an entry have the same name.", "offset": "the later name"},
  {"rule": "R1", "code": "firstNumber", "family": "R", "phase": [4], "section": "5.1", "requires": "The first number of a block is one more than the number of objects in all blocks before it.", "offset": "the first number"},
  {"rule": "R2", "code": "emptyBlock", "family": "R", "phase": [4], "section": "5.1", "requires": "The count of a block is not 0.", "offset": "the count"},
  {"rule": "R3", "code": "recordKind", "family": "R", "phase": [4], "section": "5.2", "requires": "The entry of a record is of kind class.", "offset": "the entry number"},
  {"rule": "R4", "code": "nilReference", "family": "R", "phase": [6], "section": "5.3", "requires": "A value of type ref is not 0.", "offset": "the value"},
  {"rule": "R5", "code": "danglingReference", "family": "R", "phase": [5, 6], "section": "5.3", "requires": "An object number is not larger than the number of objects of the archive.", "offset": "the value that holds it; in a WEAK chunk, the number"},
  {"rule": "R6", "code": "wrongClass", "family": "R", "phase": [6], "section": "5.3", "requires": "A reference of type ref C or weak C, C not being 0, points at an object that is a C.", "offset": "the value"},
  {"rule": "R7", "code": "weakSlot", "family": "R", "phase": [6], "section": "5.4", "requires": "The slot is one of the WEAK chunk.", "offset": "the value"},
  {"rule": "X1", "code": "duplicateRoot", "family": "X", "phase": [6], "section": "6.1", "requires": "All root names of an archive are different.", "offset": "the later name"},
  {"rule": "X2", "code": "duplicateMetadata", "family": "X", "phase": [6], "section": "6.2", "requires": "All metadata keys are different.", "offset": "the later key"},
  {"rule": "X3", "code": "indexSize", "family": "X", "phase": [2], "section": "6.3", "requires": "The payload of INDX has 24 n + 8 bytes, n being the number of chunks before it.", "offset": "the first byte of the payload"},
  {"rule": "X4", "code": "indexEntry", "family": "X", "phase": [2], "section": "6.3", "requires": "Type, length and payload check in each entry of the index are those of the chunk, and the count is 0 where a chunk has none.", "offset": "the first byte of the entry"},
  {"rule": "X5", "code": "indexPlace", "family": "X", "phase": [2], "section": "6.3", "requires": "The last field of the index is the offset of the INDX chunk.", "offset": "the field"},
  {"rule": "X6", "code": "indexCount", "family": "X", "phase": [3, 4, 5, 6], "section": "6.3", "requires": "The count in an entry of the index is that in the chunk.", "offset": "the count in the chunk"},
  {"rule": "L1", "code": "descriptorNesting", "family": "L", "phase": [3, 6], "section": "3.1", "requires": "Descriptors nest at most 64 deep.", "offset": "the code at depth 65"},
  {"rule": "L2", "code": "valueNesting", "family": "L", "phase": [6], "section": "3.2", "requires": "Values nest at most 512 deep.", "offset": "the first byte of the value at depth 513"},
  {"rule": "L3", "code": "superclassChain", "family": "L", "phase": [3], "section": "4.2", "requires": "A chain has at most 256 entries.", "offset": "the superclass number of the first entry whose chain has more"},
  {"rule": "L4", "code": "memory", "family": "L", "phase": [], "section": "8.3", "requires": "The content needs no more memory than the caller allows.", "offset": "the structure that could not be paid for"},
  {"rule": "K1", "code": "canonicalChunks", "family": "K", "phase": [7], "section": "9.6", "requires": "The chunks are HEAD, CLAS, OBJS..., ROOT, mETa, INDX, in this order, at most one of each but OBJS, and no CLAS, ROOT or mETa whose counts are all 0.", "offset": "the first byte of the first chunk that is of another type, or has a place before that of the chunk before it, or stands a second time, or is empty"},
  {"rule": "K2", "code": "canonicalHead", "family": "K", "phase": [7], "section": "9.6", "requires": "The minor version is the least that covers the content; the document type and the writer are empty.", "offset": "the first byte of the payload of HEAD"},
  {"rule": "K3", "code": "canonicalNames", "family": "K", "phase": [7], "section": "9.6", "requires": "Names are in ascending order.", "offset": "the name that is not above the one before it"},
  {"rule": "K4", "code": "canonicalEntries", "family": "K", "phase": [7], "section": "9.6", "requires": "Entries are in ascending order of their lineage, no two having the same.", "offset": "the first byte of the entry that is not above the one before it"},
  {"rule": "K5", "code": "canonicalKeys", "family": "K", "phase": [7], "section": "9.6", "requires": "The keys of an entry, the keys of a case and the cases of an enum are in ascending order of their names.", "offset": "the name that is not above the one before it"},
  {"rule": "K6", "code": "canonicalUse", "family": "K", "phase": [7], "section": "9.6", "requires": "Every entry is that of an object, of a struct or enum value, or of a superclass of one of them; every name is that of an entry or occurs in a type descriptor.", "offset": "the first byte of the unused entry or name"},
  {"rule": "K7", "code": "canonicalNumbers", "family": "K", "phase": [7], "section": "9.6", "requires": "Objects are numbered in the order in which strong references first name them.", "offset": "the reference that names an object above the next number due, or the length of the record that no reference before it names"},
  {"rule": "K8", "code": "canonicalBlocks", "family": "K", "phase": [7], "section": "9.6", "requires": "A block is closed when its records take 65,536 bytes or more, and before a record that takes as much by itself unless the block is empty, and nowhere else but at the end.", "offset": "the first byte of the payload of the first block that is closed too early or too late"},
  {"rule": "K9", "code": "canonicalRoots", "family": "K", "phase": [7], "section": "9.6", "requires": "Roots are in ascending order of their names.", "offset": "the name that is not above the one before it"},
  {"rule": "K10", "code": "canonicalElements", "family": "K", "phase": [7], "section": "9.6", "requires": "The elements of a set, and the pairs of a map by their keys, are in ascending order of their bytes.", "offset": "the element or key that is not above the one before it"},
  {"rule": "K11", "code": "referenceInKey", "family": "K", "phase": [7], "section": "9.6", "requires": "A set element and a map key contain no reference of type ref or optional ref to an object, at whatever depth; nil is none.", "offset": "the first byte of that reference"},
  {"rule": "K12", "code": "canonicalMetadata", "family": "K", "phase": [7], "section": "9.6", "requires": "Metadata is in ascending order of keys.", "offset": "the key that is not above the one before it"},
  {"rule": "K13", "code": "canonicalJoin", "family": "K", "phase": [], "section": "9.7", "requires": "Joining makes no elements or keys equal, no descriptors nest deeper than 64, and no values deeper than 512.", "offset": "none: it is broken by content, never by the bytes of a canonical archive"}
 ],
 "structures": [
  {"structure": "varint", "section": "1.4", "phase": null, "fields": [
    {"field": "bytes", "layout": "one after another", "rules": ["P1", "P4", "P3"]}
  ]},
  {"structure": "string", "section": "1.6", "phase": null, "fields": [
    {"field": "length", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "bytes", "layout": "length bytes of UTF-8", "rules": ["P6"]}
  ]},
  {"structure": "archive", "section": "2.1", "phase": 1, "fields": [
    {"field": "signature", "layout": "8 bytes", "rules": ["F1"]},
    {"field": "versions, when HEAD is whole", "layout": "varint(31), varint(31) at 32", "rules": ["F12"]},
    {"field": "closing signature", "layout": "8 bytes, the last", "rules": ["F2"]},
    {"field": "chunks", "layout": "chunk, until the closing signature", "rules": ["F9", "F10"]}
  ]},
  {"structure": "chunk", "section": "2.2", "phase": 1, "fields": [
    {"field": "header", "layout": "24 bytes", "rules": ["P1"]},
    {"field": "header check", "layout": "u32 at 4", "rules": ["F3"]},
    {"field": "type", "layout": "4 letters at 0", "rules": ["F4", "F9", "F10", "F11", "F8"]},
    {"field": "length", "layout": "u64 at 8", "rules": ["F5"]},
    {"field": "padding", "layout": "0...7 bytes at 24 + length", "rules": ["F7"]},
    {"field": "payload check", "layout": "u64 at 16", "rules": ["F6"]}
  ]},
  {"structure": "HEAD", "section": "2.4", "phase": 2, "fields": [
    {"field": "major", "layout": "varint(31)", "rules": ["P1", "P4", "P3"]},
    {"field": "minor", "layout": "varint(31)", "rules": ["P1", "P4", "P3"]},
    {"field": "type", "layout": "string", "rules": ["P1", "P4", "P3", "P5", "P6"]},
    {"field": "writer", "layout": "string", "rules": ["P1", "P4", "P3", "P5", "P6"]}
  ], "afterwards": [{"what": "end", "rules": ["P2"]}]},
  {"structure": "INDX", "section": "6.3", "phase": 2, "fields": [
    {"field": "size of the payload", "layout": "24 n + 8", "rules": ["X3"]},
    {"field": "entries", "layout": "n times: type, u32 count, u64 length, u64 payload check", "rules": ["X4"]},
    {"field": "place", "layout": "u64", "rules": ["X5"]}
  ]},
  {"structure": "CLAS", "section": "4.1", "phase": 3, "fields": [
    {"field": "name count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "entry count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5", "X6"]},
    {"field": "names", "layout": "name count times: string", "rules": ["P1", "P4", "P3", "P5", "P6", "C1", "C2"]},
    {"field": "entries", "layout": "entry count times: entry", "rules": []}
  ], "afterwards": [{"what": "superclasses of all entries of the chunk", "rules": ["C6"]}, {"what": "entry by entry", "rules": ["C7", "L3"]}, {"what": "end", "rules": ["P2"]}]},
  {"structure": "entry", "section": "4.2", "phase": 3, "fields": [
    {"field": "name", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "C3"]},
    {"field": "version", "layout": "varint(31)", "rules": ["P1", "P4", "P3", "C4"]},
    {"field": "kind", "layout": "one byte", "rules": ["P1", "C5"]},
    {"field": "superclass", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "C6"]},
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "keys or cases", "layout": "count times: key, or case when the kind is enum", "rules": []}
  ]},
  {"structure": "key", "section": "4.3", "phase": 3, "fields": [
    {"field": "name", "layout": "string", "rules": ["P1", "P4", "P3", "P5", "P6", "C10"]},
    {"field": "type", "layout": "type descriptor", "rules": []},
    {"field": "since", "layout": "varint(31)", "rules": ["P1", "P4", "P3", "C11"]},
    {"field": "flags", "layout": "one byte", "rules": ["P1", "C9"]}
  ]},
  {"structure": "case", "section": "4.4", "phase": 3, "fields": [
    {"field": "name", "layout": "string", "rules": ["P1", "P4", "P3", "P5", "P6", "C12"]},
    {"field": "since", "layout": "varint(31)", "rules": ["P1", "P4", "P3", "C11"]},
    {"field": "flags", "layout": "one byte", "rules": ["P1", "C9"]},
    {"field": "key count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "keys", "layout": "key count times: key", "rules": []}
  ]},
  {"structure": "type descriptor", "section": "3.1", "phase": null, "fields": [
    {"field": "code", "layout": "one byte", "rules": ["P1", "L1", "T1", "V13", "V14"]},
    {"field": "name, after ref, weak, struct and enum", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "T2"]},
    {"field": "descriptors, after optional, list, set and map", "layout": "one, for map two", "rules": []}
  ]},
  {"structure": "OBJS", "section": "5.1", "phase": 4, "fields": [
    {"field": "first", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "R1"]},
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "R2", "P5", "X6"]},
    {"field": "records", "layout": "count times: record frame", "rules": []}
  ], "afterwards": [{"what": "end", "rules": ["P2"]}]},
  {"structure": "record frame", "section": "5.2", "phase": 4, "fields": [
    {"field": "length", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "entry", "layout": "varint(63), within the record", "rules": ["P1", "P4", "P3", "C8", "R3"]}
  ]},
  {"structure": "WEAK", "section": "5.5", "phase": 5, "fields": [
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5", "X6"]},
    {"field": "slots", "layout": "count times: varint(63)", "rules": ["P1", "P4", "P3", "R5"]}
  ], "afterwards": [{"what": "end", "rules": ["P2"]}]},
  {"structure": "record", "section": "5.2", "phase": 6, "fields": [
    {"field": "presence", "layout": "one bit for each optional stored key of the chain", "rules": ["P1", "V11"]},
    {"field": "values", "layout": "the values of the stored keys that are present, the topmost superclass first", "rules": []}
  ], "afterwards": [{"what": "end", "rules": ["P2"]}]},
  {"structure": "ROOT", "section": "6.1", "phase": 6, "fields": [
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5", "X6"]},
    {"field": "roots", "layout": "count times: name (string)", "rules": ["P1", "P4", "P3", "P5", "P6", "X1"]},
    {"field": "type", "layout": "type descriptor", "rules": []},
    {"field": "value", "layout": "value", "rules": []}
  ], "afterwards": [{"what": "end", "rules": ["P2"]}]},
  {"structure": "mETa", "section": "6.2", "phase": 6, "fields": [
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "items", "layout": "count times: key (string)", "rules": ["P1", "P4", "P3", "P5", "P6", "X2"]},
    {"field": "type", "layout": "type descriptor", "rules": []},
    {"field": "value", "layout": "value", "rules": []}
  ], "afterwards": [{"what": "end", "rules": ["P2"]}]},
  {"structure": "value", "section": "3", "phase": 6, "fields": [
    {"field": "first byte of every value but ref, optional ref, weak and the elements of packed lists", "layout": "", "rules": ["L2"]}
  ]},
  {"structure": "bool", "section": "3.3", "phase": 6, "fields": [
    {"field": "byte", "layout": "one byte", "rules": ["P1", "V1"]}
  ]},
  {"structure": "integer", "section": "3.1", "phase": 6, "fields": [
    {"field": "value", "layout": "varint(width); one byte for int8 and uint8", "rules": ["P1", "P4", "P3"]}
  ]},
  {"structure": "float, date, uuid", "section": "3.1", "phase": 6, "fields": [
    {"field": "value", "layout": "so many bytes", "rules": ["P1"]}
  ]},
  {"structure": "bytes", "section": "3.1", "phase": 6, "fields": [
    {"field": "length", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "bytes", "layout": "length bytes", "rules": []}
  ]},
  {"structure": "decimal", "section": "3.4", "phase": 6, "fields": [
    {"field": "sign", "layout": "one byte", "rules": ["P1", "V2"]},
    {"field": "exponent, unless the sign is 02", "layout": "varint(32), zig-zag", "rules": ["P1", "P4", "P3"]},
    {"field": "mantissa, unless the sign is 02", "layout": "varint(128)", "rules": ["P1", "P4", "P3"]}
  ], "afterwards": [{"what": "negative zero, at the sign", "rules": ["V2"]}]},
  {"structure": "any", "section": "3.8", "phase": 6, "fields": [
    {"field": "descriptor", "layout": "type descriptor", "rules": ["V13"]},
    {"field": "value", "layout": "value", "rules": []}
  ]},
  {"structure": "never", "section": "3.1", "phase": 6, "fields": [
    {"field": "value", "layout": "none", "rules": ["V15"]}
  ]},
  {"structure": "optional T", "section": "3.3", "phase": 6, "fields": [
    {"field": "flag", "layout": "one byte", "rules": ["P1", "V1"]},
    {"field": "value, when the flag is 01", "layout": "value of T", "rules": []}
  ]},
  {"structure": "ref C", "section": "5.3", "phase": 6, "fields": [
    {"field": "number", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "R4", "R5", "R6"]}
  ]},
  {"structure": "optional ref C", "section": "5.3", "phase": 6, "fields": [
    {"field": "number", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "R5", "R6"]}
  ]},
  {"structure": "weak C, even", "section": "5.4", "phase": 6, "fields": [
    {"field": "number", "layout": "varint(64)", "rules": ["V16", "P1", "P4", "P3", "R5", "R6"]}
  ]},
  {"structure": "weak C, odd", "section": "5.4", "phase": 6, "fields": [
    {"field": "number", "layout": "varint(64)", "rules": ["V16", "P1", "P4", "P3", "R7", "R6"]}
  ]},
  {"structure": "packed list", "section": "3.5", "phase": 6, "fields": [
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "width, for integers wider than 8 bits", "layout": "one byte", "rules": ["P1", "V3"]},
    {"field": "payable: count times the size of an element, at the count", "layout": "", "rules": ["P5"]},
    {"field": "elements", "layout": "size bytes each; bools", "rules": ["V1"]}
  ], "afterwards": [{"what": "narrowest, at the width", "rules": ["V4"]}]},
  {"structure": "uniform list", "section": "3.5", "phase": 6, "fields": [
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "entry", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "C8", "V8", "V9"]},
    {"field": "nested entry numbers, depth first", "layout": "one for each required key of type struct: varint(63)", "rules": ["L2", "P1", "P4", "P3", "C8", "V8", "V9"]},
    {"field": "elements", "layout": "body, or case index and body", "rules": []}
  ]},
  {"structure": "mixed list", "section": "3.5", "phase": 6, "fields": [
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "0", "layout": "varint(63)", "rules": ["P1", "P4", "P3"]},
    {"field": "elements", "layout": "values", "rules": []}
  ], "afterwards": [{"what": "all elements, at the 0", "rules": ["V5"]}]},
  {"structure": "plain list", "section": "3.5", "phase": 6, "fields": [
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "elements", "layout": "values", "rules": []}
  ]},
  {"structure": "set T", "section": "3.6", "phase": 6, "fields": [
    {"field": "count", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "elements", "layout": "count times: value", "rules": ["V6"]}
  ]},
  {"structure": "map K V", "section": "3.6", "phase": 6, "fields": [
    {"field": "count, twice of which must be payable", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "P5"]},
    {"field": "key", "layout": "value, before the value of the pair", "rules": ["V7"]},
    {"field": "value", "layout": "value", "rules": []}
  ]},
  {"structure": "struct, enum", "section": "3.7", "phase": 6, "fields": [
    {"field": "entry", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "C8", "V8", "V9"]},
    {"field": "case index, of an enum", "layout": "varint(63)", "rules": ["P1", "P4", "P3", "V10"]},
    {"field": "body", "layout": "body", "rules": []}
  ]},
  {"structure": "body", "section": "3.7", "phase": 6, "fields": [
    {"field": "presence", "layout": "one bit for each optional stored key", "rules": ["P1", "V11"]},
    {"field": "00, of a struct without stored keys", "layout": "one byte", "rules": ["P1", "V12"]},
    {"field": "values", "layout": "the values of the stored keys that are present", "rules": []}
  ]}
 ]
}
'''

FILES['tables.py'] = r'''"""The tables of the format, read from Spec/format.json, and the refusal of an archive."""
import json
import os

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, 'format.json'), encoding='utf-8') as file:
    FORMAT = json.load(file)

#: Error codes to rule numbers: {'truncated': 'P1', ...}. The program knows rules by their codes (1.2).
RULES = {rule['code']: rule['rule'] for rule in FORMAT['rules']}

#: Type codes (3.1) to their rows: {0x01: {'name': 'bool', ...}, ...}, and the rows by name.
CODES = {int(row['code'], 16): row for row in FORMAT['types']}
TYPES = {row['name']: row for row in FORMAT['types']}
CODE_OF = {row['name']: code for code, row in CODES.items()}

#: Chunk types (2.3) that a reader of this version knows.
CHUNKS = {row['type']: row for row in FORMAT['chunks']}
#: Those that have a count in the index (6.3), and the place of each in the canonical form (9.6).
COUNTED = {name for name, row in CHUNKS.items() if row['counted']}
CANONICAL_PLACES = {name: row['canonicalPlace'] for name, row in CHUNKS.items() if row['canonicalPlace'] is not None}

KINDS = FORMAT['kinds']                           # 4.2: 'class', 'struct', 'enum'
FLAGS = FORMAT['flags']                           # 4.3: 'required', 'optional', 'retired'

DESCRIPTOR_DEPTH = FORMAT['limits']['descriptorNesting']
VALUE_DEPTH = FORMAT['limits']['valueNesting']
CHAIN_LENGTH = FORMAT['limits']['superclassChain']
BLOCK_SIZE = FORMAT['limits']['blockSize']        # 5.1

#: The major version of the format, and the minor version up to which this program reads (12.1).
MAJOR, MINOR = map(int, FORMAT['version'].split('.'))
SIGNATURE = bytes.fromhex(FORMAT['signature'])


class Refusal(Exception):
    """An archive breaks a rule. Where a canonical form cannot be made, there is no offset."""

    def __init__(self, code, offset=None):
        super().__init__(code, offset)
        self.code, self.offset = code, offset
        self.rule = RULES[code]

    def __str__(self):
        place = '' if self.offset is None else f' at {self.offset}'
        return f'{self.rule} {self.code}{place}'

    def answer(self):
        """The refusal in the conformance protocol."""
        answer = {'rule': self.rule, 'code': self.code, 'offset': self.offset}
        return {name: value for name, value in answer.items() if value is not None}


def require(condition, code, offset=None):
    """A rule: what must hold, its code, and the offset that a refusal names."""
    if not condition:
        raise Refusal(code, offset)
'''

FILES['primitives.py'] = r'''"""Chapter 1: varints, strings, counts, XXH64."""
import struct

from tables import Refusal, require

NUMBER = 63                                       # the width of counts, lengths and numbers (1.4)
VERSION = 31                                      # the width of versions and since


class Cursor:
    """A position that moves through one enclosing structure (1.3). `start` is that of the field read last."""
    __slots__ = ('data', 'start', 'p', 'end')

    def __init__(self, data, start, end):
        self.data, self.start, self.p, self.end = data, start, start, end

    def take(self, size):
        """A field of so many bytes."""
        self.start = self.p
        require(size <= self.end - self.p, 'truncated', self.p)
        self.p += size
        return self.data[self.start:self.p]

    def byte(self):
        return self.take(1)[0]

    def number(self, width=NUMBER):
        """A varint (1.4), whose bytes are validated one after another."""
        start, value, shift = self.p, 0, 0
        while True:
            if self.p >= self.end:
                raise Refusal('truncated', start)
            byte = self.data[self.p]
            self.p += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if value >> width or byte >= 0x80 and shift >= width:
                raise Refusal('integerTooLarge', start)
            if byte < 0x80:
                require(byte or shift == 7, 'integerNotShortest', start)
                self.start = start
                return value

    def signed(self, width):
        value = self.number(width)
        return -(value >> 1) - 1 if value & 1 else value >> 1

    def count(self, size=1):
        """A count or length (1.5): so many times `size` bytes must remain."""
        count = self.number()
        require(count * size <= self.end - self.p, 'countTooLarge', self.start)
        return count

    def string(self):
        """A string (1.6). Python's UTF-8 is that of the table, and its errors begin at the offset of the rule."""
        length = self.count()
        start = self.start
        try:
            text = self.take(length).decode('utf-8')
        except UnicodeDecodeError as error:
            raise Refusal('malformedString', self.start + error.start) from None
        self.start = start
        return text

    def finish(self):
        """The enclosing structure must end here (1.3)."""
        require(self.p == self.end, 'trailingBytes', self.p)


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def zigzag(value):
    return 2 * value if value >= 0 else -2 * value - 1


def string(text):
    data = text.encode('utf-8')
    return varint(len(data)) + data


# 1.7 XXH64. Strings are ordered by their bytes (1.6), which for UTF-8 is the order of Python's strings.

MASK = (1 << 64) - 1
P1, P2, P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P4, P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def rotl(x, n):
    return (x << n | x >> 64 - n) & MASK


def mixed(acc, lane):
    acc = (acc + lane * P2) & MASK
    return (acc << 31 | acc >> 33) * P1 & MASK    # bits above 64 do not matter to the product


def xxh64(data, seed=0):
    size, start = len(data), 0
    if size >= 32:
        a, b, c, d = (seed + P1 + P2) & MASK, (seed + P2) & MASK, seed, (seed - P1) & MASK
        start = size - size % 32
        for w, x, y, z in struct.iter_unpack('<4Q', data[:start]):
            a, b, c, d = mixed(a, w), mixed(b, x), mixed(c, y), mixed(d, z)
        h = (rotl(a, 1) + rotl(b, 7) + rotl(c, 12) + rotl(d, 18)) & MASK
        for x in (a, b, c, d):
            h = ((h ^ mixed(0, x)) * P1 + P4) & MASK
    else:
        h = (seed + P5) & MASK
    h = (h + size) & MASK
    while size - start >= 8:
        lane = int.from_bytes(data[start:start + 8], 'little')
        h = (rotl(h ^ mixed(0, lane), 27) * P1 + P4) & MASK
        start += 8
    if size - start >= 4:
        lane = int.from_bytes(data[start:start + 4], 'little')
        h = (rotl(h ^ lane * P1 & MASK, 23) * P2 + P3) & MASK
        start += 4
    for byte in data[start:]:
        h = rotl(h ^ byte * P5 & MASK, 11) * P1 & MASK
    h = (h ^ h >> 33) * P2 & MASK
    h = (h ^ h >> 29) * P3 & MASK
    return h ^ h >> 32
'''

FILES['file.py'] = r'''"""Chapter 2: signatures, chunks, HEAD; and the index of chapter 6."""
import struct

from primitives import VERSION, Cursor, xxh64
from tables import CHUNKS, COUNTED, MAJOR, MINOR, SIGNATURE, Refusal, require


class Chunk:
    """A chunk whose frame is right."""
    count = None                                  # by the index (6.3)
    names = entries = 0                           # how many the CLAS chunks before it define (T2, C8)
    records = ()                                  # of OBJS: [(offset, start of values, end, entry)]
    is_empty = False                              # whether all counts of its payload are 0 (K1)

    def __init__(self, type, offset, start, end, tail):
        self.type, self.offset, self.start, self.end = type, offset, start, end
        self.tail = tail                          # length and payload check, which the index repeats

    def cursor(self, data):
        return Cursor(data, self.start, self.end)


def header_check(type, tail):
    """The header check of 2.2: of the 16 bytes of length and payload check, seeded with the type."""
    h = xxh64(tail, int.from_bytes(type, 'little'))
    return h & 0xFFFFFFFF ^ h >> 32


def padded(size):
    return -(-size // 8) * 8


def whole_head(data):
    """The payload of a HEAD chunk that follows the signature and whose checks are right; None without such a chunk."""
    if len(data) < 32:
        return None
    letters, check, length, payload_check = struct.unpack_from('<4sIQQ', data, 8)
    payload = data[32:32 + length]
    is_whole = letters == b'HEAD' and header_check(letters, data[16:32]) == check \
        and len(payload) == length and xxh64(payload) == payload_check
    return Cursor(data, 32, 32 + length) if is_whole else None


def version(data):
    """F12, a look ahead: an archive of another version is refused for that, whatever else the version has changed.

    A major version that is malformed is left to phase 2, and so is a minor version of this major version.
    """
    cursor = whole_head(data)
    if cursor:
        for least, largest in (MAJOR, MAJOR), (0, MINOR):
            try:
                number = cursor.number(VERSION)
            except Refusal:
                return
            require(least <= number <= largest, 'version', cursor.start)


def frames(data):
    """Phase 1: the signatures and the chunks between them."""
    require(data[:8] == SIGNATURE, 'signature', 0)
    version(data)
    require(len(data) >= 16, 'closingSignature', 8)
    end = len(data) - 8
    require(data[end:] == SIGNATURE, 'closingSignature', end)
    chunks, once, p = [], set(), 8
    while p < end:
        require(end - p >= 24, 'truncated', p)
        letters = data[p:p + 4]
        check, length, payload_check = struct.unpack_from('<IQQ', data, p + 4)
        require(header_check(letters, data[p + 8:p + 24]) == check, 'headerCheck', p)
        for i, letter in enumerate(letters):
            require(0x41 <= letter <= 0x5A or 0x61 <= letter <= 0x7A and i != 2, 'chunkType', p + i)
        type = letters.decode('ascii')
        require((type == 'HEAD') == (not chunks), 'headChunk', p)
        require(not chunks or chunks[-1].type != 'INDX', 'indexChunk', p)
        require(type not in once, 'repeatedChunk', p)
        if type in ('WEAK', 'mETa'):
            once.add(type)
        require(type in CHUNKS or type[0].islower(), 'unknownCriticalChunk', p)
        start = p + 24
        require(length <= end - start and padded(start + length) <= end, 'chunkTooLong', p + 8)
        offset, p = p, padded(start + length)
        for i in range(start + length, p):
            require(data[i] == 0, 'padding', i)
        require(xxh64(data[start:start + length]) == payload_check, 'payloadCheck', offset + 16)
        chunks.append(Chunk(type, offset, start, start + length, data[offset + 8:start]))
    require(chunks, 'headChunk', 8)
    require(chunks[-1].type == 'INDX', 'indexChunk', end)
    return chunks


def head(data, chunk):
    """Phase 2, 2.4: the document type and the writer. Of the versions, F12 has left their form to check."""
    cursor = chunk.cursor(data)
    cursor.number(VERSION)
    cursor.number(VERSION)
    document_type, writer = cursor.string(), cursor.string()
    cursor.finish()
    return document_type, writer


def index(data, chunks):
    """Phase 2, 6.3: the index, which repeats the header of each chunk with a count in the place of the header check."""
    *listed, p = *chunks[:-1], chunks[-1].start
    require(chunks[-1].end - p == 24 * len(listed) + 8, 'indexSize', p)
    for chunk in listed:
        letters, count, tail = struct.unpack_from('<4sI16s', data, p)
        require(letters == chunk.type.encode('ascii') and tail == chunk.tail, 'indexEntry', p)
        if chunk.type in COUNTED:
            chunk.count = count
        else:
            require(count == 0, 'indexEntry', p)
        p += 24
    require(int.from_bytes(data[p:p + 8], 'little') == chunks[-1].offset, 'indexPlace', p)
'''

FILES['classes.py'] = r'''"""Chapters 3.1 and 4: type descriptors and the class table.

A type is a tuple of its name and of what follows it: ('int32',), ('list', ('bool',)), ('ref', 'Dog'). The name of
`ref` and `weak` to any object is ''.
"""
from primitives import VERSION
from tables import CHAIN_LENGTH, CODES, DESCRIPTOR_DEPTH, FLAGS, KINDS, require


def descriptor(cursor, names, count, metadata=False, in_any=False, depth=1):
    """A type descriptor, which may name the first `count` of the names. It nests at most 64 deep (L1)."""
    code = cursor.byte()
    require(depth <= DESCRIPTOR_DEPTH, 'descriptorNesting', cursor.start)
    require(code in CODES, 'unknownType', cursor.start)
    name, follows = CODES[code]['name'], CODES[code]['follows']
    require(not (in_any and name == 'any'), 'anyInAny', cursor.start)
    require(not (metadata and follows == ['name']), 'metadataType', cursor.start)
    if follows == ['name']:
        number = cursor.number()
        require(number <= count and (number or name in ('ref', 'weak')), 'undefinedName', cursor.start)
        return name, names[number - 1] if number else ''
    return (name, *(descriptor(cursor, names, count, metadata, False, depth + 1) for _ in follows))


class Key:
    def __init__(self, name, type, since, flags, offset=None):
        self.name, self.type, self.since, self.flags, self.offset = name, type, since, flags, offset
        # Whether a uniform list names the entry of this key's values (3.5).
        self.is_nested = flags == 'required' and type[0] == 'struct'


class Level:
    """What has keys: an entry of kind class or struct, or a case."""
    keys, stored, nested, optional_count = (), (), (), 0

    def set_keys(self, keys):
        self.keys, self.stored = keys, [key for key in keys if key.flags != 'retired']
        self.nested = [key for key in self.stored if key.is_nested]
        self.optional_count = sum(key.flags == 'optional' for key in keys)


class Case(Level):
    def __init__(self, name, since, retired, index, keys, offset=None):
        self.name, self.since, self.retired, self.index, self.offset = name, since, retired, index, offset
        self.set_keys(keys)


class Entry(Level):
    """A class entry (4.2). `parent` is the entry of the superclass, or None."""
    parent = parent_offset = None
    cases, length = (), 0

    def __init__(self, number, name, version, kind, offset=None):
        self.number, self.name, self.version, self.kind, self.offset = number, name, version, kind, offset

    def chain(self):
        """The entry, its superclass, the superclass of that ..."""
        while self:
            yield self
            self = self.parent

    def is_a(self, name):
        return any(entry.name == name for entry in self.chain())

    def top_down(self):
        """The chain, the topmost superclass first: at most 256 steps (L3), and not kept for each entry (11.5)."""
        return list(self.chain())[::-1]


class ClassTable:
    """The names and entries of all CLAS chunks."""

    def __init__(self):
        self.names, self.offsets, self.entries = [], [], []
        self.known = set()

    def read(self, cursor, chunk):
        """Phase 3: the payload of one CLAS chunk (4.1)."""
        name_count, entry_count = cursor.count(), cursor.count()
        require(entry_count == chunk.count, 'indexCount', cursor.start)
        chunk.is_empty = name_count == entry_count == 0
        for _ in range(name_count):
            name = cursor.string()
            require(name, 'emptyName', cursor.start)
            require(name not in self.known, 'duplicateName', cursor.start)
            self.known.add(name)
            self.names.append(name)
            self.offsets.append(cursor.start)
        first = len(self.entries)
        parents = [self.entry(cursor, first + entry_count) for _ in range(entry_count)]
        self.link(self.entries[first:], parents)
        cursor.finish()

    def entry(self, cursor, last):
        """One entry. Returns its superclass number, which may be that of an entry up to the last of the chunk."""
        name = cursor.number()
        offset = cursor.start
        require(1 <= name <= len(self.names), 'entryName', offset)
        version = cursor.number(VERSION)
        require(version > 0, 'classVersion', cursor.start)
        kind = cursor.byte()
        require(kind < len(KINDS), 'kind', cursor.start)
        entry = Entry(len(self.entries) + 1, self.names[name - 1], version, KINDS[kind], offset)
        parent = cursor.number()
        entry.parent_offset = cursor.start
        require(parent <= (last if entry.kind == 'class' else 0), 'superclass', cursor.start)
        count = cursor.count()
        if entry.kind == 'enum':
            seen = set()
            entry.cases = [self.case(cursor, entry, index, seen) for index in range(count)]
        else:
            entry.set_keys(self.keys(cursor, entry, count))
        self.entries.append(entry)
        return parent

    def keys(self, cursor, entry, count):
        keys, seen = [], set()
        for _ in range(count):
            name, offset = self.name(cursor, seen, 'duplicateKeyName')
            type = descriptor(cursor, self.names, len(self.names))
            since, flags = self.since_and_flags(cursor, entry, FLAGS)
            keys.append(Key(name, type, since, flags, offset))
        return keys

    def case(self, cursor, entry, index, seen):
        name, offset = self.name(cursor, seen, 'duplicateCaseName')
        since, flags = self.since_and_flags(cursor, entry, ('required', 'retired'))
        return Case(name, since, flags == 'retired', index, self.keys(cursor, entry, cursor.count()), offset)

    @staticmethod
    def name(cursor, seen, code):
        name = cursor.string()
        require(name not in seen, code, cursor.start)
        seen.add(name)
        return name, cursor.start

    @staticmethod
    def since_and_flags(cursor, entry, allowed):
        since = cursor.number(VERSION)
        require(1 <= since <= entry.version, 'since', cursor.start)
        flags = cursor.byte()
        require(flags < len(FLAGS) and FLAGS[flags] in allowed, 'flags', cursor.start)
        return since, FLAGS[flags]

    def link(self, entries, parents):
        """Superclasses, when all entries of a chunk have been read: C6 for all, then C7 and L3 entry by entry."""
        for entry, parent in zip(entries, parents):
            if parent:
                entry.parent = self.entries[parent - 1]
                require(entry.parent.kind == 'class', 'superclass', entry.parent_offset)
        for entry in entries:
            # Follow the chain to an entry whose length is known (0: not known; -1: on this path, so a loop).
            path, above = [], entry
            while above and above.length == 0:
                above.length = -1
                path.append(above)
                above = above.parent
            require(not above or above.length > 0, 'superclassLoop', entry.parent_offset)
            length = above.length if above else 0
            for below in reversed(path):
                length += 1
                below.length = length
            require(entry.length <= CHAIN_LENGTH, 'superclassChain', entry.parent_offset)
'''

FILES['values.py'] = r'''"""Chapter 3: values.

A value is, by its type:  bool: bool.  integers: int.  floats, date: the bytes.  string: str.  bytes, uuid: bytes.
decimal: (negative, mantissa, exponent), or None for not a number.  any: (type, value).  optional: (value,), or None for
nil.  list, set: list.  map: list of [key, value].  ref: the number of the object.  weak: that, or 0 for nil; slots are
resolved.  struct, enum: a Composite.
"""
from classes import descriptor
from tables import TYPES, VALUE_DEPTH, Refusal, require

EXPONENT = 32                                     # the width of the exponent of a decimal (3.4)


class Composite:
    """A struct or enum value: its entry, its case (None for a struct), and the values of the keys that are present."""
    __slots__ = ('entry', 'case', 'fields')

    def __init__(self, entry, case, fields):
        self.entry, self.case, self.fields = entry, case, fields


def is_reference(type):
    """Whether values of the type are numbers of objects, which nest nothing (3.2)."""
    return type[0] in ('ref', 'weak') or type[0] == 'optional' and type[1][0] == 'ref'


def is_packed(type):
    """Whether a list of the type is packed (3.5)."""
    return TYPES[type[0]]['layout'] in ('bool', 'byte', 'varint', 'fixed')


def is_uniform(type):
    return type[0] in ('struct', 'enum')


def parts(type, value):
    """The values directly in a value, with their types; those of a packed list are left out."""
    name = type[0]
    if name == 'any':
        return [value]
    if name == 'optional':
        return [(type[1], value[0])] if value else []
    if name in ('list', 'set'):
        return [] if is_packed(type[1]) else [(type[1], element) for element in value]
    if name == 'map':
        return [pair for key, element in value for pair in ((type[1], key), (type[2], element))]
    return field_parts(value.case or value.entry, value.fields) if is_uniform(type) else []


def field_parts(level, fields):
    """The values of the keys of an entry or case that are present, with their types."""
    return [(key.type, fields[key.name]) for key in level.stored if key.name in fields]


def object_parts(object):
    """The values of the keys of an object, with their types."""
    entry, levels = object
    return [part for level, fields in zip(entry.top_down(), levels) for part in field_parts(level, fields)]


def common_entry(values):
    """What a uniform list of these values begins with (3.5): (entry, [the same of each nested key]).

    None if there is none. The depth is that of struct values, which L2 bounds.
    """
    entry = values[0].entry
    if any(value.entry is not entry for value in values):
        return None
    nested = []
    if entry.kind == 'struct':
        for key in entry.nested:
            common = common_entry([value.fields[key.name] for value in values])
            if common is None:
                return None
            nested.append(common)
    return entry, nested


def narrowest(values, signed):
    """The least width of a packed list that holds all these integers (3.5)."""
    least, largest = min(values), max(values)
    for width in (1, 2, 4, 8):
        half = 1 << 8 * width - signed
        if largest < half and least >= -half:
            return width
    return 16


class ValueReader:
    """Reads the values of one chunk, with what has been defined before it. A judge, if any, watches for chapter 9."""

    def __init__(self, archive, chunk, judge=None):
        self.names, self.name_count = archive.table.names, chunk.names
        self.entries, self.entry_count = archive.table.entries, chunk.entries
        self.objects, self.slots = archive.object_entries, archive.slots
        self.metadata, self.judge, self.cursor = chunk.type == 'mETa', judge, None
        self.depth_in_keys = 0                    # how many set elements and map keys are open

    def type(self, in_any=False):
        type = descriptor(self.cursor, self.names, self.name_count, self.metadata, in_any)
        if self.judge:
            self.judge.uses_type(type)
        return type

    def value(self, type, depth):
        """A value, by the layout of its type. The recursion is as deep as values nest: 512 times a few calls (L2)."""
        require(depth <= VALUE_DEPTH or is_reference(type), 'valueNesting', self.cursor.p)
        return getattr(self, TYPES[type[0]]['layout'])(type, depth)

    # 3.1, 3.3, 3.4

    def never(self, type, depth):
        raise Refusal('neverValue', self.cursor.p)

    def bool(self, type, depth):
        flag = self.cursor.byte()
        require(flag <= 1, 'flagByte', self.cursor.start)
        return flag == 1

    def byte(self, type, depth):
        byte = self.cursor.byte()
        return byte - 256 if TYPES[type[0]]['signed'] and byte > 127 else byte

    def varint(self, type, depth):
        row = TYPES[type[0]]
        return self.cursor.signed(row['width']) if row['signed'] else self.cursor.number(row['width'])

    def fixed(self, type, depth):
        return self.cursor.take(TYPES[type[0]]['size'])

    def string(self, type, depth):
        return self.cursor.string()

    def bytes(self, type, depth):
        return self.cursor.take(self.cursor.count())

    def decimal(self, type, depth):
        sign, start = self.cursor.byte(), self.cursor.start
        require(sign <= 2, 'decimal', start)
        if sign == 2:
            return None
        exponent, mantissa = self.cursor.signed(EXPONENT), self.cursor.number(128)
        require(sign == 0 or mantissa > 0, 'decimal', start)
        return sign == 1, mantissa, exponent

    def any(self, type, depth):
        inner = self.type(in_any=True)
        return inner, self.value(inner, depth + 1)

    def optional(self, type, depth):
        if is_reference(type):
            number = self.reference(type[1][1])
            return (number,) if number else None
        return (self.value(type[1], depth + 1),) if self.bool(type, depth) else None

    # 5.3, 5.4

    def ref(self, type, depth):
        return self.reference(type[1], least=1)

    def reference(self, name, least=0):
        number, start = self.cursor.number(), self.cursor.start
        require(number >= least, 'nilReference', start)
        self.is_a(number, name, start)
        if self.judge:
            self.judge.names_object(number, start, self.depth_in_keys)
        return number

    def weak(self, type, depth):
        require(self.depth_in_keys == 0, 'weakInKey', self.cursor.p)
        number, start = self.cursor.number(64), self.cursor.start
        object = number >> 1
        if number & 1:
            require(object < len(self.slots), 'weakSlot', start)
            object = self.slots[object]
        self.is_a(object, type[1], start)
        return object

    def is_a(self, number, name, start):
        require(number <= len(self.objects), 'danglingReference', start)
        require(number == 0 or not name or self.objects[number - 1].is_a(name), 'wrongClass', start)

    # 3.5

    def list(self, type, depth):
        count, start = self.cursor.count(), self.cursor.start
        if count == 0:
            return []
        if is_packed(type[1]):
            return self.packed(type[1], count, start)
        if is_uniform(type[1]):
            return self.elements(type[1], count, depth + 1)
        return [self.value(type[1], depth + 1) for _ in range(count)]

    def packed(self, type, count, start):
        cursor, row = self.cursor, TYPES[type[0]]
        size, at_width = row['size'], cursor.p
        if row['layout'] == 'varint':
            width = cursor.byte()
            require(width in (1, 2, 4, 8, 16) and width <= size, 'packedWidth', at_width)
            size = width
        require(count * size <= cursor.end - cursor.p, 'countTooLarge', start)
        data = cursor.take(count * size)
        if row['layout'] == 'fixed':
            return [data[i:i + size] for i in range(0, len(data), size)]
        if row['layout'] == 'bool':
            for i, flag in enumerate(data):
                require(flag <= 1, 'flagByte', cursor.start + i)
            return [flag == 1 for flag in data]
        values = [int.from_bytes(data[i:i + size], 'little', signed=row['signed']) for i in range(0, len(data), size)]
        require(size == 1 or narrowest(values, row['signed']) == size, 'widthNotNarrowest', at_width)
        return values

    def elements(self, type, count, depth):
        """The elements of a uniform or mixed list, which are at this depth."""
        number, start = self.cursor.number(), self.cursor.start
        if number:
            common = self.nested(self.entry(type, number), depth)
            return [self.content(common, depth) for _ in range(count)]
        values = [self.value(type, depth) for _ in range(count)]
        require(common_entry(values) is None, 'listNotMixed', start)
        return values

    def nested(self, entry, depth):
        """The nested entry numbers that follow that of an entry whose values are at this depth."""
        nested = []
        if entry.kind == 'struct':
            for key in entry.nested:
                require(depth < VALUE_DEPTH, 'valueNesting', self.cursor.p)
                nested.append(self.nested(self.entry(key.type, self.cursor.number()), depth + 1))
        return entry, nested

    # 3.6

    def set(self, type, depth):
        order = Order(self, 'duplicateElement')
        return [order.read(type[1], depth + 1) for _ in range(self.cursor.count())]

    def map(self, type, depth):
        order = Order(self, 'duplicateKey')
        return [[order.read(type[1], depth + 1), self.value(type[2], depth + 1)] for _ in range(self.cursor.count(2))]

    # 3.7

    def struct(self, type, depth):
        return self.content((self.entry(type, self.cursor.number()), None), depth)

    enum = struct

    def entry(self, type, number):
        """The entry of a struct or enum value, whose number has just been read."""
        require(1 <= number <= self.entry_count, 'undefinedEntry', self.cursor.start)
        entry = self.entries[number - 1]
        require(entry.kind == type[0], 'valueKind', self.cursor.start)
        require(entry.name == type[1], 'valueClass', self.cursor.start)
        if self.judge:
            self.judge.uses_entry(entry)
        return entry

    def content(self, common, depth):
        """What follows the entry number. In a uniform list those of the nested keys are known, otherwise None."""
        require(depth <= VALUE_DEPTH, 'valueNesting', self.cursor.p)
        entry, nested = common
        if entry.kind == 'struct':
            if not entry.stored:
                require(self.cursor.byte() == 0, 'emptyBody', self.cursor.start)
            return Composite(entry, None, self.body([entry], nested, depth)[0])
        index = self.cursor.number()
        require(index < len(entry.cases) and not entry.cases[index].retired, 'caseIndex', self.cursor.start)
        case = entry.cases[index]
        return Composite(entry, case, self.body([case], None, depth)[0])

    def body(self, levels, nested, depth):
        """The values of the stored keys of an entry, of a case, or of all entries of a chain (5.2)."""
        count = sum(level.optional_count for level in levels)
        presence = self.cursor.take((count + 7) // 8)
        require(count % 8 == 0 or presence[-1] >> count % 8 == 0, 'spareBits', self.cursor.p - 1)
        is_uniform, nested, bit, bodies = nested is not None, iter(nested or ()), -1, []
        for level in levels:
            fields = {}
            for key in level.stored:
                bit += key.flags == 'optional'
                if key.flags == 'optional' and not presence[bit >> 3] >> (bit & 7) & 1:
                    continue
                if is_uniform and key.is_nested:
                    fields[key.name] = self.content(next(nested), depth + 1)
                else:
                    fields[key.name] = self.value(key.type, depth + 1)
            bodies.append(fields)
        return bodies


class Order:
    """Set elements or map keys (3.6), which must be different, and for a judge in ascending order."""

    def __init__(self, reader, code):
        self.reader, self.code, self.seen, self.last = reader, code, set(), b''

    def read(self, type, depth):
        cursor, judge, start = self.reader.cursor, self.reader.judge, self.reader.cursor.p
        self.reader.depth_in_keys += 1
        value = self.reader.value(type, depth)
        self.reader.depth_in_keys -= 1
        data = cursor.data[start:cursor.p]
        if judge:
            require(data > self.last, 'canonicalElements', start)
            self.last = data
        require(data not in self.seen, self.code, start)
        self.seen.add(data)
        return value
'''

FILES['objects.py'] = r'''"""Chapters 5 and 6: blocks, weak slots, records, roots and metadata."""
from primitives import Cursor
from tables import require
from values import ValueReader


def record_frames(cursor, chunk, table, object_entries):
    """Phase 4: a block without the values of its records (5.1, 5.2)."""
    require(cursor.number() == len(object_entries) + 1, 'firstNumber', cursor.start)
    count = cursor.number()
    require(count > 0, 'emptyBlock', cursor.start)
    require(count <= cursor.end - cursor.p, 'countTooLarge', cursor.start)
    require(count == chunk.count, 'indexCount', cursor.start)
    chunk.records = []
    for _ in range(count):
        length, offset = cursor.count(), cursor.start
        record = Cursor(cursor.data, cursor.p, cursor.p + length)
        number = record.number()
        require(1 <= number <= chunk.entries, 'undefinedEntry', record.start)
        entry = table.entries[number - 1]
        require(entry.kind == 'class', 'recordKind', record.start)
        chunk.records.append((offset, record.p, record.end, entry))
        object_entries.append(entry)
        cursor.p = record.end
    cursor.finish()


def weak_slots(cursor, chunk, object_count):
    """Phase 5: what each slot holds (5.5)."""
    count, slots = cursor.count(), []
    require(count == chunk.count, 'indexCount', cursor.start)
    for _ in range(count):
        slots.append(cursor.number())
        require(slots[-1] <= object_count, 'danglingReference', cursor.start)
    cursor.finish()
    return slots


def records(archive, chunk, judge=None):
    """Phase 6: the objects of a block, each as (entry, [values of each level of the chain, the topmost first])."""
    reader, objects = ValueReader(archive, chunk, judge), []
    for offset, start, end, entry in chunk.records:
        if judge:
            judge.reaches_record(offset, entry)
        reader.cursor = Cursor(archive.data, start, end)
        objects.append((entry, reader.body(entry.top_down(), None, 0)))
        reader.cursor.finish()
    return objects


#: The rules on the names of roots and of metadata items: all different (6), and in order (9.6).
NAME_RULES = {'ROOT': ('duplicateRoot', 'canonicalRoots'), 'mETa': ('duplicateMetadata', 'canonicalMetadata')}


def named_values(archive, chunk, seen, judge=None):
    """Phase 6: roots or metadata items, each as (name, type, value)."""
    reader, items = ValueReader(archive, chunk, judge), []
    cursor = reader.cursor = chunk.cursor(archive.data)
    count = cursor.count()
    require(chunk.count in (None, count), 'indexCount', chunk.start)
    chunk.is_empty = count == 0
    unique, ascending = NAME_RULES[chunk.type]
    for _ in range(count):
        name = cursor.string()
        require(not (judge and items) or name > items[-1][0], ascending, cursor.start)
        require(name not in seen, unique, cursor.start)
        seen.add(name)
        type = reader.type()
        items.append((name, type, reader.value(type, 1)))
    cursor.finish()
    return items
'''

FILES['reading.py'] = r'''"""Chapter 8: the order of a complete check."""
from classes import ClassTable
from file import frames, head, index
from objects import named_values, record_frames, records, weak_slots


class Content:
    """What an archive holds: what the text notation shows (annex C), and a canonical form keeps (9.5)."""

    def __init__(self):
        self.document_type, self.writer = '', ''
        self.entries = []                         # [Entry]
        self.objects = []                         # [(entry, [values of each level, the topmost first])]
        self.roots = []                           # [(name, type, value)]
        self.metadata = None                      # the same, or None without a mETa chunk


class Archive:
    """A valid archive. Raises the first refusal (8.1)."""

    def __init__(self, data):
        self.data = data
        self.content = content = Content()
        # 1. Frames.
        self.chunks = frames(data)
        # 2. Head and index.
        content.document_type, content.writer = head(data, self.chunks[0])
        index(data, self.chunks)
        # 3. Class table. A chunk may use what chunks before it in the file define.
        self.table = table = ClassTable()
        for chunk in self.chunks:
            chunk.names, chunk.entries = len(table.names), len(table.entries)
            if chunk.type == 'CLAS':
                table.read(chunk.cursor(data), chunk)
        content.entries = table.entries
        # 4. Record frames.
        self.object_entries = []                  # the entry of each object
        for chunk in self.of_type('OBJS'):
            record_frames(chunk.cursor(data), chunk, table, self.object_entries)
        # 5. Weak slots.
        self.slots = []
        for chunk in self.of_type('WEAK'):
            self.slots = weak_slots(chunk.cursor(data), chunk, len(self.object_entries))
        # 6. Values.
        root_names = set()
        for chunk in self.chunks:
            if chunk.type == 'OBJS':
                content.objects += records(self, chunk)
            elif chunk.type == 'ROOT':
                content.roots += named_values(self, chunk, root_names)
            elif chunk.type == 'mETa':
                content.metadata = named_values(self, chunk, set())

    def of_type(self, type):
        return [chunk for chunk in self.chunks if chunk.type == type]
'''

FILES['canonical.py'] = r'''"""Chapter 9.6: the seventh phase, which requires the canonical form of a valid archive."""
from itertools import zip_longest

from classes import Case
from objects import named_values, records
from tables import BLOCK_SIZE, CANONICAL_PLACES, KINDS, require


class Judge:
    """Watches the values of phase 7."""

    def __init__(self):
        self.next = 1                             # the next number due (K7)
        self.entries, self.names, self.types, self.records = set(), set(), set(), 0

    def names_object(self, number, start, depth_in_keys):
        require(number <= self.next, 'canonicalNumbers', start)
        self.next += number == self.next
        require(number == 0 or depth_in_keys == 0, 'referenceInKey', start)

    def reaches_record(self, start, entry):
        self.records += 1
        require(self.records < self.next, 'canonicalNumbers', start)
        self.uses_entry(entry)

    def uses_entry(self, entry):
        while entry and entry not in self.entries:
            self.entries.add(entry)
            entry = entry.parent

    def uses_type(self, type):
        stack = [type]
        while stack:
            type = stack.pop()
            if type not in self.types:
                self.types.add(type)
                for part in type[1:]:
                    if isinstance(part, str):
                        self.names.add(part)
                    else:
                        stack.append(part)


def require_canonical(archive):
    """Refuses a valid archive that does not have the canonical form."""
    chunks(archive.chunks)
    require(not archive.content.document_type and not archive.content.writer, 'canonicalHead', archive.chunks[0].start)
    table = archive.table
    for i in range(1, len(table.names)):
        require(table.names[i] > table.names[i - 1], 'canonicalNames', table.offsets[i])
    for before, entry in zip(table.entries, table.entries[1:]):
        require(compare_lineages(before, entry) < 0, 'canonicalEntries', entry.offset)
    for entry in table.entries:
        ascending(entry.keys)
        ascending(entry.cases)
    judge = Judge()
    for entry in table.entries:
        judge.names.add(entry.name)
        for level in [entry, *entry.cases]:
            for key in level.keys:
                judge.uses_type(key.type)
    for chunk in archive.of_type('ROOT'):
        named_values(archive, chunk, set(), judge)
    blocks = archive.of_type('OBJS')
    for i, chunk in enumerate(blocks):
        block(chunk, blocks[i + 1:i + 2])
        records(archive, chunk, judge)
    for chunk in archive.of_type('mETa'):
        named_values(archive, chunk, set(), judge)
    unused = [entry.offset for entry in table.entries if entry not in judge.entries]
    unused += [offset for name, offset in zip(table.names, table.offsets) if name not in judge.names]
    require(not unused, 'canonicalUse', min(unused, default=None))


def chunks(chunks):
    """K1."""
    last = -1
    for chunk in chunks:
        place = CANONICAL_PLACES.get(chunk.type, -1)
        is_next = place > last or place == last and chunk.type == 'OBJS'
        require(is_next and not chunk.is_empty, 'canonicalChunks', chunk.offset)
        last = place


def ascending(items):
    """K5: the keys of an entry or case, or the cases of an entry."""
    for i, item in enumerate(items):
        require(i == 0 or item.name > items[i - 1].name, 'canonicalKeys', item.offset)
        if isinstance(item, Case):
            ascending(item.keys)


def compare_lineages(a, b):
    """Below, at or above 0 by the order of lineages (K4): item by item, a list before a list that it begins."""
    for pair in zip_longest(a.chain(), b.chain()):
        x, y = [level and (level.name, level.version, KINDS.index(level.kind)) or () for level in pair]
        if x != y:
            return -1 if x < y else 1
    return 0


def sizes(records):
    """The bytes of each record with its length."""
    return [end - start for start, _, end, _ in records]


def block(chunk, following):
    """K8: a block is closed when it has 65,536 bytes, and before a record that takes as much by itself."""
    size = 0
    for record in sizes(chunk.records):
        require(size < BLOCK_SIZE and (size == 0 or record < BLOCK_SIZE), 'canonicalBlocks', chunk.start)
        size += record
    next_size = sizes(following[0].records[:1])[0] if following else BLOCK_SIZE
    require(size >= BLOCK_SIZE or next_size >= BLOCK_SIZE, 'canonicalBlocks', chunk.start)
'''

FILES['writing.py'] = r'''"""Annex C.6: from content to the bytes of an archive. Blocks are cut as in K8, lists written as in 3.5."""
import struct
from collections import defaultdict

from file import header_check, padded
from primitives import string, varint, xxh64, zigzag
from tables import BLOCK_SIZE, CODE_OF, FLAGS, KINDS, MAJOR, MINOR, SIGNATURE, TYPES
from values import common_entry, is_packed, is_reference, is_uniform, narrowest


def archive(content):
    """The bytes of an archive of the content."""
    return seal(Writer(content).chunks())


def counted(parts):
    """A count, and that many parts."""
    return varint(len(parts)) + b''.join(parts)


class Writer:
    """Writes content. The content is written once to learn which names types use, and numbered then."""

    def __init__(self, content):
        self.content = content
        self.object_numbers = None                # old numbers to new ones, while a canonical form is made
        self.names, self.name_numbers = [], defaultdict(int)
        self.chunks()
        self.names = sorted(self.name_numbers.keys() - {''})
        self.name_numbers = {'': 0, **{name: i for i, name in enumerate(self.names, 1)}}

    def chunks(self):
        """The chunks, each as (type, payload, count in the index)."""
        content, first = self.content, 1
        head = varint(MAJOR) + varint(MINOR) + string(content.document_type) + string(content.writer)
        chunks = [('HEAD', head, 0)]
        entries = [self.entry(entry) for entry in content.entries]
        if self.names or entries:
            names = [string(name) for name in self.names]
            payload = varint(len(names)) + varint(len(entries)) + b''.join(names + entries)
            chunks.append(('CLAS', payload, len(entries)))
        for records in self.blocks():
            chunks.append(('OBJS', varint(first) + counted(records), len(records)))
            first += len(records)
        if content.roots:
            chunks.append(('ROOT', self.named_values(content.roots), len(content.roots)))
        if content.metadata is not None:
            chunks.append(('mETa', self.named_values(content.metadata), 0))
        return chunks

    def blocks(self):
        """The records of each block. A block is closed when it is full, and before a record that fills one (5.1)."""
        blocks, size = [], BLOCK_SIZE
        for entry, levels in self.content.objects:
            body = varint(entry.number) + self.body(entry.top_down(), levels, None)
            record = varint(len(body)) + body
            if size >= BLOCK_SIZE or len(record) >= BLOCK_SIZE:
                blocks.append([])
                size = 0
            blocks[-1].append(record)
            size += len(record)
        return blocks

    def entry(self, entry):
        start = varint(self.name_numbers[entry.name]) + varint(entry.version) + bytes([KINDS.index(entry.kind)])
        start += varint(entry.parent.number if entry.parent else 0)
        if entry.kind != 'enum':
            return start + self.keys(entry)
        return start + counted([string(case.name) + varint(case.since) + (b'\2' if case.retired else b'\0')
                                + self.keys(case) for case in entry.cases])

    def keys(self, level):
        return counted([string(key.name) + self.type(key.type) + varint(key.since) + bytes([FLAGS.index(key.flags)])
                        for key in level.keys])

    def type(self, type):
        return bytes([CODE_OF[type[0]]]) + b''.join(
            [varint(self.name_numbers[part]) if isinstance(part, str) else self.type(part) for part in type[1:]])

    def named_values(self, items):
        return counted([string(name) + self.type(type) + self.value(type, value) for name, type, value in items])

    def number(self, object):
        return self.object_numbers[object] if self.object_numbers and object else object

    def value(self, type, value):
        name, row = type[0], TYPES[type[0]]
        layout = row['layout']
        if layout in ('bool', 'byte'):
            return bytes([value & 0xFF])
        if layout == 'varint':
            return varint(zigzag(value) if row['signed'] else value)
        if layout == 'fixed':
            return value
        if name == 'string':
            return string(value)
        if name == 'bytes':
            return varint(len(value)) + value
        if name == 'decimal':
            return bytes([value[0]]) + varint(zigzag(value[2])) + varint(value[1]) if value else b'\2'
        if name == 'any':
            return self.type(value[0]) + self.value(*value)
        if name in ('ref', 'weak'):
            return varint(self.number(value) << (name == 'weak'))
        if is_reference(type):
            return varint(self.number(value[0]) if value else 0)
        if name == 'optional':
            return b'\1' + self.value(type[1], value[0]) if value else b'\0'
        if name == 'list':
            return varint(len(value)) + (self.elements(type[1], value) if value else b'')
        if name == 'set':
            return counted([self.value(type[1], element) for element in value])
        if name == 'map':
            return counted([self.value(type[1], key) + self.value(type[2], element) for key, element in value])
        return varint(value.entry.number) + self.composite(value, None)

    def elements(self, type, values):
        if is_packed(type):
            row = TYPES[type[0]]
            if row['layout'] == 'varint':
                width = narrowest(values, row['signed'])
                return bytes([width]) + b''.join(
                    value.to_bytes(width, 'little', signed=row['signed']) for value in values)
        elif is_uniform(type):
            common = common_entry(values)
            if common is None:
                return b'\0' + b''.join([self.value(type, value) for value in values])
            return self.entry_numbers(common) + b''.join([self.composite(value, common[1]) for value in values])
        return b''.join([self.value(type, value) for value in values])

    def entry_numbers(self, common):
        entry, nested = common
        return varint(entry.number) + b''.join([self.entry_numbers(common) for common in nested])

    def composite(self, value, nested):
        """What follows the entry number. In a uniform list those of the nested keys are known, otherwise None."""
        if value.case:
            return varint(value.case.index) + self.body([value.case], [value.fields], None)
        if not value.entry.stored:
            return b'\0'
        return self.body([value.entry], [value.fields], nested)

    def body(self, levels, bodies, nested):
        is_uniform, nested, bit = nested is not None, iter(nested or ()), -1
        presence = bytearray((sum(level.optional_count for level in levels) + 7) // 8)
        out = [presence]
        for level, fields in zip(levels, bodies):
            for key in level.stored:
                bit += key.flags == 'optional'
                if key.name not in fields:
                    continue
                if key.flags == 'optional':
                    presence[bit >> 3] |= 1 << (bit & 7)
                if is_uniform and key.is_nested:
                    out.append(self.composite(fields[key.name], next(nested)[1]))
                else:
                    out.append(self.value(key.type, fields[key.name]))
        return b''.join(out)


def seal(chunks):
    """The archive: the chunks with their checks, and the index (2, 6.3)."""
    out, index = bytearray(SIGNATURE), b''
    for type, payload, count in chunks:
        index += struct.pack('<4sI', type.encode('ascii'), count) + chunk(out, type, payload)
    chunk(out, 'INDX', index + struct.pack('<Q', len(out)))
    return bytes(out + SIGNATURE)


def chunk(out, type, payload):
    """Appends a chunk. Returns what its header and its entry in the index have in common."""
    tail = struct.pack('<QQ', len(payload), xxh64(payload))
    letters = type.encode('ascii')
    out += letters + struct.pack('<I', header_check(letters, tail)) + tail + payload
    out += bytes(padded(len(out)) - len(out))
    return tail
'''

FILES['joining.py'] = r'''"""Chapters 9.5, 9.7 and 9.8: the canonical form of content."""
from functools import cmp_to_key
from itertools import groupby

from canonical import compare_lineages
from classes import Case, Entry, Key
from reading import Content
from tables import DESCRIPTOR_DEPTH, TYPES, VALUE_DEPTH, require
from values import Composite, is_packed, is_reference, object_parts, parts
from writing import Writer, seal


def canonical_form(content, keeps_metadata=True):
    """The bytes of the canonical form. Refuses, without an offset, what has none."""
    joined = Joined(content, *reach(content))
    writer = Writer(joined.content(keeps_metadata))
    writer.object_numbers = arrange(writer, joined)
    return seal(writer.chunks())


def reach(content):
    """The numbers of all objects that strong references reach, and the entries that these and the roots use (9.5).

    None of what is reached may have a reference to an object in a set element or a map key (K11).
    """
    reached, used, due = set(), set(), []
    values = [(type, value, False) for _, type, value in content.roots]
    while values or due:
        if not values:
            object = content.objects[due.pop() - 1]
            used.update(object[0].chain())
            values = [(*part, False) for part in object_parts(object)]
            continue
        type, value, in_key = values.pop()
        require(not in_key or type[0] != 'ref', 'referenceInKey')
        if type[0] == 'ref' and value not in reached:
            reached.add(value)
            due.append(value)
        elif type[0] in ('struct', 'enum'):
            used.add(value.entry)
        elif type[0] == 'map':
            values += [(type[1], key, True) for key, _ in value] + [(type[2], element, in_key) for _, element in value]
            continue
        values += [(*part, in_key or type[0] == 'set') for part in parts(type, value)]
    return reached, used


def join(s, t):
    """The join of two types. It is associative and commutative."""
    whole = completed(s, t)
    if whole:
        return whole
    if 'optional' in (s[0], t[0]):
        return 'optional', join(s[1] if s[0] == 'optional' else s, t[1] if t[0] == 'optional' else t)
    if s[0] == t[0] and s[0] in ('ref', 'weak'):
        return s[0], ''
    if are_integers(s, t):
        return max(s, t, key=lambda type: TYPES[type[0]]['size'])
    return ('any',)


def completed(s, t):
    """The type that has at each place what is not `never`, if S and T differ only where one has it; otherwise None."""
    if s == t or t[0] == 'never':
        return s
    if s[0] == 'never':
        return t
    if s[0] == t[0] and s[0] in ('optional', 'list', 'set', 'map'):
        parts = [completed(*pair) for pair in zip(s[1:], t[1:])]
        return (s[0], *parts) if all(parts) else None
    return None


def are_integers(s, t):
    """Whether both are signed, or both unsigned, integers."""
    signed = TYPES[s[0]].get('signed')
    return signed is not None and signed == TYPES[t[0]].get('signed')


def nesting(type):
    """How deep a descriptor of the type nests (L1)."""
    return 1 + max([nesting(part) for part in type[1:] if not isinstance(part, str)], default=0)


def join_all(items, part):
    """Groups the items of several lists by their names: in ascending order, a function of each group."""
    groups = {}
    for item in items:
        groups.setdefault(item.name, []).append(item)
    return [part(index, groups[name]) for index, name in enumerate(sorted(groups))]


def join_keys(members):
    """The keys of the join of some entries, or cases."""
    def joined(_, keys):
        stored = [key for key in keys if key.flags != 'retired']
        flags = 'retired' if not stored else 'required'
        if stored and (len(stored) < len(members) or any(key.flags == 'optional' for key in stored)):
            flags = 'optional'
        types = {key.type for key in stored or keys}
        type = types.pop()
        for other in types:
            type = join(type, other)
        require(nesting(type) <= DESCRIPTOR_DEPTH, 'canonicalJoin')
        return Key(keys[0].name, type, min(key.since for key in keys), flags)
    return join_all([key for member in members for key in member.keys], joined)


def join_cases(members):
    def joined(index, cases):
        return Case(cases[0].name, min(case.since for case in cases), all(case.retired for case in cases), index,
                    join_keys(cases))
    return join_all([case for member in members for case in member.cases], joined)


class Joined:
    """The content of a canonical form, but for the order of elements and the numbers of objects."""

    def __init__(self, content, reached, used):
        self.old, self.reached = content, reached
        self.entries, self.new = [], {}           # the joins, and that of each old entry
        by_lineage = cmp_to_key(compare_lineages)
        for _, members in groupby(sorted(used, key=by_lineage), by_lineage):
            members = list(members)
            entry = Entry(len(self.entries) + 1, members[0].name, members[0].version, members[0].kind)
            entry.set_keys(join_keys(members))
            entry.cases = join_cases(members)
            self.entries.append(entry)
            self.new.update((member, entry) for member in members)
        for old, entry in self.new.items():
            entry.parent = self.new[old.parent] if old.parent else None
        levels = [level for entry in self.entries for level in [entry, *entry.cases]]
        self.keys = {level: {key.name: key for key in level.keys} for level in levels}
        self.cases = {entry: {case.name: case for case in entry.cases} for entry in self.entries}

    def content(self, keeps_metadata):
        content = Content()
        content.entries = self.entries
        content.roots = self.named_values(self.old.roots)
        self.objects = {number: self.object(*self.old.objects[number - 1]) for number in sorted(self.reached)}
        content.objects = list(self.objects.values())
        if keeps_metadata and self.old.metadata:
            content.metadata = self.named_values(self.old.metadata)
        return content

    def object(self, entry, levels):
        return self.new[entry], [self.fields(level, self.new[level], fields, 1)
                                 for level, fields in zip(entry.top_down(), levels)]

    def named_values(self, items):
        return [(name, type, self.convert(type, type, value, 1)) for name, type, value in sorted(items)]

    def fields(self, old, new, fields, depth):
        keys = self.keys[new]
        return {key.name: self.convert(key.type, keys[key.name].type, fields[key.name], depth)
                for key in old.stored if key.name in fields}

    def convert(self, s, t, value, depth):
        """A value of type S as one of the join T of S and others. Joins can make it nest too deep."""
        require(depth <= VALUE_DEPTH or is_reference(t), 'canonicalJoin')
        if t[0] == 'optional':
            if s[0] != 'optional':
                return (self.convert(s, t[1], value, depth + 1),)
            return (self.convert(s[1], t[1], value[0], depth + 1),) if value else None
        if s != t and t[0] == 'any':
            return s, self.convert(s, s, value, depth + 1)
        name = s[0]
        if name == 'any':
            return value[0], self.convert(value[0], value[0], value[1], depth + 1)
        if name in ('list', 'set'):
            if is_packed(s[1]) and name == 'list':
                return value
            return [self.convert(s[1], s[1], element, depth + 1) for element in value]
        if name == 'map':
            return [[self.convert(s[1], s[1], key, depth + 1), self.convert(s[2], s[2], element, depth + 1)]
                    for key, element in value]
        if name == 'weak':
            return value if value in self.reached else 0
        if name == 'struct':
            entry = self.new[value.entry]
            return Composite(entry, None, self.fields(value.entry, entry, value.fields, depth + 1))
        if name == 'enum':
            entry = self.new[value.entry]
            case = self.cases[entry][value.case.name]
            return Composite(entry, case, self.fields(value.case, case, value.fields, depth + 1))
        return value


def arrange(writer, joined):
    """Puts sets and maps in order, and the objects in that in which strong references first name them (K7).

    Returns their new numbers. The names, by which types are written, must be known.
    """
    content, numbers, order = writer.content, {}, []

    def visit(type, value):
        name = type[0]
        if name == 'ref' and value not in numbers:
            order.append(value)
            numbers[value] = len(order)
        elif name == 'set':
            for element in value:
                visit(type[1], element)
            ascending(value, type[1], value)
        elif name == 'map':
            for key, _ in value:
                visit(type[1], key)
            ascending(value, type[1], [key for key, _ in value])
            for _, element in value:
                visit(type[2], element)
        else:
            for part in parts(type, value):
                visit(*part)

    def ascending(values, type, keys):
        """Sorts values by the bytes of their keys, which are different but for joins."""
        if len(values) > 1:
            pairs = sorted([(writer.value(type, key), i) for i, key in enumerate(keys)])
            require(all(before[0] < pair[0] for before, pair in zip(pairs, pairs[1:])), 'canonicalJoin')
            values[:] = [values[i] for _, i in pairs]

    for _, type, value in content.roots:
        visit(type, value)
    for number in order:                          # which grows meanwhile
        for part in object_parts(joined.objects[number]):
            visit(*part)
    for _, type, value in content.metadata or []:
        visit(type, value)
    content.objects = [joined.objects[number] for number in order]
    return numbers
'''

FILES['notation.py'] = r'''"""Annex C: the text notation, both ways.

A JSON text is a tree of dict, list, str, bool and None; a number is a tuple of its digits, as C.1 compares numbers.
"""
import json
import re
import struct

from classes import Case, ClassTable, Entry, Key
from reading import Archive, Content
from tables import TYPES, Refusal
from values import Composite
from writing import archive

EXACT = 1 << 53                                   # integers below it are JSON numbers, others strings (C.5)
FLOATS = {2: ('<e', 0x7C00), 4: ('<f', 0x7F800000), 8: ('<d', 0x7FF0000000000000)}     # and the bits of infinity
ESCAPES = {'"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t'}


# Content to text. The layout is free; this is that of the fixtures.

def text(content):
    members = [f'{quoted(name)}:{lines(node) if isinstance(node, list) else json_text(node)}'
               for name, node in tree(content).items()]
    return '{\n' + ',\n'.join(members) + '\n}\n'


def lines(nodes):
    return '[\n' + ',\n'.join([json_text(node) for node in nodes]) + '\n]' if nodes else '[]'


def json_text(node):
    """The JSON of a tree. The recursion is about twice as deep as values nest (L2)."""
    if isinstance(node, dict):
        return '{' + ','.join([f'{quoted(name)}:{json_text(part)}' for name, part in node.items()]) + '}'
    if isinstance(node, list):
        return '[' + ','.join([json_text(part) for part in node]) + ']'
    if isinstance(node, str):
        return quoted(node)
    return node[0] if isinstance(node, tuple) else {None: 'null', True: 'true', False: 'false'}[node]


def quoted(text):
    return '"' + re.sub(r'["\\\x00-\x1f]', lambda m: ESCAPES.get(m[0]) or '\\u%04x' % ord(m[0]), text) + '"'


def tree(content):
    document = {
        'stele': '1.0', 'type': content.document_type, 'writer': content.writer,
        'classes': [entry_tree(e) for e in content.entries],
        'objects': [{'class': number(entry.number), 'values': list(map(fields_tree, entry.top_down(), levels))}
                    for entry, levels in content.objects],
        'roots': items_tree(content.roots), 'metadata': items_tree(content.metadata or [])}
    if content.metadata is None:
        del document['metadata']
    return document


def items_tree(items):
    return [{'name': name, 'type': type_tree(type), 'value': value_tree(type, value)} for name, type, value in items]


def entry_tree(entry):
    node = {'name': entry.name, 'version': number(entry.version), 'kind': entry.kind}
    if entry.kind == 'enum':
        node['cases'] = [{'name': case.name, 'since': number(case.since), 'retired': case.retired,
                          'keys': keys_tree(case)} for case in entry.cases]
        return node
    if entry.kind == 'class':
        node['super'] = number(entry.parent.number if entry.parent else 0)
    node['keys'] = keys_tree(entry)
    return node


def keys_tree(level):
    return [{'name': key.name, 'type': type_tree(key.type), 'since': number(key.since), 'flags': key.flags}
            for key in level.keys]


def type_tree(type):
    name, *parts = type
    if not parts:
        return name
    return [name, *[part if isinstance(part, str) else type_tree(part) for part in parts if part]]


def number(value):
    return (str(value),) if -EXACT < value < EXACT else str(value)


def float_tree(data):
    layout, infinity = FLOATS[len(data)]
    bits, value = int.from_bytes(data, 'little'), struct.unpack(layout, data)[0]
    if value != value:
        return f'nan:{bits:0{2 * len(data)}x}'
    if bits & infinity == infinity:
        return 'inf' if value > 0 else '-inf'
    # Python's digits are the shortest that give back the float64. From 1e16 to 2^54 the fixtures have no exponent.
    return (f'{value:.1f}' if 1e16 <= abs(value) <= 1 << 54 else repr(value),)


def fields_tree(level, fields):
    return {key.name: value_tree(key.type, fields[key.name]) for key in level.stored if key.name in fields}


def wraps(type):
    """Whether an optional of the type stands in an array of one (C.5)."""
    return type[0] in ('optional', 'weak')


def value_tree(type, value):
    """The tree of a value. The recursion is as deep as values nest (L2)."""
    name, layout = type[0], TYPES[type[0]]['layout']
    if name in ('bool', 'string'):
        return value
    if layout in ('byte', 'varint'):
        return number(value)
    if name == 'uuid':
        return re.sub('(.{8})(.{4})(.{4})(.{4})(.{12})', r'\1-\2-\3-\4-\5', value.hex())
    if layout == 'fixed':
        return float_tree(value)
    if name == 'bytes':
        return value.hex()
    if name == 'decimal':
        return f'{"-" if value[0] else ""}{value[1]}e{value[2]}' if value else 'nan'
    if name == 'any':
        return {'type': type_tree(value[0]), 'value': value_tree(*value)}
    if name == 'optional':
        node = value_tree(type[1], value[0]) if value else None
        return [node] if value and wraps(type[1]) else node
    if name in ('list', 'set'):
        return [value_tree(type[1], element) for element in value]
    if name == 'map':
        return [[value_tree(type[1], key), value_tree(type[2], element)] for key, element in value]
    if name in ('ref', 'weak'):
        return number(value) if value else None
    case = {'case': value.case.name} if value.case else {}
    return {'class': number(value.entry.number), **case, 'values': fields_tree(value.case or value.entry, value.fields)}


# Text to archive. The text is read without much ado, and then has to be that of the archive that was built of it.

class TextError(Exception):
    """A text that is not in the notation, or of which no archive can be made."""


def build(source):
    """The archive that a text describes."""
    try:
        node = parsed(source)
        data = archive(TextReader().document(node))
        if are_equal(tree(Archive(data).content), node):
            return data
        raise TextError('something in the text is not in the notation')
    except Refusal as refusal:
        raise TextError(f'no valid archive can be made of the text: {refusal}') from None
    except RecursionError:
        raise TextError('the text nests too deep') from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise TextError(f'the text is not in the notation: {error!r}') from None


def parsed(source):
    """The tree of a text. An integer keeps its digits; another number gets those that are written for its float64."""
    def members(pairs):
        result = dict(pairs)
        if len(result) < len(pairs):
            raise ValueError('two members of an object have one name')
        return result

    def double(digits):
        node = float_tree(struct.pack('<d', float(digits)))
        if isinstance(node, str) or not digits.isascii():
            raise ValueError(f'{digits} is no float64 or not JSON')
        return node

    decoder = json.JSONDecoder(
        object_pairs_hook=members, parse_int=lambda digits: (digits,), parse_float=double, parse_constant=double)
    # The scanner in Python, whose depth the recursion limit bounds in all versions of Python.
    decoder.scan_once = json.scanner.py_make_scanner(decoder)
    return decoder.decode(source)


def are_equal(tree, other):
    stack = [(tree, other)]
    while stack:
        a, b = stack.pop()
        if type(a) is not type(b) or isinstance(a, (dict, list)) and len(a) != len(b):
            return False
        if isinstance(a, dict):
            if a.keys() != b.keys():
                return False
            stack += [(a[name], b[name]) for name in a]
        elif isinstance(a, list):
            stack += zip(a, b)
        elif a != b:
            return False
    return True


def integer(node):
    """An integer that is written as a number or, when it is large, as a string."""
    return int(node[0] if isinstance(node, tuple) else node)


def type_of(node):
    if isinstance(node, str):
        return (node,)
    name, *parts = node
    if TYPES[name]['follows'] == ['name']:
        return name, parts[0] if parts else ''
    return (name, *map(type_of, parts))


def float_of(node, size):
    layout, _ = FLOATS[size]
    if isinstance(node, str) and node.startswith('nan:'):
        return int(node[4:], 16).to_bytes(size, 'little')
    return struct.pack(layout, float(node if isinstance(node, str) else node[0]))


class TextReader:
    def document(self, node):
        content, table = Content(), ClassTable()
        content.document_type, content.writer = node['type'], node['writer']
        self.entries = content.entries = table.entries
        parents = [self.entry(entry) for entry in node['classes']]
        table.link(self.entries, parents)
        self.cases = {entry: {case.name: case for case in entry.cases} for entry in self.entries}
        for object in node['objects']:
            entry = self.entries[integer(object['class']) - 1]
            content.objects.append((entry, list(map(self.fields, entry.top_down(), object['values']))))
        content.roots = self.named_values(node['roots'])
        content.metadata = self.named_values(node['metadata']) if 'metadata' in node else None
        return content

    def entry(self, node):
        """Returns the number of the superclass."""
        entry = Entry(len(self.entries) + 1, node['name'], integer(node['version']), node['kind'])
        entry.set_keys(self.keys(node.get('keys', [])))
        entry.cases = [Case(case['name'], integer(case['since']), case['retired'], index, self.keys(case['keys']))
                       for index, case in enumerate(node.get('cases', []))]
        self.entries.append(entry)
        return integer(node.get('super', '0'))

    @staticmethod
    def keys(node):
        return [Key(key['name'], type_of(key['type']), integer(key['since']), key['flags']) for key in node]

    def named_values(self, node):
        items = [(item['name'], type_of(item['type']), item['value']) for item in node]
        return [(name, type, self.value(type, value)) for name, type, value in items]

    def fields(self, level, node):
        return {key.name: self.value(key.type, node[key.name]) for key in level.stored if key.name in node}

    def value(self, type, node):
        name, row = type[0], TYPES[type[0]]
        if name in ('bool', 'string'):
            return node
        if row['layout'] in ('byte', 'varint'):
            return integer(node)
        if name in ('bytes', 'uuid'):
            return bytes.fromhex(node.replace('-', ''))
        if row['layout'] == 'fixed':
            return float_of(node, row['size'])
        if name == 'decimal':
            if node == 'nan':
                return None
            mantissa, exponent = node.split('e')
            return mantissa[0] == '-', abs(int(mantissa)), int(exponent)
        if name == 'any':
            inner = type_of(node['type'])
            return inner, self.value(inner, node['value'])
        if name == 'optional':
            if node is None:
                return None
            return (self.value(type[1], node[0] if wraps(type[1]) else node),)
        if name in ('list', 'set'):
            return [self.value(type[1], element) for element in node]
        if name == 'map':
            return [[self.value(part, element) for part, element in zip(type[1:], pair)] for pair in node]
        if name in ('ref', 'weak'):
            return integer(node or '0')
        entry = self.entries[integer(node['class']) - 1]
        case = self.cases[entry][node['case']] if name == 'enum' else None
        return Composite(entry, case, self.fields(case or entry, node['values']))
'''

FILES['stele.py'] = r'''#!/usr/bin/env python3
"""The specification of Stele archives as a program.

It follows the chapters, takes its tables from Spec/format.json, and is meant to be read beside the text:

    tables      format.json, and the refusal                objects    5, 6: records, weak slots, roots, metadata
    primitives  1: varints, strings, counts, XXH64          reading    7: the order of a complete check
    file        2 and 6.3: signatures, chunks, index        canonical  9.6: what a check of the canonical form adds
    classes     3.1 and 4: type descriptors, class table    joining    9.7: how the canonical form is made
    values      3 and 5.3: values                           notation, writing  annex C: text, and text to bytes

Work and memory are linear in the bytes of the archive. What nests by the bytes of an archive is read by recursion that
L1, L2 and L3 bound, on a stack that bears it; references are never followed by recursion.
"""
import argparse
import hashlib
import json
import os
import struct
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import notation
from canonical import require_canonical
from joining import canonical_form
from reading import Archive
from tables import Refusal

FINE, FINDING, USAGE, IO = 0, 1, 2, 3


def verify(data, options):
    archive = Archive(data)
    if options.canonical:
        require_canonical(archive)
    return b''


def dump(data, options):
    return notation.text(Archive(data).content).encode('utf-8')


def build(data, options):
    try:
        return notation.build(data.decode('utf-8'))
    except UnicodeDecodeError:
        raise notation.TextError('the text is not UTF-8') from None


def canonical(data, options):
    return canonical_form(Archive(data).content, not options.without_metadata)


def content_digest(data, options):
    return (digest(canonical_form(Archive(data).content, options.metadata)) + '\n').encode()


def equal(data, options):
    with open(options.equal, 'rb') as file:
        forms = [canonical_form(Archive(part).content, False) for part in (data, file.read())]
    return b'equal\n' if forms[0] == forms[1] else b'different\n'


def conform(options):
    """The conformance protocol: an archive or a text on standard input, the answer or the refusal on standard output. A
    refusal by which there is no canonical form has no offset."""
    question = equal if options.equal else options.question
    try:
        write(question(sys.stdin.buffer.read(), options))
        return FINE
    except Refusal as refusal:
        answer = refusal.answer()
    except notation.TextError:
        answer = {'rule': 'C.6'}
    write(json.dumps(answer).encode() + b'\n')
    return FINDING


def serve(options):
    """Answers many archives, each with its length before it (u32), with a line of JSON each."""
    while True:
        header = sys.stdin.buffer.read(4)
        if len(header) < 4:
            return FINE
        data = sys.stdin.buffer.read(struct.unpack('<I', header)[0])
        write(json.dumps(judgement(data, options.text)).encode() + b'\n')
        sys.stdout.flush()


def judgement(data, with_text):
    """The refusal, or: the digest of the text or the text, that of the archive built of it, what a complete check that
    requires the canonical form finds, and the digest of the canonical form or the rule by which there is none."""
    try:
        archive = Archive(data)
    except Refusal as refusal:
        return refusal.answer()
    text = notation.text(archive.content)
    answer = {'text': text if with_text else digest(text.encode('utf-8'))}
    try:
        require_canonical(archive)
        answer['canonical'] = None
    except Refusal as refusal:
        answer['canonical'] = refusal.answer()
    try:
        answer['form'] = digest(canonical_form(archive.content))
    except Refusal as refusal:
        answer['form'] = refusal.answer()
    return answer


def digest(data):
    return hashlib.sha256(data).hexdigest()


def write(data):
    sys.stdout.buffer.write(data)


def run(options):
    if options.command in ('conform', 'serve'):
        return {'conform': conform, 'serve': serve}[options.command](options)
    result = FINE
    command = {'verify': verify, 'dump': dump, 'build': build, 'canonical': canonical,
               'digest': content_digest}[options.command]
    for name in options.files:
        try:
            if name == '-':
                data = sys.stdin.buffer.read()
            else:
                with open(name, 'rb') as file:
                    data = file.read()
        except OSError as error:
            print(f'{name}: {error.strerror}', file=sys.stderr)
            return IO
        try:
            write(command(data, options))
        except Refusal as refusal:
            print(f'{name}: {refusal}', file=sys.stdout if command is verify else sys.stderr, flush=True)
            result = FINDING
        except notation.TextError as error:
            print(f'{name}: {error}', file=sys.stderr)
            result = FINDING
    return result


def with_deep_stack(function, *arguments, **options):
    """Runs a function with a stack for values that nest 512 deep, of types that nest 64 deep (L1, L2).

    A level takes at most seven calls, so only hostile texts reach 20,000, and a call takes far less than 8 KiB. Some
    versions of Python allow less recursion through functions written in C, such as map and join over a generator;
    values never pass through one.
    """
    sys.setrecursionlimit(20_000)
    threading.stack_size(160 << 20)
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(function, *arguments, **options).result()


def main():
    parser = argparse.ArgumentParser(
        prog='stele.py', description='Reads Stele archives by the specification. "-" is standard input.',
        epilog='Exit codes: 0 fine, 1 a file is refused, 2 wrong usage, 3 a file cannot be read or written.')
    commands = parser.add_subparsers(dest='command', required=True, metavar='COMMAND')
    for name, help in [('verify', 'name the first rule that each file breaks'),
                       ('dump', 'print the text notation (annex C)'),
                       ('build', 'turn text notation into an archive'),
                       ('canonical', 'print the canonical form (chapter 9)'),
                       ('digest', 'print the content digest (9.9)')]:
        command = commands.add_parser(name, help=help)
        command.add_argument('files', nargs='+', metavar='FILE')
        if name == 'verify':
            command.add_argument('--canonical', action='store_true', help='require the canonical form, too')
        if name == 'canonical':
            command.add_argument('--without-metadata', action='store_true', help='leave metadata out')
        if name == 'digest':
            command.add_argument('--metadata', action='store_true', help='include metadata')
    command = commands.add_parser('conform', help='answer the archive on standard input by the conformance protocol')
    for level, question in [('checker', verify), ('build', build), ('canonical', canonical), ('digest', content_digest)]:
        command.add_argument(f'--{level}', dest='question', action='store_const', const=question,
                             help=f'answer the question of the level {level}')
    command.add_argument('--equal', metavar='FILE', help='answer whether the archive has the same content as another')
    command.set_defaults(question=dump, canonical=True, without_metadata=False, metadata=False)
    command = commands.add_parser('serve', help='answer many archives, each with its length before it (u32)')
    command.add_argument('--text', action='store_true', help='answer with texts instead of their digests')
    options = parser.parse_args()
    try:
        result = with_deep_stack(run, options)
        sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f'stele.py: {error.strerror}', file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        result = IO
    sys.exit(result)


if __name__ == '__main__':
    main()
'''

def load():
    for name in FILES:
        if name.endswith('.py') and name != 'stele.py':
            module = sys.modules[name[:-3]] = types.ModuleType(name[:-3])
            module.__file__ = name
            module.open = lambda *arguments, **options: io.StringIO(FILES['format.json'])
            exec(compile(FILES[name], name, 'exec'), module.__dict__)
    exec(compile(FILES['stele.py'], 'stele.py', 'exec'), {'__name__': '__main__', '__doc__': None})


load()
