"""Chapters 3.1 and 4: type descriptors and the class table.

A type is a tuple of its name and of what follows it: ('int32',), ('list', ('bool',)), ('ref', 'Dog'). The name of
`ref` and `weak` to any object is ''.
"""
from primitives import VERSION
from tables import CHAIN_LENGTH, CODES, DESCRIPTOR_DEPTH, FLAGS, KINDS, refuse


def descriptor(cursor, names, count, metadata=False, in_any=False, depth=1):
    """A type descriptor, which may name the first `count` of the names. It nests at most 64 deep (L1)."""
    start = cursor.p
    code = cursor.byte()
    if depth > DESCRIPTOR_DEPTH:
        refuse('descriptorNesting', start)
    if code not in CODES:
        refuse('unknownType', start)
    row = CODES[code]
    name = row['name']
    if in_any and name == 'any':
        refuse('anyInAny', start)
    if metadata and name in ('ref', 'weak', 'struct', 'enum'):
        refuse('metadataType', start)
    if row['follows'] == ['name']:
        start = cursor.p
        number = cursor.number()
        if number > count or number == 0 and name in ('struct', 'enum'):
            refuse('undefinedName', start)
        return name, names[number - 1] if number else ''
    return (name, *(descriptor(cursor, names, count, metadata, False, depth + 1) for _ in row['follows']))


class Key:
    __slots__ = ('name', 'type', 'since', 'flags', 'offset')

    def __init__(self, name, type, since, flags, offset=None):
        self.name, self.type, self.since, self.flags, self.offset = name, type, since, flags, offset

    def is_nested(self):
        """Whether a uniform list names the entry of this key's values (3.5)."""
        return self.flags == 'required' and self.type[0] == 'struct'


class Keys:
    """What has keys: an entry of kind class or struct, or a case."""
    __slots__ = ('keys', 'stored', 'optional_count')

    def set_keys(self, keys):
        self.keys = keys
        self.stored = [key for key in keys if key.flags != 'retired']
        self.optional_count = sum(key.flags == 'optional' for key in keys)


class Case(Keys):
    __slots__ = ('name', 'since', 'retired', 'index', 'offset')

    def __init__(self, name, since, retired, index, keys=(), offset=None):
        self.name, self.since, self.retired, self.index, self.offset = name, since, retired, index, offset
        self.set_keys(keys)


class Entry(Keys):
    """A class entry (4.2). `parent` is the entry of the superclass, or None."""
    __slots__ = ('number', 'name', 'version', 'kind', 'parent', 'cases', 'length', 'levels', 'offset', 'parent_offset')

    def __init__(self, number, name, version, kind, offset=None):
        self.number, self.name, self.version, self.kind, self.offset = number, name, version, kind, offset
        self.parent, self.cases, self.length, self.levels = None, [], 0, None
        self.set_keys([])

    def chain(self):
        """The entry, its superclass, the superclass of that ..."""
        entry = self
        while entry:
            yield entry
            entry = entry.parent

    def is_a(self, name):
        return any(entry.name == name for entry in self.chain())

    def top_down(self):
        """The chain, the topmost superclass first. It is kept from the first record of the entry on (10.5)."""
        if self.levels is None:
            self.levels = list(self.chain())[::-1]
        return self.levels


class ClassTable:
    """The names and entries of all CLAS chunks."""

    def __init__(self):
        self.names, self.offsets, self.numbers, self.entries = [], [], {}, []

    def read(self, cursor, chunk):
        """Phase 3: the payload of one CLAS chunk (4.1)."""
        name_count = cursor.count()
        start = cursor.p
        entry_count = cursor.count()
        if entry_count != chunk.count:
            refuse('indexCount', start)
        chunk.is_empty = name_count == entry_count == 0
        for _ in range(name_count):
            start = cursor.p
            name = cursor.string()
            if not name:
                refuse('emptyName', start)
            if name in self.numbers:
                refuse('duplicateName', start)
            self.names.append(name)
            self.offsets.append(start)
            self.numbers[name] = len(self.names)
        known = len(self.entries)
        parents = [self.entry(cursor, known + entry_count) for _ in range(entry_count)]
        self.link(self.entries[known:], parents)
        cursor.finish()

    def entry(self, cursor, last):
        """One entry. Returns its superclass number, which may be that of an entry up to the last of the chunk."""
        start = cursor.p
        number = cursor.number()
        if not 1 <= number <= len(self.names):
            refuse('entryName', start)
        at_version = cursor.p
        version = cursor.number(VERSION)
        if version == 0:
            refuse('classVersion', at_version)
        at_kind = cursor.p
        kind = cursor.byte()
        if kind >= len(KINDS):
            refuse('kind', at_kind)
        entry = Entry(len(self.entries) + 1, self.names[number - 1], version, KINDS[kind], start)
        entry.parent_offset = cursor.p
        parent = cursor.number()
        if parent > (last if entry.kind == 'class' else 0):
            refuse('superclass', entry.parent_offset)
        count = cursor.count()
        if entry.kind == 'enum':
            seen = set()
            for index in range(count):
                entry.cases.append(self.case(cursor, entry, index, seen))
        else:
            entry.set_keys(self.keys(cursor, entry, count))
        self.entries.append(entry)
        return parent

    def keys(self, cursor, entry, count):
        keys, seen = [], set()
        for _ in range(count):
            start = cursor.p
            name = cursor.string()
            if name in seen:
                refuse('duplicateKeyName', start)
            seen.add(name)
            type = descriptor(cursor, self.names, len(self.names))
            since = self.since(cursor, entry)
            at_flags = cursor.p
            flags = cursor.byte()
            if flags >= len(FLAGS):
                refuse('flags', at_flags)
            keys.append(Key(name, type, since, FLAGS[flags], start))
        return keys

    def case(self, cursor, entry, index, seen):
        start = cursor.p
        name = cursor.string()
        if name in seen:
            refuse('duplicateCaseName', start)
        seen.add(name)
        since = self.since(cursor, entry)
        at_flags = cursor.p
        flags = cursor.byte()
        if flags >= len(FLAGS) or FLAGS[flags] == 'optional':
            refuse('flags', at_flags)
        keys = self.keys(cursor, entry, cursor.count())
        return Case(name, since, FLAGS[flags] == 'retired', index, keys, start)

    @staticmethod
    def since(cursor, entry):
        start = cursor.p
        since = cursor.number(VERSION)
        if not 1 <= since <= entry.version:
            refuse('since', start)
        return since

    def link(self, entries, parents):
        """Superclasses, when all entries of a chunk have been read: C6 for all, then C7 and L3 entry by entry."""
        for entry, parent in zip(entries, parents):
            if parent:
                entry.parent = self.entries[parent - 1]
                if entry.parent.kind != 'class':
                    refuse('superclass', entry.parent_offset)
        for entry in entries:
            # Follow the chain to an entry whose length is known (0: not known; -1: on this path, so a loop).
            path, above = [], entry
            while above and above.length == 0:
                above.length = -1
                path.append(above)
                above = above.parent
            if above and above.length == -1:
                refuse('superclassLoop', entry.parent_offset)
            length = above.length if above else 0
            for below in reversed(path):
                length += 1
                below.length = length
            if entry.length > CHAIN_LENGTH:
                refuse('superclassChain', entry.parent_offset)
