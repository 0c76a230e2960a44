"""Chapter 9.2: the seventh phase, which requires the canonical form of a valid archive."""
from itertools import zip_longest

from classes import Case
from objects import named_values, records
from tables import BLOCK_SIZE, CANONICAL_PLACES, KINDS, require


class Judge:
    """Watches the values of phase 7."""

    def __init__(self):
        self.next = 1                             # the next number due (K7)
        self.depth_in_keys = 0                    # how many set elements and map keys are open (K11)
        self.entries, self.names, self.types, self.records = set(), set(), set(), 0

    def names_object(self, number, start):
        require(number <= self.next, 'canonicalNumbers', start)
        self.next += number == self.next
        self.no_reference_in_key(start)

    def no_reference_in_key(self, start):
        require(self.depth_in_keys == 0, 'referenceInKey', start)

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
    require(not archive.content.minor and not archive.content.writer, 'canonicalHead', archive.chunks[0].start)
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
