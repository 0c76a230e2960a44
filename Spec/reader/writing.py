"""Annex C.6: from content to the bytes of an archive. Blocks are cut as in K8, lists written as in 3.5."""
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
