"""Chapter 3: values.

A value is, by its type:  bool: bool.  integers: int.  floats, date: the bytes.  string: str.  bytes, uuid: bytes.
decimal: (negative, mantissa, exponent), or None for not a number.  any: (type, value).  optional: (value,), or None for
nil.  list, set: list.  map: list of [key, value].  ref: the number of the object.  weak: that, or 0 for nil; slots are
resolved.  struct, enum: a Composite.
"""
from classes import descriptor
from tables import TYPES, VALUE_DEPTH, require


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
        for key in entry.stored:
            if key.is_nested:
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
        exponent, mantissa = self.cursor.byte(), self.cursor.number(128)
        require(sign == 0 or mantissa > 0, 'decimal', start)
        return sign == 1, mantissa, exponent - 256 if exponent > 127 else exponent

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
            self.judge.names_object(number, start)
        return number

    def weak(self, type, depth):
        number, start = self.cursor.number(64), self.cursor.start
        object = number >> 1
        if number & 1:
            require(object < len(self.slots), 'weakSlot', start)
            object = self.slots[object]
        self.is_a(object, type[1], start)
        if self.judge:
            self.judge.no_reference_in_key(start)
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
            for key in entry.stored:
                if key.is_nested:
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
        if judge:
            judge.depth_in_keys += 1
        value = self.reader.value(type, depth)
        data = cursor.data[start:cursor.p]
        if judge:
            judge.depth_in_keys -= 1
            require(data > self.last, 'canonicalElements', start)
            self.last = data
        require(data not in self.seen, self.code, start)
        self.seen.add(data)
        return value
