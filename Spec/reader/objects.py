"""Chapters 5 and 6: blocks, weak slots, records, roots and metadata."""
from primitives import VERSION, Cursor
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
        length, offset = cursor.count(width=VERSION), cursor.start
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


#: The rules on the names of roots and of metadata items: all different (6), and in order (9.2).
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
