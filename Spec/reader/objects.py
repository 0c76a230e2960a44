"""Chapters 5 and 6: blocks, weak slots, records, roots and metadata."""
from primitives import VERSION, Cursor
from tables import refuse
from values import ValueReader


def record_frames(cursor, chunk, table, object_entries):
    """Phase 4: a block without the values of its records (5.1, 5.2)."""
    start = cursor.p
    if cursor.number() != len(object_entries) + 1:
        refuse('firstNumber', start)
    start = cursor.p
    count = cursor.number()
    if count == 0:
        refuse('emptyBlock', start)
    cursor.payable(count, 1, start)
    if count != chunk.count:
        refuse('indexCount', start)
    chunk.records = []
    for _ in range(count):
        start = cursor.p
        length = cursor.number(VERSION)
        cursor.payable(length, 1, start)
        record = Cursor(cursor.data, cursor.p, cursor.p + length)
        number = record.number()
        if not 1 <= number <= chunk.entries:
            refuse('undefinedEntry', cursor.p)
        entry = table.entries[number - 1]
        if entry.kind != 'class':
            refuse('recordKind', cursor.p)
        chunk.records.append((start, record.p, record.end, entry))
        object_entries.append(entry)
        cursor.p = record.end
    cursor.finish()


def weak_slots(cursor, chunk, object_count):
    """Phase 5: what each slot holds (5.5)."""
    start = cursor.p
    count = cursor.count()
    if count != chunk.count:
        refuse('indexCount', start)
    slots = []
    for _ in range(count):
        start = cursor.p
        slots.append(cursor.number())
        if slots[-1] > object_count:
            refuse('danglingReference', start)
    cursor.finish()
    return slots


def records(archive, chunk, judge=None):
    """Phase 6: the objects of a block, each as (entry, [values of each level of the chain, the topmost first])."""
    reader, objects = ValueReader(archive, chunk, judge), []
    for start, values, end, entry in chunk.records:
        if judge:
            judge.reaches_record(start, entry)
        reader.cursor = Cursor(archive.data, values, end)
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
    if chunk.count not in (None, count):
        refuse('indexCount', chunk.start)
    chunk.is_empty = count == 0
    unique, ascending = NAME_RULES[chunk.type]
    for _ in range(count):
        start = cursor.p
        name = cursor.string()
        if judge and items and name <= items[-1][0]:
            refuse(ascending, start)
        if name in seen:
            refuse(unique, start)
        seen.add(name)
        type = reader.type()
        items.append((name, type, reader.value(type, 1)))
    cursor.finish()
    return items
