"""Chapters 3.1 and 4: type descriptors and the class table.

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
    keys, stored, optional_count = (), (), 0

    def set_keys(self, keys):
        self.keys, self.stored = keys, [key for key in keys if key.flags != 'retired']
        self.optional_count = sum(key.flags == 'optional' for key in keys)


class Case(Level):
    def __init__(self, name, since, retired, index, keys, offset=None):
        self.name, self.since, self.retired, self.index, self.offset = name, since, retired, index, offset
        self.set_keys(keys)


class Entry(Level):
    """A class entry (4.2). `parent` is the entry of the superclass, or None."""
    parent = parent_offset = levels = None
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
        """The chain, the topmost superclass first. It is kept from the first record of the entry on (10.5)."""
        self.levels = self.levels or list(self.chain())[::-1]
        return self.levels


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
