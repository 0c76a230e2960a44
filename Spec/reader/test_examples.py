#!/usr/bin/env python3
"""Checks the examples of the text, byte by byte, by the reader: the hex blocks of the chapters and of the guides of the
libraries, bytes in tables and sentences of chapters 1 and 3, and those of annexes B and G.

Run with: python3 Spec/reader/test_examples.py

A hex block is code in a fence whose first line is

    ```hex SUBJECT [VERDICT]

Each line of it has bytes, as two upper-case hex digits each, and a remark, which begins with the first word that is no
such byte. `N * BYTES` is so many times these bytes. For the subjects `archive` and `part` a line begins with its offset.

    subject         the archive that is made of the block; HEAD has version 1.0 and empty strings, checks are right
    archive         the block
    part of FILE    none: the bytes are those of this fixture, at the offsets of the lines
    chunks          HEAD, CLAS, the block, INDX
    payload TYPE    HEAD, CLAS, OBJS, WEAK, a chunk with this payload, INDX; HEAD, OBJS, WEAK, INDX take their places.
                    Its count in the index is the one in the payload, where there is one
    record          as payload OBJS, of the first block with one record
    value TYPE      HEAD, CLAS, OBJS, WEAK, ROOT with one root, INDX. The type is in words: `map string ref Dog`
    type            HEAD, CLAS with one entry more, which has a retired key of this type, INDX

    verdict                       offsets count from the first byte of the block
    (none)                        the archive is valid
    = JSON                        and this is the text of the value (annex C.5)
    refused RULE at N             it is not: the first refusal (8.1)
    not canonical RULE at N       it is valid; a check that requires the canonical form (9.6) refuses it
    no canonical form RULE        it is valid, and has no canonical form (9.7)

CLAS, OBJS and WEAK are those of the context, a fence that begins with ```classes, up to the next one or a heading:

    entry N: KIND NAME [VERSION] [of SUPER] { NAME: TYPE [optional|retired] [since N], ... }
    object N: BYTES                       the record with its length
    slots: NUMBER ...

The braces of an enum hold cases, `NAME[(KEYS)] [retired] [since N]`. Names are numbered as the entries use them first. Code in a
fence with ```json that follows an archive under the same heading is its text.
"""
import glob
import json
import os
import re
import struct
import sys
import unittest

import notation
from canonical import require_canonical
from classes import Case, Entry, Key
from file import header_check, padded
from joining import canonical_form
from notation import are_equal, json_text, parsed, value_tree
from primitives import string, varint, xxh64
from reading import Archive, Content
from stele import with_deep_stack
from tables import CODES, SIGNATURE, TYPES, Refusal
from writing import Writer, chunk, counted, seal

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, os.pardir, os.pardir))
FIXTURES = os.environ.get('STELE_FIXTURES', os.path.join(TOP, 'Fixtures'))
#: Which varint of a payload is the count in the index (6.3), counted from 0.
COUNTS = {'CLAS': 1, 'OBJS': 1, 'ROOT': 0, 'WEAK': 0}
VERDICTS = '= .*|refused .*|not canonical .*|no canonical form .*'
INFO = re.compile('(?:(?P<plain>archive|chunks|record|type)|part of (?P<file>[^ ]+)|payload (?P<chunk>[A-Za-z]{4})'
                  f'|value (?P<value>.*?))(?: (?P<verdict>{VERDICTS}))?')
ENTRY = re.compile(r'entry (\d+): (class|struct|enum) ([^ ]+)(?: (\d+))?(?: of (\d+))? \{(.*)\}')
KEY = re.compile(r'([^ ]+): (.*?)(?: (optional|retired))?(?: since (\d+))?')
CASE = re.compile(r'([^ (]+)(?:\((.*)\))?(?: (retired))?(?: since (\d+))?')


class Wrong(Exception):
    """An example does not have the form above, or is not right."""


def matched(pattern, text):
    match = re.fullmatch(pattern, text)
    if match is None:
        raise Wrong(f'not understood: {text}')
    return match


# Context.

def type_of(text):
    """A type in words."""
    words = text.split()

    def next_type():
        name = words.pop(0)
        if TYPES[name]['follows'] == ['name']:
            follows = words.pop(0)
            return name, '' if follows == '0' else follows
        return (name, *[next_type() for _ in TYPES[name]['follows']])

    try:
        type = next_type()
    except LookupError:
        raise Wrong(f'no type: {text}') from None
    if words:
        raise Wrong(f'a type, and more: {text}')
    return type


def parts(text):
    """What stands between commas, but not those in brackets."""
    return [part.strip() for part in re.findall(r'(?:[^,(]|\([^)]*\))+', text) if part.strip()]


def keys(text):
    matches = [matched(KEY, part) for part in parts(text)]
    return [Key(match[1], type_of(match[2]), int(match[4] or 1), match[3] or 'required') for match in matches]


class Context:
    """What an archive has beside the block."""

    def __init__(self, lines=()):
        self.entries, self.objects, self.slots = [], [], None
        parents = []
        for line in filter(None, map(str.strip, lines)):
            kind, _, rest = line.partition(': ')
            if kind == 'slots':
                self.slots = [int(word) for word in rest.split()]
            elif kind.startswith('object '):
                self.objects.append(bytes.fromhex(matched('object [0-9]+: ([0-9A-F ]+)', line)[1]))
            else:
                number, kind, name, version, parent, body = matched(ENTRY, line).groups()
                if int(number) != len(self.entries) + 1:
                    raise Wrong(f'the entry has another number: {line}')
                entry = Entry(int(number), name, int(version or 1), kind)
                if kind == 'enum':
                    cases = [matched(CASE, part).groups() for part in parts(body)]
                    entry.cases = [Case(case, int(since or 1), bool(retired), i, keys(rest or ''))
                                   for i, (case, rest, retired, since) in enumerate(cases)]
                else:
                    entry.set_keys(keys(body))
                self.entries.append(entry)
                parents.append(int(parent or 0))
        for entry, parent in zip(self.entries, parents):
            entry.parent = self.entries[parent - 1] if parent else None
        self.writer = Writer(Content())
        self.names = list(dict.fromkeys(entry.name for entry in self.entries))
        self.writer.name_numbers.update({'': 0, **{name: i for i, name in enumerate(self.names, 1)}})

    def chunks(self):
        """The chunks before the index, as (type, payload, count in the index)."""
        chunks = [('HEAD', b'\1\0\0\0', 0)]
        if self.entries:
            payload, _ = self.classes()
            chunks.append(('CLAS', payload, len(self.entries)))
        if self.objects:
            chunks.append(('OBJS', b'\1' + counted(self.objects), len(self.objects)))
        if self.slots is not None:
            chunks.append(('WEAK', counted(list(map(varint, self.slots))), len(self.slots)))
        return chunks

    def classes(self, names=(), entries=()):
        """The payload of CLAS with further names and entries, and how long it is before these entries."""
        names = [string(name) for name in [*self.names, *names]]
        own = [self.writer.entry(entry) for entry in self.entries]
        start = varint(len(names)) + varint(len(own) + len(entries)) + b''.join(names + own)
        return start + b''.join(entries), len(start)


# Archives.

def bytes_of(lines, has_offsets):
    """The bytes of the lines as (offset or None, bytes)."""
    result = []
    for line in lines:
        words, offset, times = line.split(), None, 1
        if not words:
            continue
        if has_offsets:
            offset = int(matched('[0-9]+', words.pop(0))[0])
        if words[1:2] == ['*'] and words[0].isdigit():
            times, words = int(words[0]), words[2:]
        count = next((i for i, word in enumerate(words) if not re.fullmatch('[0-9A-F]{2}', word)), len(words))
        result.append((offset, bytes.fromhex(''.join(words[:count])) * times))
    return result


def require_offsets(lines, start=0):
    for offset, data in lines:
        if offset != start:
            raise Wrong(f'the line of offset {offset} stands at {start}')
        start += len(data)


def count(type, payload):
    """The count of a payload in the index; 0 if there is none or if it is malformed."""
    if type not in COUNTS:
        return 0
    numbers = re.findall(rb'[\x80-\xff]*[\x00-\x7f]', payload)[:COUNTS[type] + 1]
    if len(numbers) <= COUNTS[type]:
        return 0
    return sum((byte & 0x7F) << 7 * i for i, byte in enumerate(numbers[-1])) & 0xFFFFFFFF


def places(data):
    """The types of the chunks and where their payloads begin."""
    result, p = [], 8
    while p + 24 <= len(data):
        result.append((data[p:p + 4].decode('latin-1'), p + 24))
        p = padded(p + 24 + struct.unpack_from('<Q', data, p + 8)[0])
    return result


def place(data, type):
    """Where the payload of the last chunk of a type begins."""
    return [start for name, start in places(data[:-8]) if name == type][-1]


def with_payload(context, type, payload):
    """An archive with a chunk, and where its payload begins."""
    chunks = context.chunks()
    if type == 'INDX':
        data = bytearray(seal(chunks))
        del data[place(data, 'INDX') - 24:]
        start = len(data) + 24
        chunk(data, 'INDX', payload)
        return bytes(data + SIGNATURE), start
    new = type, payload, count(type, payload)
    if type in ('HEAD', 'OBJS', 'WEAK'):
        chunks = [old for old in chunks if old[0] != type]
    index = {'HEAD': 0, 'OBJS': sum(old[0] != 'WEAK' for old in chunks)}.get(type, len(chunks))
    data = seal(chunks[:index] + [new] + chunks[index:])
    return data, place(data, type)


def with_chunks(context, block):
    """An archive with whole chunks, and where they begin."""
    data = bytearray(seal(context.chunks()))
    start = place(data, 'INDX') - 24
    data[start:] = block
    index = b''
    for type, p in places(data):
        tail = bytes(data[p - 16:p])
        payload = bytes(data[p:p + struct.unpack_from('<Q', tail)[0]])
        index += struct.pack('<4sI', type.encode('latin-1'), count(type, payload) or 0) + tail
    chunk(data, 'INDX', index + struct.pack('<Q', len(data)))
    return bytes(data + SIGNATURE), start


def archive_of(context, info, data):
    """The archive of a block, and where the block begins in it."""
    if info['plain'] == 'archive':
        return data, 0
    if info['plain'] == 'chunks':
        return with_chunks(context, data)
    if info['plain'] == 'record':
        archive, start = with_payload(context, 'OBJS', b'\1\1' + data)
        return archive, start + 2
    if info['plain'] == 'type':
        entry = varint(len(context.names) + 1) + b'\1\1\0\1' + string('k')      # struct, one key
        payload, start = context.classes(['~'], [entry + data + b'\1\2'])
        archive = seal([context.chunks()[0], ('CLAS', payload, len(context.entries) + 1)])
        return archive, place(archive, 'CLAS') + start + len(entry)
    if info['chunk']:
        return with_payload(context, info['chunk'], data)
    try:
        root = b'\1' + string('x') + context.writer.type(type_of(info['value']))
    except KeyError as error:
        raise Wrong(f'no entry has the name {error}') from None
    archive, start = with_payload(context, 'ROOT', root + data)
    return archive, start + len(root)


# Verdicts.

def finding(function, start=0):
    """What a function refuses, as in a verdict."""
    try:
        function()
    except Refusal as refusal:
        return refusal.rule if refusal.offset is None else f'{refusal.rule} at {refusal.offset - start}'


def check(context, info, lines):
    """Checks one hex block. Returns its archive, or None for a part of one."""
    info = matched(INFO, info)
    has_offsets = info['plain'] == 'archive' or info['file'] is not None
    lines = bytes_of(lines, has_offsets)
    data = b''.join(part for _, part in lines)
    if not data:
        raise Wrong('there are no bytes')
    if info['file']:
        with open(os.path.join(FIXTURES, *info['file'].split('/')), 'rb') as file:
            whole = file.read()
        for offset, part in lines:
            if whole[offset:offset + len(part)] != part:
                raise Wrong(f'{info["file"]} has {whole[offset:offset + len(part)].hex(" ").upper()} at {offset}')
        if info['verdict']:
            raise Wrong('a part has no verdict')
        return None
    if info['plain'] == 'archive':
        require_offsets(lines)
    data, start = archive_of(context, info, data)
    verdict, found = info['verdict'] or 'valid', 'valid'
    refusal = finding(lambda: Archive(data), start)
    if refusal:
        found = f'refused {refusal}'
    elif verdict.startswith('not canonical '):
        found = f'not canonical {finding(lambda: require_canonical(Archive(data)), start)}'
    elif verdict.startswith('no canonical form '):
        found = f'no canonical form {finding(lambda: canonical_form(Archive(data).content), start)}'
    elif verdict.startswith('= '):
        (_, type, value), = Archive(data).content.roots
        text = json_text(value_tree(type, value))
        found = verdict if are_equal(parsed(text), parsed(verdict[2:])) else f'= {text}'
    if found != verdict:
        raise Wrong(f'the reader says: {found}')
    return data


def fences(text):
    """The fences and headings of a text as (line, info or None, lines)."""
    lines = text.split('\n')
    i = 0
    while i < len(lines):
        i += 1
        if re.match('#+ ', lines[i - 1]):
            yield i, None, []
        elif lines[i - 1].startswith('```'):
            start = i
            while not lines[i].startswith('```'):
                i += 1
            yield start, lines[start - 1][3:].strip(), lines[start:i]
            i += 1


def examples(text):
    """Checks the examples of a text. Gives the line of each, and what is wrong with it or None."""
    context, archive = Context(), None
    for line, info, lines in fences(text):
        kind, _, info = ('', '', None) if info is None else info.partition(' ')
        problem = None
        try:
            if info is None:
                context, archive = Context(), None
            elif kind == 'classes':
                context = Context(lines)
            elif kind == 'hex':
                archive = check(context, info, lines)
                archive = archive if info.startswith('archive') else None
            elif kind == 'json' and archive:
                text = notation.text(Archive(archive).content)
                if not are_equal(parsed(text), parsed('\n'.join(lines))):
                    raise Wrong(f'the text of the archive is {text}')
            else:
                continue
        except (Wrong, Refusal, notation.TextError, OSError) as error:
            problem = str(error)
        if kind in ('hex', 'json') or problem:
            yield line, problem


class ExampleTests(unittest.TestCase):
    def test_hex_blocks_of_the_chapters_and_guides_are_right(self):
        files = glob.glob(os.path.join(HERE, os.pardir, '*.md'))
        files += glob.glob(os.path.join(TOP, 'Sources', '*', '*.docc', '**', '*.md'), recursive=True)
        total = 0
        for name in sorted(files):
            with open(name, encoding='utf-8') as file:
                text = file.read()
            for line, problem in examples(text):
                total += 1
                with self.subTest(f'{os.path.basename(name)}:{line}'):
                    self.assertIsNone(problem)
        self.assertGreater(total, 0)

    def test_archives_of_annex_b_are_the_fixtures(self):
        with open(os.path.join(HERE, os.pardir, 'annex-b-examples.md'), encoding='utf-8') as file:
            sections = file.read().split('\n## ')[1:]
        self.assertGreater(len(sections), 0)
        for section in sections:
            name, size = re.search(r'`Fixtures/(.*?)`, ([0-9,]+) bytes', section).groups()
            with self.subTest(name), open(os.path.join(FIXTURES, *name.split('/')), 'rb') as file:
                whole = file.read()
                code = [line for line in section.split('\n') if line.startswith('    ')]
                lines, offset = [], 0
                for line in code:
                    # A further line of a long field has no offset.
                    match = re.match(r' +(?:([0-9]+)  )? *((?:[0-9A-F]{2} )*[0-9A-F]{2})(?:  |$)', line)
                    if match:
                        data = bytes.fromhex(match[2])
                        lines.append((int(match[1]) if match[1] else offset, data))
                        offset += len(data)
                require_offsets(lines)
                self.assertEqual(b''.join(part for _, part in lines), whole)
                self.assertEqual(int(size.replace(',', '')), len(whole))
                text = '\n'.join(code)
                text = text[text.index('    {'):]
                self.assertTrue(are_equal(parsed(text), parsed(notation.text(Archive(whole).content))))


HEX = '`((?:[0-9A-F]{2} ?)+)`'


class TableTests(unittest.TestCase):
    """Bytes that stand in tables and sentences."""

    def chapter(self, name, start, end):
        """A part of a chapter, from the first place of some words to the next one of others."""
        with open(os.path.join(HERE, os.pardir, name), encoding='utf-8') as file:
            return file.read().partition(start)[2].partition(end)[0]

    def found(self, pattern, text, count):
        result = re.findall(pattern, text)
        self.assertEqual(len(result), count)
        return result

    def test_type_codes(self):
        rows = [line.strip('| ').split(' | ')
                for line in self.chapter('03-types-and-values.md', '| code | type |', '\n\n').split('\n')[2:]]
        self.assertEqual({row[0]: row[1].split(' ')[0] for row in rows},
                         {f'{code:02X}': row['name'] for code, row in CODES.items()})

    def test_values_of_annex_g(self):
        text = self.chapter('annex-g-values.md', '# Annex G', '\x00')
        context = Context(text.partition('```classes\n')[2].partition('```')[0].split('\n'))
        types = set()
        for type, value, data in self.found(r'\| ([a-zA-Z0-9 ]+) \| `(.*)` \| ' + HEX + r' \|', text, 55):
            types.update(type.split())
            with self.subTest(type, value=value):
                check(context, f'value {type} = {value}', [data])
        self.assertLessEqual(set(TYPES), types)

    def test_varints(self):
        def number(text):
            return eval(text.replace(',', '').replace('^', '**'))        # such as 2^31 - 1

        text = self.chapter('01-conventions.md', '## 1.4', '## 1.5')
        for value, data in self.found(r'\| ([0-9,^ -]+) \| ' + HEX, text.partition('| signed')[0], 8):
            self.assertEqual(varint(number(value)), bytes.fromhex(data), value)
        for value, data in self.found(r'\| ([0-9,-]+) \| ' + HEX, text.partition('| signed')[2], 7):
            with self.subTest(value):
                check(Context(), f'value int32 = {number(value)}', [data])

    def test_strings(self):
        text = self.chapter('01-conventions.md', '## 1.6', '## 1.7').replace('\n', ' ')
        for data, value in zip(self.found(HEX, text.partition('The string "')[2].partition('```')[0], 3), ['é', '\U0001F3FA', '']):
            check(Context(), f'value string = {json.dumps(value)}', [data])
        for data, offset in self.found(HEX + r' \((?:[^()]*, )?([0-9])\)', text.partition('Refused')[2], 5):
            count = len(bytes.fromhex(data))
            check(Context(), f'value string refused P6 at {1 + int(offset)}', [f'{count:02X} {data}'])

    def test_hashes(self):
        inputs = [b'', b'a', b'abc', bytes(range(32)), bytes(range(101)), b'Stele']
        rows = self.found(r'\| ([0-9A-F]+) \| `([0-9A-F]{16})` \|', self.chapter('01-conventions.md', '## 1.7', '\x00'), 6)
        for data, (seed, sum) in zip(inputs, rows):
            self.assertEqual(f'{xxh64(data, int(seed, 16)):016X}', sum)

    def test_decimals(self):
        text = self.chapter('03-types-and-values.md', 'Likewise 1 is', '\n\n')
        for data, value in zip(self.found(HEX, text, 3), ['1e0', '10e-1', 'nan']):
            check(Context(), f'value decimal = {json.dumps(value)}', [data])

    def test_signatures(self):
        for name in ['02-file.md', '13-media-type.md']:
            data, = self.found(r'\n    ((?:[0-9A-F]{2} ?){8})\n', self.chapter(name, '\n## ', '\x00'), 1)
            self.assertEqual(bytes.fromhex(data), SIGNATURE)


POINTS = '```classes\nentry 1: struct Point { x: int8, y: int8 }\nentry 2: enum E { no, yes(a: bool, b: bool) }\n```\n'


class FormTests(unittest.TestCase):
    def problems(self, text):
        return [problem for _, problem in examples(text)]

    def test_right_examples_have_no_problem(self):
        for block in [
                '```hex value uint8 = 7\n07  seven\n```',
                '```hex value list struct Point\n02 01  two of entry 1\n01 02\n03 04\n```',
                '```hex value enum E = {"class": 2, "case": "yes", "values": {"a": true, "b": false}}\n02 01 01 00\n```',
                '```hex type\n21 32 01\n```', '```hex type refused T1 at 1\n21 99\n```',
                '```hex payload ROOT refused P5 at 0\n01\n```', '```hex payload HEAD refused F12 at 1\n01 03 00 00\n```',
                '```hex payload INDX refused X3 at 0\n3 * 00\n```',
                '```hex chunks refused F8 at 0\n' + (seal([('ABCD', b'', 0)])[8:32]).hex(' ').upper() + '\n```',
                '```hex value any refused L2 at 768\n256 * 21 14 01  any, list any\n07 05\n```']:
            with self.subTest(block):
                self.assertEqual(self.problems(POINTS + block), [None])

    def test_cases_have_keys_since_and_may_be_retired(self):
        cases = 'a(x: int8, y: bool optional since 2) since 2, b retired, c(z: int8 retired) retired since 3, d'
        context = Context([f'entry 1: enum E 3 {{ {cases} }}'])
        self.assertEqual(
            [(case.name, case.since, case.retired, [(key.name, key.since, key.flags) for key in case.keys])
             for case in context.entries[0].cases],
            [('a', 2, False, [('x', 1, 'required'), ('y', 2, 'optional')]), ('b', 1, True, []),
             ('c', 3, True, [('z', 1, 'retired')]), ('d', 1, False, [])])

    def test_wrong_examples_have_a_problem(self):
        for block, problem in [
                ('```hex value uint8 = 7\n08\n```', 'the reader says: = 8'),
                ('```hex value bool\n02\n```', 'the reader says: refused V1 at 0'),
                ('```hex value bool refused V1 at 1\n02\n```', 'the reader says: refused V1 at 0'),
                ('```hex value bool refused V1 at 0\n01\n```', 'the reader says: valid'),
                ('# No context\n```hex value set uint8 not canonical K10 at 2\n02 05 06\n```', 'the reader says: not canonical None'),
                ('```hex value bool no canonical form K11\n01\n```', 'the reader says: no canonical form None'),
                ('```hex value struct Point\n01 01 02\n```', None),
                ('```hex bytes\n01\n```', 'not understood: bytes'),
                ('```hex value unknown\n01\n```', 'no type: unknown'),
                ('```hex value bool\nno bytes\n```', 'there are no bytes'),
                ('```hex archive\n8  01\n```', 'the line of offset 8 stands at 0')]:
            with self.subTest(block):
                self.assertEqual(self.problems(POINTS + block)[0], problem)
        self.assertEqual(self.problems(POINTS + '# A heading\n```hex value struct Point\n01 01 02\n```'),
                         ["no entry has the name 'Point'"])

    def test_the_json_after_an_archive_is_its_text(self):
        data = seal([('HEAD', b'\1\0\0\0', 0)])
        lines = '\n'.join(f'{i} {data[i:i + 8].hex(" ").upper()}' for i in range(0, len(data), 8))
        for writer, problem in [('', None), ('x', 'the text of the archive is ' + notation.text(Archive(data).content))]:
            text = json.dumps({'stele': '1.0', 'type': '', 'writer': writer, 'classes': [], 'objects': [], 'roots': []})
            self.assertEqual(self.problems(f'```hex archive\n{lines}\n```\n\n```json\n{text}\n```'), [None, problem])


if __name__ == '__main__':
    program = with_deep_stack(unittest.main, exit=False)
    sys.exit(not program.result.wasSuccessful())
