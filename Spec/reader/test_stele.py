#!/usr/bin/env python3
"""Tests of the reader: all fixtures, random content, and changed archives.

Run with: python3 Spec/reader/test_stele.py. STELE_FIXTURES names another folder of fixtures, STELE_SEED a seed.
"""
import hashlib
import json
import os
import random
import re
import struct
import subprocess
import sys
import unittest

import notation
from canonical import require_canonical
from classes import Case, Entry, Key
from joining import canonical_form, join
from primitives import Cursor, varint, xxh64
from reading import Archive, Content
from stele import digest, with_deep_stack
from tables import FORMAT, RULES, TYPES, Refusal
from values import Composite
from writing import archive, chunk, seal

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.environ.get('STELE_FIXTURES', os.path.join(HERE, '..', '..', 'Fixtures'))
SEED = int(os.environ.get('STELE_SEED', random.SystemRandom().randrange(1 << 32)))


def fixture(name):
    with open(os.path.join(FIXTURES, name), 'rb') as file:
        return file.read()


def chapter(name):
    with open(os.path.join(HERE, '..', name), encoding='utf-8') as file:
        return file.read()


def manifest():
    return json.loads(fixture('manifest.json'))


def refusal(function, *arguments):
    """What a refusal says, or None."""
    try:
        function(*arguments)
    except Refusal as error:
        return error.answer()


class FixtureTests(unittest.TestCase):
    def test_invalid_fixtures_are_refused_by_their_first_rule_at_its_offset(self):
        for row in manifest()['invalid'] + manifest()['order']:
            with self.subTest(row['file']):
                self.assertEqual(refusal(Archive, fixture(row['file'])), row['finding'])

    def test_valid_fixtures_have_their_text_and_the_text_builds_them(self):
        rows = manifest()['valid'] + manifest()['nscoding']
        rows += [row for family in manifest()['evolution'] for row in family['archives']]
        rows += [row for group in manifest()['equal'] for archives in group['contents'] for row in archives]
        for row in rows:
            with self.subTest(row['file']):
                data = fixture(row['file'])
                source = fixture(row['text']).decode('utf-8')
                text = notation.text(Archive(data).content)
                self.assertTrue(notation.are_equal(notation.parsed(text), notation.parsed(source)))
                self.assertEqual(text.strip(), source.strip(), 'the layout of the fixtures')
                built = notation.build(source)
                if refusal(require_canonical, Archive(data)) is None:
                    self.assertEqual(built, data)
                if 'built' in row:
                    self.assertEqual(built, fixture(row['built']))

    def test_texts_build_the_archive_of_the_manifest_or_are_refused(self):
        for row in manifest()['texts']:
            with self.subTest(row['file']):
                source = fixture(row['file']).decode('utf-8')
                if 'built' in row:
                    self.assertEqual(notation.build(source), fixture(row['built']))
                else:
                    self.assertRaises(notation.TextError, notation.build, source)

    def test_archives_have_the_digests_of_the_manifest_which_are_equal_if_their_content_is(self):
        rows = manifest()['valid']
        for group in manifest()['equal']:
            rows += [row for archives in group['contents'] for row in archives]
            digests = [{row.get('digest') or row['digestDenied'] for row in archives} for archives in group['contents']]
            self.assertEqual({len(some) for some in digests}, {1}, group['group'])
            found = [archives[0]['digest'] for archives in group['contents'] if 'digest' in archives[0]]
            self.assertEqual(len(set(found)), len(found), group['group'])
        for row in rows:
            with self.subTest(row['file']):
                try:
                    found = {'digest': digest(canonical_form(Archive(fixture(row['file'])).content, False))}
                except Refusal as error:
                    found = {'digestDenied': error.answer()['rule']}
                self.assertEqual(found, {key: row[key] for key in ('digest', 'digestDenied') if key in row})

    def test_valid_fixtures_are_canonical_or_not_as_the_manifest_says(self):
        for row in manifest()['valid']:
            with self.subTest(row['file']):
                finding = refusal(require_canonical, Archive(fixture(row['file'])))
                self.assertEqual(finding, row.get('canonicalFinding'))
                self.assertEqual(row['canonical'], finding is None)

    def test_canonical_forms_of_valid_fixtures_are_canonical(self):
        for row in manifest()['valid']:
            with self.subTest(row['file']):
                form = check_form(self, fixture(row['file']))
                if 'form' in row:
                    self.assertEqual(form, fixture(row['form']))
                if 'denied' in row:
                    self.assertEqual(RULES.get(form), row['denied'])

    def test_damaged_fixtures_are_refused_and_recovered_ones_are_not(self):
        for row in manifest()['damaged']:
            with self.subTest(row['file']):
                self.assertIsNotNone(refusal(Archive, fixture(row['file'])))
                if 'recovered' in row:
                    Archive(fixture(row['recovered']))

    def test_archives_of_later_versions_are_refused_or_read_as_the_manifest_says(self):
        for row in manifest()['future']:
            with self.subTest(row['file']):
                data = fixture(row['file'])
                self.assertEqual(refusal(Archive, data), row.get('finding'))
                if 'text' in row:
                    text = notation.text(Archive(data).content)
                    self.assertEqual(text.strip(), fixture(row['text']).decode('utf-8').strip())

    def test_the_rules_of_the_manifest_are_those_of_the_table(self):
        rules = {rule['code']: rule['rule'] for rule in FORMAT['rules']}
        for row in manifest()['invalid'] + manifest()['order'] + manifest()['future']:
            if 'finding' in row:
                self.assertEqual(rules.get(row['finding']['code']), row['finding']['rule'], row['file'])


def check_form(test, data):
    """The canonical form of a valid archive is canonical, and its own; one that is canonical is its own. Returns it."""
    content = Archive(data).content
    try:
        form = canonical_form(content)
    except Refusal as error:
        test.assertIn(error.code, ('referenceInKey', 'canonicalJoin'))
        return error.code
    require_canonical(Archive(form))
    test.assertEqual(canonical_form(Archive(form).content), form)
    if refusal(require_canonical, Archive(data)) is None:
        test.assertEqual(form, data)
    return form


class TableTests(unittest.TestCase):
    def test_rules_are_numbered_in_each_family_and_their_codes_are_different(self):
        numbers = {}
        for rule in FORMAT['rules']:
            numbers.setdefault(rule['family'], []).append(int(rule['rule'][1:]))
        for family, found in numbers.items():
            self.assertEqual(found, list(range(1, len(found) + 1)), family)
        self.assertEqual(len({rule['code'] for rule in FORMAT['rules']}), len(FORMAT['rules']))

    def test_the_chapters_have_the_rules_of_the_table_in_its_sections(self):
        found = {}
        for name in sorted(os.listdir(os.path.join(HERE, '..'))):
            if re.match('[01][0-9]-.*[.]md$', name):
                with open(os.path.join(HERE, '..', name), encoding='utf-8') as file:
                    for line in file:
                        section = re.match('##? ([0-9.]+)', line)
                        rule = re.match('> [*][*]([A-Z][0-9]+) · ([A-Za-z]+)[.][*][*]', line)
                        if section:
                            current = section[1]
                        elif rule and rule[1] != 'P0':
                            found[rule[1]] = (rule[2], current)
        self.assertEqual(found, {rule['rule']: (rule['code'], rule['section']) for rule in FORMAT['rules']})

    def test_fields_name_rules_of_the_table(self):
        rules = {rule['rule'] for rule in FORMAT['rules']}
        for structure in FORMAT['structures']:
            for field in structure['fields'] + structure.get('afterwards', []):
                self.assertLessEqual(set(field['rules']), rules, structure['structure'])

    def test_the_sources_refuse_by_codes_of_the_table_and_by_each_but_memory(self):
        sources = ''
        for name in os.listdir(HERE):
            if name.endswith('.py') and name != os.path.basename(__file__):
                with open(os.path.join(HERE, name), encoding='utf-8') as file:
                    sources += file.read()
        for rule in FORMAT['rules']:
            if rule['code'] != 'memory':
                self.assertRegex(sources, re.escape(f"'{rule['code']}'"))

    def test_xxh64_has_the_vectors_of_the_text(self):
        for data, seed, value in [
                (b'', 0, 0xEF46DB3751D8E999), (b'a', 0, 0xD24EC4F1A98C6E5B), (b'abc', 0, 0x44BC2CF5AD770999),
                (bytes(range(32)), 0, 0xCBF59C5116FF32B4), (bytes(range(101)), 0, 0xE99038495F85381E),
                (b'Stele', 0x44414548, 0x8BC3781361FAEE33)]:
            self.assertEqual(xxh64(data, seed), value)

    def test_varints_come_back(self):
        for value in [0, 1, 127, 128, 16383, 16384, (1 << 63) - 1]:
            data = varint(value)
            self.assertEqual(Cursor(data, 0, len(data)).number(), value)


class RandomContent:
    """Content of a few classes, structs and enums, some of which have several entries of one lineage."""

    def __init__(self, rng):
        self.rng = rng
        self.content = content = Content()
        content.document_type, content.writer = rng.choice(['', 'org.example.type']), rng.choice(['', 'test'])
        self.object_count = rng.randrange(6)
        content.entries = self.entries = []
        for kind, names in [('class', 'AB'), ('struct', 'PQ'), ('enum', 'E')]:
            for name in names:
                for _ in range(rng.randrange(1, 4)):
                    self.entries.append(self.entry(kind, name))
        self.of_kind = {(kind, name): [entry for entry in self.entries if (entry.kind, entry.name) == (kind, name)]
                        for kind, names in [('struct', 'PQ'), ('enum', 'E')] for name in names}
        classes = [entry for entry in self.entries if entry.kind == 'class']
        self.classes = [rng.choice(classes) for _ in range(self.object_count)]
        for entry in self.classes:
            content.objects.append((entry, [self.fields(level, 1) for level in entry.top_down()]))
        content.roots = [(name, type, self.value(type, 1)) for name, type in [
            (name, self.type()) for name in rng.sample('rstuvw', rng.randrange(4))]]
        if rng.random() < 0.3:
            content.metadata = [(name, ('set', ('int16',)), [rng.randrange(9)]) for name in rng.sample('mno', 2)]

    def entry(self, kind, name):
        entry = Entry(len(self.entries) + 1, name, self.rng.randrange(1, 3), kind)
        if kind == 'class' and name == 'B':
            entry.parent = self.rng.choice([None] + [other for other in self.entries if other.name == 'A'])
        if kind == 'enum':
            entry.cases = [
                Case(case, 1, self.rng.random() < 0.2, index, self.keys('cd'))
                for index, case in enumerate(self.rng.sample(['no', 'yes', 'maybe'], self.rng.randrange(1, 4)))]
        else:
            entry.set_keys(self.keys('klmn'))
        return entry

    def keys(self, names):
        names = self.rng.sample(names, self.rng.randrange(len(names) + 1))
        return [Key(name, self.type(2), 1, self.rng.choice(['required'] * 3 + ['optional'] * 2 + ['retired']))
                for name in names]

    def type(self, depth=3):
        return random_type(self.rng, depth)

    def fields(self, level, depth):
        return {key.name: self.value(key.type, depth) for key in level.stored
                if key.flags == 'required' or self.rng.random() < 0.5}

    def value(self, type, depth):
        """A value, or an exception when the content has none: the caller tries again."""
        rng, name, row = self.rng, type[0], TYPES[type[0]]
        if depth > 12 or name == 'never':
            raise LookupError
        if name == 'bool':
            return rng.random() < 0.5
        if row['layout'] in ('byte', 'varint'):
            bits = rng.randrange(8 * row['size'])
            return rng.randrange(-(1 << bits) if row['signed'] else 0, 1 << bits)
        if row['layout'] == 'fixed':
            return bytes(rng.randrange(256) for _ in range(row['size']))
        if name == 'string':
            return rng.choice(['', 'a', '\u00e9', '"\\\n\0', '\U0001F3FA'])
        if name == 'bytes':
            return bytes(rng.randrange(3))
        if name == 'decimal':
            return rng.choice([None, (False, 0, 0), (True, 12, -3), (False, 1 << 127, 127), (True, 1, -1 << 31)])
        if name == 'any':
            inner = self.type(1)
            while inner == ('any',):
                inner = self.type(1)
            return inner, self.value(inner, depth + 1)
        if name == 'optional':
            is_nil = rng.random() < 0.4 or type[1] == ('never',)
            return None if is_nil else (self.value(type[1], depth + 1),)
        if name in ('list', 'set', 'map'):
            count = 0 if ('never',) in type else rng.randrange(4)
            values = [[self.value(part, depth + 1) for part in type[1:]] for _ in range(count)]
            if name != 'list':                    # elements and keys are different
                values = list({repr_of(value[0]): value for value in values}.values())
            return values if name == 'map' else [value[0] for value in values]
        if name in ('ref', 'weak'):
            candidates = [i for i, entry in enumerate(self.classes, 1) if not type[1] or entry.is_a(type[1])]
            return rng.choice(candidates + [0] * (name == 'weak'))
        entry = rng.choice(self.of_kind[type])
        if name == 'struct':
            return Composite(entry, None, self.fields(entry, depth + 1))
        case = rng.choice([case for case in entry.cases if not case.retired])
        return Composite(entry, case, self.fields(case, depth + 1))


def random_type(rng, depth=3):
    name = rng.choice(['bool', 'int8', 'int16', 'int32', 'uint8', 'uint64', 'float32', 'string', 'bytes', 'uuid',
                       'decimal', 'any', 'never', 'ref', 'weak', 'struct', 'enum']
                      + ['optional', 'list', 'list', 'set', 'map', 'struct'] * (depth > 0))
    if name in ('ref', 'weak'):
        return name, rng.choice(['', '', 'A', 'B'])
    if name == 'struct':
        return name, rng.choice('PQ')
    if name == 'enum':
        return name, 'E'
    return (name, *(random_type(rng, depth - 1) for _ in TYPES[name]['follows']))


def repr_of(value):
    if isinstance(value, Composite):
        return repr((value.entry.number, value.case and value.case.name,
                     sorted((name, repr_of(field)) for name, field in value.fields.items())))
    if isinstance(value, (tuple, list)):
        return repr([repr_of(part) for part in value])
    return repr(value)


def random_content(rng):
    while True:
        try:
            content = RandomContent(rng).content
        except (IndexError, LookupError, RecursionError):
            continue
        found = refusal(Archive, archive(content))
        if not found or found['code'] != 'weakInKey':
            return content


class Shuffled:
    """The same content in another order: objects, entries, keys, cases, roots, set elements and map pairs."""

    def __init__(self, content, rng):
        self.rng, self.entries = rng, {}
        order = rng.sample(content.entries, len(content.entries))
        for number, entry in enumerate(order, 1):
            new = self.entries[entry] = Entry(number, entry.name, entry.version, entry.kind)
            new.set_keys(self.shuffled(entry.keys))
            cases = self.shuffled(entry.cases)
            new.cases = [Case(case.name, case.since, case.retired, index, self.shuffled(case.keys))
                         for index, case in enumerate(cases)]
        for old, new in self.entries.items():
            new.parent = self.entries.get(old.parent)
        objects = self.shuffled(range(1, len(content.objects) + 1))
        self.numbers = {old: new for new, old in enumerate(objects, 1)}
        self.content = result = Content()
        result.entries = [self.entries[entry] for entry in order]
        result.objects = [self.object(*content.objects[number - 1]) for number in objects]
        result.roots = [(name, type, self.value(type, value)) for name, type, value in self.shuffled(content.roots)]
        if content.metadata is not None:
            result.metadata = self.shuffled(content.metadata)

    def shuffled(self, items):
        return self.rng.sample(list(items), len(items))

    def object(self, entry, levels):
        return self.entries[entry], [self.fields(level, fields) for level, fields in zip(entry.top_down(), levels)]

    def fields(self, level, fields):
        return {key.name: self.value(key.type, fields[key.name]) for key in level.stored if key.name in fields}

    def value(self, type, value):
        name = type[0]
        if name == 'any':
            return value[0], self.value(*value)
        if name == 'optional':
            return value and (self.value(type[1], value[0]),)
        if name == 'list':
            return [self.value(type[1], element) for element in value]
        if name == 'set':
            return self.shuffled([self.value(type[1], element) for element in value])
        if name == 'map':
            return self.shuffled([[self.value(type[1], key), self.value(type[2], element)] for key, element in value])
        if name in ('ref', 'weak'):
            return self.numbers[value] if value else 0
        if name in ('struct', 'enum'):
            entry = self.entries[value.entry]
            case = next((case for case in entry.cases if value.case and case.name == value.case.name), None)
            return Composite(entry, case, self.fields(value.case or value.entry, value.fields))
        return value


class RandomTests(unittest.TestCase):
    def setUp(self):
        self.rng = random.Random(SEED)

    def test_random_content_comes_back_from_bytes_and_from_text(self):
        for i in range(300):
            with self.subTest(seed=SEED, i=i):
                content = random_content(self.rng)
                data = archive(content)
                text = notation.text(Archive(data).content)
                self.assertEqual(text, notation.text(content))
                self.assertEqual(notation.build(text), data)

    def test_one_content_has_one_canonical_form_in_whatever_order_it_stands(self):
        forms = 0
        for i in range(300):
            with self.subTest(seed=SEED, i=i):
                content = random_content(self.rng)
                form = check_form(self, archive(content))
                data = archive(Shuffled(content, self.rng).content)
                if refusal(Archive, data) is not None:
                    continue                      # the order inside elements of a set was all that told them apart
                other = check_form(self, data)
                self.assertEqual(form, other)
                forms += isinstance(form, bytes)
        self.assertGreater(forms, 100)

    def test_the_join_of_types_is_associative_and_commutative(self):
        for _ in range(3000):
            s, t, u = (random_type(self.rng) for _ in range(3))
            s, t = self.rng.choice([(s, t), (('optional', t), t), (s, ('optional', s))])
            self.assertEqual(join(s, t), join(t, s), SEED)
            self.assertEqual(join(join(s, t), u), join(s, join(t, u)), SEED)

    def test_changed_archives_are_refused_or_read_as_wholes(self):
        files = [row['file'] for rows in ('valid', 'invalid', 'order') for row in manifest()[rows]]
        bases = [data for data in map(fixture, files) if 40 < len(data) < 3000]
        bases += [archive(random_content(self.rng)) for _ in range(50)]
        accepted = 0
        for i in range(4000):
            with self.subTest(seed=SEED, i=i):
                data = resealed(mutated(self.rng.choice(bases), self.rng))
                if refusal(Archive, data) is not None:
                    continue
                accepted += 1
                text = notation.text(Archive(data).content)
                self.assertEqual(notation.text(Archive(notation.build(text)).content), text)
                check_form(self, data)
        self.assertGreater(accepted, 100)


def mutated(data, rng):
    data = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(8, len(data) - 8)
        action = rng.randrange(4)
        if action == 0:
            data[at] = rng.choice([0, 1, 2, 0x7F, 0x80, 0xFF, 0x14, 0x20, rng.randrange(256)])
        elif action == 1:
            data[at] = data[at] + rng.choice([1, -1]) & 0xFF
        elif action == 2:
            other = rng.randrange(8, len(data) - 8)
            data[at], data[other] = data[other], data[at]
        else:
            data[at] ^= 1 << rng.randrange(8)
    return bytes(data)


def resealed(data, keeps_index=False):
    """The archive with right checks, in the index too unless that is kept, if its chunks can be found."""
    out, p, tails = bytearray(data[:8]), 8, []
    while p + 24 <= len(data) - 8:
        length = struct.unpack_from('<Q', data, p + 8)[0]
        if length > len(data) - 32 - p or not data[p:p + 4].isalpha():
            return data
        payload = bytearray(data[p + 24:p + 24 + length])
        if data[p:p + 4] == b'INDX' and not keeps_index:
            for i, tail in enumerate(tails[:len(payload) // 24]):
                payload[24 * i + 8:24 * i + 24] = tail
        tails.append(chunk(out, data[p:p + 4].decode('latin-1'), payload))
        p += 24 + length + -length % 8
    return bytes(out) + data[-8:]


def struct_entries(*keys_of_each):
    """Entries of one lineage, a struct S, each with keys (name, type, flags)."""
    entries = []
    for keys in keys_of_each:
        entries.append(Entry(len(entries) + 1, 'S', 1, 'struct'))
        entries[-1].set_keys([Key(name, type, 1, flags) for name, type, flags in keys])
    return entries


HEAD = 'HEAD', b'\1\0\0\0', 0


def with_root(typed_value):
    """An archive with one root, of a type and a value in hexadecimal digits. Their bytes begin at offset 67."""
    return seal([HEAD, ('ROOT', b'\1\1r' + bytes.fromhex(typed_value), 1)])


def content_of(entries, roots, objects=()):
    content = Content()
    content.entries, content.roots, content.objects = entries, roots, list(objects)
    return content


class RuleTests(unittest.TestCase):
    def assert_refused(self, data, code, offset):
        found = refusal(Archive, data)
        self.assertEqual(found and (found['code'], found['offset']), (code, offset), data.hex(' '))

    def test_an_archive_without_content_has_the_bytes_of_the_text(self):
        self.assertEqual(archive(Content()), bytes.fromhex(
            'D353544C0D0A1A0A 484541440E8058C8 0400000000000000 5153CB1F00942FF4 0100000000000000'
            '494E4458A6313E31 2000000000000000 485D71B93B1FE784'
            '4845414400000000 0400000000000000 5153CB1F00942FF4 2800000000000000 D353544C0D0A1A0A'))

    def test_the_head_has_a_document_type_before_the_writer_and_nothing_after_it(self):
        content = Archive(seal([('HEAD', b'\1\0\3zoo\4demo', 0)])).content
        self.assertEqual((content.document_type, content.writer), ('zoo', 'demo'))
        for payload, code, offset in [
                ('0100', 'truncated', 34), ('010001', 'countTooLarge', 34), ('01000300', 'countTooLarge', 34),
                ('010001ff00', 'malformedString', 35), ('01008000', 'integerNotShortest', 34),
                ('010000', 'truncated', 35), ('01000000 00', 'trailingBytes', 36),
                ('0100017a00 00', 'trailingBytes', 37)]:
            self.assert_refused(seal([('HEAD', bytes.fromhex(payload), 0)]), code, offset)

    def test_another_version_is_named_first_if_the_head_is_whole(self):
        for payload, code, offset in [
                ('02', 'version', 32), ('00', 'version', 32), ('ffffffff07', 'version', 32), ('02ff', 'version', 32),
                ('0101', 'version', 33), ('01ffffffff07', 'version', 33),
                ('8200', 'integerNotShortest', 32), ('8080808008', 'integerTooLarge', 32), ('', 'truncated', 32),
                ('018100', 'integerNotShortest', 33), ('018080808008', 'integerTooLarge', 33), ('01', 'truncated', 33)]:
            whole = seal([('HEAD', bytes.fromhex(payload), 0)])
            self.assert_refused(whole, code, offset)
            if code == 'version':
                end = 32 + len(payload) // 2
                for length in range(end, len(whole)):
                    self.assert_refused(whole[:length], code, offset)
                for length in range(8, end):
                    self.assert_refused(whole[:length], 'closingSignature', max(8, length - 8))

    def test_a_changed_bit_in_the_head_is_not_another_version(self):
        data = archive(Content())
        for bit in range(8 * 4):
            changed = bytearray(data)
            changed[32 + bit // 8] ^= 1 << bit % 8
            self.assert_refused(bytes(changed), 'payloadCheck', 24)
        for bit in range(8 * 24):
            changed = bytearray(data)
            changed[8 + bit // 8] ^= 1 << bit % 8
            self.assert_refused(bytes(changed), 'headerCheck', 8)

    def test_the_index_repeats_type_length_and_check_and_has_counts_only_where_chunks_have_one(self):
        chunks = [HEAD, ('ROOT', b'\0', 0), ('teSt', b'\7', 0)]
        data = seal(chunks)
        self.assertIsNone(refusal(Archive, data))
        index = Archive(data).chunks[-1].start
        for position in range(24 * len(chunks)):
            changed = bytearray(data)
            changed[index + position] ^= 1
            is_count_of_root = 28 <= position < 32
            refused = ('indexCount', 64) if is_count_of_root else ('indexEntry', index + position // 24 * 24)
            self.assert_refused(resealed(changed, keeps_index=True), *refused)

    def test_lengths_of_records_are_as_wide_as_others(self):
        for length, code in [('8080808008', 'countTooLarge'), ('ffffffffffffffff7f', 'countTooLarge'),
                             ('80808080808080808001', 'integerTooLarge'), ('8100', 'integerNotShortest')]:
            objects = bytes.fromhex('0101' + length + '01')
            table = bytes.fromhex('0101 0143 0101000000')
            data = seal([HEAD, ('CLAS', table, 1), ('OBJS', objects, 1)])
            self.assert_refused(data, code, 106)

    def test_exponents_of_decimals_have_32_bits(self):
        for value, number in [
                ('01010f', (True, 15, -1)), ('00010a', (False, 10, -1)), ('00be5f01', (False, 1, 6111)),
                ('00ffffffff0f01', (False, 1, -1 << 31)), ('00feffffff0f01', (False, 1, (1 << 31) - 1)), ('02', None)]:
            content = Archive(with_root('13' + value)).content
            self.assertEqual(content.roots[0][2], number)
            self.assertEqual(archive(content), with_root('13' + value))
        for value, code, offset in [
                ('00', 'truncated', 69), ('0080', 'truncated', 69), ('008000 01', 'integerNotShortest', 69),
                ('008080808010 01', 'integerTooLarge', 69), ('0001', 'truncated', 70), ('010000', 'decimal', 68),
                ('03', 'decimal', 68)]:
            self.assert_refused(with_root('13' + value), code, offset)

    def test_there_is_no_value_of_type_never(self):
        for typed_value in ['2115 00', '2215 00', '231515 00', '230115 00', '2015 00', '14 2015 00', '14 2115 00',
                            '2014 01 2015 00']:
            self.assertIsNone(refusal(Archive, with_root(typed_value)), typed_value)
        for typed_value, code, offset in [
                ('15', 'neverValue', 68), ('2115 01', 'countTooLarge', 69), ('2115 0100', 'neverValue', 70),
                ('2215 0100', 'neverValue', 70), ('231502 0100', 'countTooLarge', 70),
                ('231502 010000', 'neverValue', 71), ('230115 010100', 'neverValue', 72), ('2015 01', 'neverValue', 70), ('14 15', 'neverValue', 69)]:
            self.assert_refused(with_root(typed_value), code, offset)

    def test_a_weak_reference_does_not_stand_in_a_set_element_or_a_map_key(self):
        for typed_value in ['3100 00', '2231 00 00', '22203100 01 00', '23013100 01 01 00', '22 21 3100 01 00']:
            self.assertIsNone(refusal(Archive, with_root(typed_value)), typed_value)
        for typed_value, offset in [
                ('2231 00 01 00', 71), ('2231 00 01 80', 71), ('22203100 01 01 00', 73), ('22213100 01 01 00', 73),
                ('2214 01 3100 00', 72), ('22230131 00 01 01 01 00', 75), ('23 3100 01 01 00 00', 72)]:
            self.assert_refused(with_root(typed_value), 'weakInKey', offset)

    def test_reserved_names_are_names_like_others_to_a_reader(self):
        entry = Entry(1, '$instant', 7, 'struct')
        entry.set_keys([Key('*', ('any',), 1, 'optional'), Key('$ref', ('bool',), 1, 'required')])
        value = Composite(entry, None, {'*': (('bool',), True), '$ref': False})
        data = archive(content_of([entry], [('$r', ('struct', '$instant'), value)]))
        self.assertEqual(notation.build(notation.text(Archive(data).content)), data)


class CanonicalTests(unittest.TestCase):
    def form_of(self, content):
        form = check_form(self, archive(content))
        return Archive(form).content if isinstance(form, bytes) else form

    def test_values_are_converted_to_the_join_of_their_types(self):
        int8, int16, any, never = ('int8',), ('int16',), ('any',), ('never',)
        optional = lambda type: ('optional', type)
        for s, t, joined, value, converted in [
                (int8, int16, int16, -5, -5), (int8, optional(int16), optional(int16), 7, (7,)),
                (optional(int16), optional(optional(int16)), optional(optional(int16)), None, None),
                (optional(int16), optional(optional(int16)), optional(optional(int16)), (5,), ((5,),)),
                (optional(int16), optional(any), optional(any), None, None),
                (int8, ('uint8',), any, 3, (int8, 3)), (int8, optional(('bool',)), optional(any), 3, ((int8, 3),)),
                (optional(int8), optional(('bool',)), optional(any), (3,), ((int8, 3),)),
                (('list', int8), ('list', int16), any, [1], (('list', int8), [1])),
                (('list', never), ('list', int16), ('list', int16), [], []),
                (('map', never, ('list', int8)), ('map', int8, ('list', never)), ('map', int8, ('list', int8)), [], []),
                (('list', ('list', never)), ('list', ('list', int8)), ('list', ('list', int8)), [[]], [[]]),
                (optional(never), int16, optional(int16), None, None),
                (optional(never), any, optional(any), None, None),
                (('weak', ''), ('ref', ''), any, 0, (('weak', ''), 0))]:
            entries = struct_entries([('k', s, 'required')], [('k', t, 'required')])
            plain = {'optional': None, 'list': [], 'map': [], 'bool': False, 'ref': 1, 'any': (int8, 0)}
            used = Composite(entries[1], None, {'k': plain.get(t[0], 0)})     # a value of no consequence
            root_class = Entry(3, 'C', 1, 'class')
            content = content_of([*entries, root_class], [
                ('a', ('struct', 'S'), Composite(entries[0], None, {'k': value})), ('b', ('struct', 'S'), used)],
                [(root_class, [{}])])
            form = self.form_of(content)
            entry = next(entry for entry in form.entries if entry.name == 'S')
            self.assertEqual([key.type for key in entry.keys], [joined])
            self.assertEqual(form.roots[0][2].fields['k'], converted)

    def test_flags_of_joined_keys(self):
        type = ('int8',)
        entries = struct_entries(
            [('some', type, 'required'), ('all', type, 'required'),
             ('gone', type, 'retired'), ('back', type, 'retired')],
            [(name, type, 'required') for name in ('all', 'back')])
        fields = [{'all': 1, 'some': 2}, {'all': 3, 'back': 4}]
        values = [Composite(entry, None, part) for entry, part in zip(entries, fields)]
        form = self.form_of(content_of(entries, [(f'r{i}', ('struct', 'S'), value) for i, value in enumerate(values)]))
        self.assertEqual([(key.name, key.flags) for key in form.entries[0].keys],
                         [('all', 'required'), ('back', 'optional'), ('gone', 'retired'), ('some', 'optional')])

    def test_elements_that_joining_makes_equal_deny_the_form(self):
        entries = struct_entries([('k', ('int8',), 'required')], [('k', ('int16',), 'required')])
        values = [Composite(entry, None, {'k': 1}) for entry in entries]
        struct = ('struct', 'S')
        self.assertEqual(self.form_of(content_of(entries, [('r', ('set', struct), values)])), 'canonicalJoin')
        pairs = [[value, True] for value in values]
        self.assertEqual(
            self.form_of(content_of(entries, [('r', ('map', struct, ('bool',)), pairs)])), 'canonicalJoin')
        form = self.form_of(content_of(entries, [('r', ('list', struct), values)]))
        self.assertEqual([value.fields for value in form.roots[0][2]], [{'k': 1}, {'k': 1}])

    def test_blocks_are_closed_when_full_and_before_a_record_that_fills_one(self):
        entry = Entry(1, 'C', 1, 'class')
        entry.set_keys([Key('k', ('bytes',), 1, 'required'), Key('next', ('optional', ('ref', 'C')), 1, 'required')])
        small, full, large = 30_000, 65_530, 70_000
        for sizes, blocks in [
                ([small, small, small, small], [3, 1]), ([small, large, small], [1, 1, 1]), ([large, large], [1, 1]),
                ([full, small], [1, 1]), ([small, small, full], [2, 1]), ([], []), ([large], [1])]:
            objects = [(entry, [{'k': bytes(size), 'next': (i + 2,) if i + 1 < len(sizes) else None}])
                       for i, size in enumerate(sizes)]
            roots = [('r', ('optional', ('ref', 'C')), (1,))] if sizes else []
            data = archive(content_of([entry], roots, objects))
            self.assertEqual([len(chunk.records) for chunk in Archive(data).of_type('OBJS')], blocks)
            if sizes:
                self.assertIsNone(refusal(require_canonical, Archive(data)))


class HostileTests(unittest.TestCase):
    def test_texts_that_are_not_in_the_notation_are_refused(self):
        good = notation.text(Content())
        Archive(notation.build(good))
        root = good.replace('"roots":[]', '"roots":[{"name":"r","type":%s,"value":%s}]')
        for type, value in [
                ('"int8"', '128'), ('"int8"', '1.0'), ('"int8"', '-0'), ('"int8"', '"1"'), ('"int8"', 'true'),
                ('"bool"', '1'), ('"float32"', '0.1'), ('"float64"', '1'), ('"float64"', 'NaN'), ('"float64"', '1e999'),
                ('"float64"', '"nan:7ff0000000000000"'), ('"uint64"', '"18446744073709551616"'), ('"bytes"', '"A0"'),
                ('"uuid"', '"00112233445566778899aabbccddeeff"'), ('"decimal"', '"-0e0"'), ('"decimal"', '"01e0"'),
                ('"string"', '"\\ud800"'), ('"string"', '3'), ('["ref"]', '1'), ('["ref"]', 'null'), ('["list"]', '[]'),
                ('["struct","S"]', '{"class":0,"values":{}}'), ('["set","int8"]', '[1,1]'), ('["map","int8"]', '[]'),
                ('["map","int8","int8"]', '[[1]]'), ('"any"', '{"type":"any","value":1}'), ('"int8"', '1,"more":1'),
                ('"int8"', '1,"value":1'), ('"string"', '"\t"'), ('"int16"', '\u0661'), ('"float64"', '1.\u0661'),
                ('"float64"', '-Infinity')]:
            with self.subTest(type=type, value=value):
                with self.assertRaises(notation.TextError):
                    notation.build(root % (type, value))
        versions = [good.replace('1.0', version) for version in ('1.1', '1.00', '2.0', '')]
        for source in ['', '[]', '{}', 'null', good + 'x', good.replace('"type":"",\n', ''), *versions]:
            with self.subTest(source=source):
                with self.assertRaises(notation.TextError):
                    notation.build(source)

    def test_depth_is_refused_whatever_asks_for_it(self):
        for depth in (600, 2000, 100_000):
            for left, right in ['[]', ('{"a":', '}'), ('["list",', ']')]:
                with self.assertRaises(notation.TextError):
                    notation.build(left * depth + '1' + right * depth)
            root = varint(1) + b'\1r\x14' + (b'\x20' * 62 + b'\x14' + b'\1' * 62) * depth
            self.assertEqual(refusal(Archive, seal([HEAD, ('ROOT', root, 1)]))['code'], 'valueNesting')

    def test_a_join_that_nests_a_descriptor_too_deep_has_no_canonical_form(self):
        def wrapped(name, type, times):
            for _ in range(times):
                type = name, type
            return type

        def form_of(flags, *types):
            entries = struct_entries(*([('k', type, flag)] for type, flag in zip(types, flags)))
            fields = [{'k': None if type[0] == 'optional' else []} if flag == 'required' else {}
                      for type, flag in zip(types, flags)]
            roots = [(f'r{i}', ('struct', 'S'), Composite(entry, None, part))
                     for i, (entry, part) in enumerate(zip(entries, fields))]
            return check_form(self, archive(content_of(entries, roots)))

        stored, retired = ['required'] * 3, ['retired'] * 3
        never, lists = ('optional', ('never',)), lambda depth: wrapped('list', ('int8',), depth - 1)
        for types, denied in [([never, lists(64)], True), ([never, lists(63)], False),
                              ([('optional', ('list', ('never',))), lists(64)], True),
                              ([wrapped('optional', ('never',), 63), ('optional', lists(63))], True),
                              # What counts is the join of all types, here optional any.
                              ([never, lists(64), ('list', ('bool',))], False)]:
            for flags in (stored, retired):
                for members in (types, types[::-1]):
                    with self.subTest(types=members, flags=flags):
                        self.assertEqual(form_of(flags, *members) == 'canonicalJoin', denied)

    def test_a_join_that_nests_values_too_deep_has_no_canonical_form(self):
        deep, plain = ('any',), ('bool',)
        for _ in range(60):
            deep = ('optional', deep)
        entries = [Entry(1, 'S', 1, 'struct'), Entry(2, 'S', 1, 'struct')]
        entries[0].set_keys([Key('k', ('list', ('struct', 'S')), 1, 'required')])
        entries[1].set_keys([Key('k', deep, 1, 'required')])
        value = Composite(entries[0], None, {'k': []})
        for _ in range(100):
            value = Composite(entries[0], None, {'k': [value]})
        other = Composite(entries[1], None, {'k': None})
        content = Content()
        content.entries = entries
        content.roots = [('a', ('struct', 'S'), value), ('b', ('struct', 'S'), other)]
        self.assertEqual(check_form(self, archive(content)), 'canonicalJoin')


class ToolTests(unittest.TestCase):
    def run_tool(self, *arguments, data=b''):
        command = [sys.executable, os.path.join(HERE, 'stele.py'), *arguments]
        result = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return result.returncode, result.stdout, result.stderr

    def test_exit_codes(self):
        good = os.path.join(FIXTURES, 'valid', 'every-chunk.stele')
        bad = os.path.join(FIXTURES, 'invalid', 'bool-2.stele')
        self.assertEqual(self.run_tool('verify', good), (0, b'', b''))
        code, out, _ = self.run_tool('verify', bad)
        self.assertEqual((code, out.decode()), (1, f'{bad}: V1 flagByte at 116\n'))
        self.assertEqual(self.run_tool('verify', '--canonical', good)[0], 1)
        self.assertEqual(self.run_tool('verify')[0], 2)
        self.assertEqual(self.run_tool('verify', 'no-such-file')[0], 3)

    def test_the_conformance_protocol(self):
        code, out, _ = self.run_tool('conform', data=fixture('valid/every-chunk.stele'))
        self.assertEqual((code, out), (0, notation.text(Archive(fixture('valid/every-chunk.stele')).content).encode()))
        self.assertEqual(
            self.run_tool('conform', '--canonical', data=fixture('valid/every-chunk.stele'))[:2],
            (0, canonical_form(Archive(fixture('valid/every-chunk.stele')).content)))
        data = fixture('valid/not-canonical-reference-in-key.stele')
        code, out, _ = self.run_tool('conform', '--canonical', data=data)
        self.assertEqual((code, json.loads(out)), (1, {'rule': 'K11', 'code': 'referenceInKey'}))
        code, out, _ = self.run_tool('conform', data=fixture('invalid/bool-2.stele'))
        self.assertEqual((code, json.loads(out)), (1, {'rule': 'V1', 'code': 'flagByte', 'offset': 116}))

    def test_the_questions_of_the_further_levels(self):
        loose, text = fixture('valid/not-canonical-names.stele'), fixture('valid/canonical-all-chunks.json')
        whole = fixture('valid/canonical-all-chunks.stele')
        self.assertEqual(self.run_tool('conform', '--checker', data=whole), (0, b'', b''))
        code, out, _ = self.run_tool('conform', '--checker', data=loose)
        self.assertEqual((code, json.loads(out)), (1, refusal(require_canonical, Archive(loose))))
        self.assertEqual(self.run_tool('conform', '--build', data=text), (0, whole, b''))
        for source in text + b']', b'\xff':
            self.assertEqual(self.run_tool('conform', '--build', data=source), (1, b'{"rule": "C.6"}\n', b''))
        _, expected, _ = self.run_tool('digest', '-', data=whole)
        self.assertEqual(self.run_tool('conform', '--digest', data=whole), (0, expected, b''))
        for other, word in [('not-canonical-names', b'equal\n'), ('empty', b'different\n')]:
            file = os.path.join(FIXTURES, 'valid', f'{other}.stele')
            self.assertEqual(self.run_tool('conform', '--equal', file, data=loose), (0, word, b''))

    def test_dump_build_and_canonical_are_one_another_s_opposite(self):
        data = fixture('valid/canonical-all-chunks.stele')
        _, text, _ = self.run_tool('dump', '-', data=data)
        self.assertEqual(self.run_tool('build', '-', data=text), (0, data, b''))
        self.assertEqual(self.run_tool('canonical', '-', data=data), (0, data, b''))
        self.assertEqual(self.run_tool('build', '-', data=b'{}')[0], 1)

    def test_the_digest_is_that_of_the_canonical_form_with_or_without_metadata(self):
        for name in 'every-chunk', 'metadata', 'canonical-all-chunks':
            data = fixture(f'valid/{name}.stele')
            for option in [], ['--metadata']:
                form = canonical_form(Archive(data).content, bool(option))
                expected = hashlib.sha256(form).hexdigest().encode() + b'\n'
                self.assertEqual(self.run_tool('digest', *option, '-', data=data), (0, expected, b''))

    def test_the_digest_of_the_introduction_is_that_of_the_text(self):
        text = re.search(r'^```json\n(.*?)^```', chapter('README.md'), re.MULTILINE | re.DOTALL).group(1)
        digest = re.search(r'^`([0-9a-f]{64})`\.$', chapter('09-canonical.md'), re.MULTILINE).group(1)
        self.assertEqual(self.run_tool('digest', '-', data=notation.build(text))[1].decode(), digest + '\n')

    def test_many_archives_are_answered_in_their_order(self):
        rows = manifest()['invalid'][:50] + manifest()['valid'][:50]
        data = b''.join(struct.pack('<I', len(part)) + part for part in (fixture(row['file']) for row in rows))
        code, out, _ = self.run_tool('serve', data=data)
        answers = [json.loads(line) for line in out.splitlines()]
        self.assertEqual((code, len(answers)), (0, len(rows)))
        for row, answer in zip(rows, answers):
            self.assertEqual('text' in answer, 'finding' not in row)


if __name__ == '__main__':
    program = with_deep_stack(unittest.main, exit=False)
    sys.exit(not program.result.wasSuccessful())
