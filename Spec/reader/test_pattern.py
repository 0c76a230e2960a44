#!/usr/bin/env python3
"""Checks Spec/stele.hexpat, the pattern for ImHex: all valid fixtures have the structure that the reader finds.

Run with: python3 Spec/reader/test_pattern.py

The interpreter below knows as much of the pattern language as the pattern uses: enums, structs, conditions, arrays of a
count or while a condition holds, aliases, one variable at an offset; and `type::uLEB128`, `std::mem::size`, `sizeof`.
Anything else is an error.
"""
import json
import os
import re
import struct
import sys
import unittest

from reading import Archive
from stele import with_deep_stack
from tables import CODES, FLAGS, KINDS

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.environ.get('STELE_FIXTURES', os.path.join(HERE, os.pardir, os.pardir, 'Fixtures'))
PATTERN = os.path.join(HERE, os.pardir, 'stele.hexpat')
TOKEN = re.compile(r'\s+|//[^\n]*|#[^\n]*|(0x[0-9A-Fa-f]+|[0-9]+|\$|[A-Za-z_][\w]*(?:::\w+)*|==|!=|<=|>=|[-+*/%<>(){}\[\]=;:,.@])')
NUMBERS = {'u8': 1, 'char': 1, 'u32': 4, 'u64': 8}
LEVELS = [['==', '!='], ['<', '<=', '>', '>='], ['+', '-'], ['*', '/', '%']]


class Pattern:
    """A pattern, taken apart: structs are lists of statements, expressions are nested tuples."""

    def __init__(self, text):
        self.tokens, end = [], 0
        for match in TOKEN.finditer(text):
            if match.start() != end:
                break
            end = match.end()
            self.tokens += [match[1]] * bool(match[1])
        if end != len(text):
            raise SyntaxError(f'not known: {text[end:end + 20]!r}')
        self.tokens.reverse()
        self.aliases, self.enums, self.structs, self.start = {}, {}, {}, None
        while self.tokens:
            self.definition()

    def take(self, *expected):
        token = self.tokens.pop()
        if expected and token not in expected:
            raise SyntaxError(f'{token} in the place of {" or ".join(expected)}')
        return token

    def accept(self, token):
        if self.tokens and self.tokens[-1] == token:
            return self.tokens.pop()

    def definition(self):
        word = self.take()
        if word == 'import':
            while self.take() != ';':
                pass
        elif word == 'using':
            name = self.take()
            if self.accept('='):
                self.aliases[name] = self.take()
            self.take(';')
        elif word == 'enum':
            name, _, size, _ = self.take(), self.take(':'), NUMBERS[self.take()], self.take('{')
            members = {}
            while True:
                member, _ = self.take(), self.take('=')
                members[member] = int(self.take(), 0)
                if self.take(',', '}') == '}':
                    break
            self.enums[name] = size, members
            self.take(';')
        elif word == 'struct':
            name = self.take()
            self.structs[name] = self.block()
            self.take(';')
        else:
            _, _, offset, _ = self.take(), self.take('@'), self.take(), self.take(';')
            self.start = word, int(offset, 0)

    def block(self):
        self.take('{')
        statements = []
        while not self.accept('}'):
            statements.append(self.statement())
        return statements

    def statement(self):
        word = self.take()
        if word == 'if':
            self.take('(')
            condition, _, then = self.expression(), self.take(')'), self.block()
            rest = []
            if self.accept('else'):
                rest = [self.statement()] if self.tokens[-1] == 'if' else self.block()
            return 'if', condition, then, rest
        name, count = self.take(), None
        if self.accept('['):
            if self.accept('while'):
                self.take('(')
                count = 'while', self.expression()
                self.take(')')
            else:
                count = 'count', self.expression()
            self.take(']')
        self.take(';')
        return 'field', word, name, count

    def expression(self, level=0):
        if level == len(LEVELS):
            token = self.take()
            if token == '(':
                result, _ = self.expression(), self.take(')')
                return result
            if token in ('sizeof', 'std::mem::size'):
                self.take('(')
                name = None if self.accept(')') else self.take()
                if name:
                    self.take(')')
                return token, name
            return 'number' if token[0].isdigit() else 'name', token
        left = self.expression(level + 1)
        while self.tokens[-1] in LEVELS[level]:
            left = self.take(), left, self.expression(level + 1)
        return left


class Run:
    """A pattern over the bytes of a file. A struct becomes a dict, an array a list; `sizes` has those of its fields."""

    def __init__(self, pattern, data):
        self.pattern, self.data = pattern, data
        name, self.p = pattern.start
        self.result = self.value(name)

    def value(self, name):
        name = self.pattern.aliases.get(name, name)
        if name == 'type::uLEB128':
            value, shift = 0, 0
            while True:
                byte = self.number(1)
                value |= (byte & 0x7F) << shift
                shift += 7
                if byte < 0x80:
                    return value
        if name in self.pattern.enums:
            return self.number(self.pattern.enums[name][0])
        if name in NUMBERS:
            return self.number(NUMBERS[name])
        fields = {}
        self.run(self.pattern.structs[name], fields, {})
        return fields

    def number(self, size):
        self.p += size
        if self.p > len(self.data):
            raise EOFError
        return int.from_bytes(self.data[self.p - size:self.p], 'little')

    def run(self, statements, fields, sizes):
        for kind, *rest in statements:
            if kind == 'if':
                condition, then, otherwise = rest
                self.run(then if self.evaluated(condition, fields, sizes) else otherwise, fields, sizes)
                continue
            type, name, count = rest
            start = self.p
            if count is None:
                fields[name] = self.value(type)
            elif count[0] == 'while':
                fields[name] = []
                while self.evaluated(count[1], fields, sizes):
                    fields[name].append(self.value(type))
            else:
                fields[name] = [self.value(type) for _ in range(self.evaluated(count[1], fields, sizes))]
            sizes[name] = self.p - start

    def evaluated(self, expression, fields, sizes):
        kind, *rest = expression
        if kind == 'number':
            return int(rest[0], 0)
        if kind == 'name':
            enum, _, member = rest[0].partition('::')
            return self.p if enum == '$' else self.pattern.enums[enum][1][member] if member else fields[enum]
        if kind == 'sizeof':
            return sizes[rest[0]]
        if kind == 'std::mem::size':
            return len(self.data)
        a, b = (self.evaluated(part, fields, sizes) for part in rest)
        return {'==': a == b, '!=': a != b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b, '+': a + b, '-': a - b,
                '*': a * b, '/': a // b if b else 0, '%': a % b if b else 0}[kind]


def text(string):
    return bytes(string.get('text', [])).decode('utf-8')


def type_of(node, names):
    """The tuple of the reader for a type (classes.py)."""
    name = CODES[node['code']]['name']
    if 'name' in node:
        return name, names[node['name'] - 1] if node['name'] else ''
    return (name, *(type_of(node[part], names) for part in ('element', 'key', 'value') if part in node))


def keys(node, names):
    return [(text(key['name']), type_of(key['type'], names), key['since'], FLAGS[key['flags']])
            for key in node.get('keys', [])]


class PatternTests(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        with open(PATTERN, encoding='utf-8') as file:
            cls.pattern = Pattern(file.read())

    def test_valid_fixtures_have_the_structure_that_the_reader_finds(self):
        with open(os.path.join(FIXTURES, 'manifest.json'), encoding='utf-8') as file:
            manifest = json.load(file)
        rows = [row['file'] for row in manifest['valid'] + manifest['nscoding']]
        self.assertGreater(len(rows), 0)
        for name in rows:
            with self.subTest(name), open(os.path.join(FIXTURES, *name.split('/')), 'rb') as file:
                self.check(file.read())

    def check(self, data):
        run = Run(self.pattern, data)
        archive, chunks = Archive(data), run.result['chunks']
        self.assertEqual(run.p, len(data))
        self.assertEqual(bytes(run.result['signature'] + run.result['closing_signature']), data[:8] + data[-8:])
        frames = [(struct.pack('<I', chunk['type']).decode(), struct.pack('<QQ', chunk['length'], chunk['payload_check']))
                  for chunk in chunks]
        self.assertEqual(frames, [(chunk.type, chunk.tail) for chunk in archive.chunks])
        head = chunks[0]['head']
        self.assertEqual((head['major'], head['minor'], text(head['type']), text(head['writer'])),
                         (1, 0, archive.content.document_type, archive.content.writer))
        self.check_classes([chunk['class_table'] for chunk in chunks if 'class_table' in chunk], archive)
        records = [(record['entry'], bytes(record.get('values', [])))
                   for chunk in chunks if 'block' in chunk for record in chunk['block']['records']]
        self.assertEqual(records, [(entry.number, data[start:end]) for chunk in archive.of_type('OBJS')
                                   for _, start, end, entry in chunk.records])
        slots = [slot for chunk in chunks if 'weak_slots' in chunk for slot in chunk['weak_slots'].get('slots', [])]
        self.assertEqual(slots, list(archive.slots))
        index = chunks[-1]['index']
        self.assertEqual([(entry['type'], entry['length'], entry['payload_check']) for entry in index.get('entries', [])],
                         [(chunk['type'], chunk['length'], chunk['payload_check']) for chunk in chunks[:-1]])
        self.assertEqual([entry['count'] for entry in index.get('entries', [])],
                         [chunk.count or 0 for chunk in archive.chunks[:-1]])
        self.assertEqual(index['offset'], archive.chunks[-1].offset)

    def check_classes(self, tables, archive):
        names = []
        found = []
        for table in tables:
            names += [text(name) for name in table.get('names', [])]
            for entry in table.get('entries', []):
                cases = [(text(case['name']), case['since'], FLAGS[case['flags']], keys(case['keys'], names))
                         for case in entry.get('cases', [])]
                found.append((names[entry['name'] - 1], entry['version'], KINDS[entry['kind']], entry['superclass'],
                              keys(entry.get('keys', {}), names), cases))
        self.assertEqual(names, archive.table.names)
        expected = []
        for entry in archive.table.entries:
            own = [(key.name, key.type, key.since, key.flags) for key in entry.keys]
            cases = [(case.name, case.since, 'retired' if case.retired else 'required',
                      [(key.name, key.type, key.since, key.flags) for key in case.keys]) for case in entry.cases]
            expected.append((entry.name, entry.version, entry.kind, entry.parent.number if entry.parent else 0, own, cases))
        self.assertEqual(found, expected)

    def test_type_codes_are_those_of_the_table(self):
        names = {name.rstrip('_'): code for name, code in self.pattern.enums['TypeCode'][1].items()}
        self.assertEqual(names, {row['name']: code for code, row in CODES.items()})


if __name__ == '__main__':
    program = with_deep_stack(unittest.main, exit=False)
    sys.exit(not program.result.wasSuccessful())
