"""Annex C: the text notation, both ways."""
import json
import math
import re
import struct

from classes import Case, ClassTable, Entry, Key
from reading import Content
from tables import DESCRIPTOR_DEPTH, FLAGS, KINDS, TYPES, VALUE_DEPTH, Refusal
from values import Composite, is_packed, is_reference

EXACT = 1 << 53                                   # integers below it are JSON numbers, others strings (C.5)
FLOATS = {2: ('<e', 0x7C00), 4: ('<f', 0x7F800000), 8: ('<d', 0x7FF0000000000000)}     # and the bits of infinity
ESCAPES = {'"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t'}


def quoted(text):
    return '"' + re.sub(r'["\\\x00-\x1f]', lambda m: ESCAPES.get(m[0]) or '\\u%04x' % ord(m[0]), text) + '"'


def wraps(type):
    """Whether an optional of the type stands in an array of one (C.5)."""
    return type[0] in ('optional', 'weak')


# Content to text. The layout is free; this is that of the fixtures.

def text(content):
    members = [
        '"stele":' + quoted(f'1.{content.minor}'), '"writer":' + quoted(content.writer),
        '"classes":' + lines(entry_text(entry) for entry in content.entries),
        '"objects":' + lines(f'{{"class":{entry.number},"values":['
                             + ','.join(map(fields_text, entry.top_down(), levels)) + ']}'
                             for entry, levels in content.objects),
        '"roots":' + items_text(content.roots)]
    if content.metadata is not None:
        members.append('"metadata":' + items_text(content.metadata))
    return '{\n' + ',\n'.join(members) + '\n}\n'


def lines(items):
    items = list(items)
    return '[\n' + ',\n'.join(items) + '\n]' if items else '[]'


def items_text(items):
    return lines(f'{{"name":{quoted(name)},"type":{type_text(type)},"value":{value_text(type, value)}}}'
                 for name, type, value in items)


def entry_text(entry):
    start = f'{{"name":{quoted(entry.name)},"version":{entry.version},"kind":"{entry.kind}",'
    if entry.kind == 'enum':
        return start + '"cases":[' + ','.join(
            f'{{"name":{quoted(case.name)},"since":{case.since},"retired":{word_text(case.retired)},'
            f'{keys_text(case)}}}' for case in entry.cases) + ']}'
    parent = f'"super":{entry.parent.number if entry.parent else 0},' if entry.kind == 'class' else ''
    return start + parent + keys_text(entry) + '}'


def keys_text(level):
    return '"keys":[' + ','.join(
        f'{{"name":{quoted(key.name)},"type":{type_text(key.type)},"since":{key.since},"flags":"{key.flags}"}}'
        for key in level.keys) + ']'


def type_text(type):
    if len(type) == 1:
        return f'"{type[0]}"'
    return f'["{type[0]}"' + ''.join(
        ',' + (quoted(part) if isinstance(part, str) else type_text(part)) for part in type[1:] if part) + ']'


def word_text(value):
    return 'true' if value else 'false'


def integer_text(value):
    return str(value) if -EXACT < value < EXACT else f'"{value}"'


def float_text(data):
    layout, infinity = FLOATS[len(data)]
    bits = int.from_bytes(data, 'little')
    value = struct.unpack(layout, data)[0]
    if value != value:
        return '"nan:%0*x"' % (2 * len(data), bits)
    if bits & infinity == infinity:
        return '"inf"' if value > 0 else '"-inf"'
    # Python's digits are the shortest that give back the float64. From 1e16 to 2^54 the fixtures have no exponent.
    return f'{value:.1f}' if 1e16 <= abs(value) <= 1 << 54 else repr(value)


def fields_text(level, fields):
    return '{' + ','.join(f'{quoted(key.name)}:{value_text(key.type, fields[key.name])}'
                          for key in level.stored if key.name in fields) + '}'


def value_text(type, value):
    """The text of a value. The recursion is as deep as values nest (L2)."""
    name, layout = type[0], TYPES[type[0]]['layout']
    if name == 'bool':
        return word_text(value)
    if layout in ('byte', 'varint'):
        return integer_text(value)
    if name == 'uuid':
        digits = value.hex()
        return '"' + '-'.join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])) + '"'
    if layout == 'fixed':
        return float_text(value)
    if name == 'string':
        return quoted(value)
    if name == 'bytes':
        return f'"{value.hex()}"'
    if name == 'decimal':
        return f'"{"-" if value[0] else ""}{value[1]}e{value[2]}"' if value else '"nan"'
    if name == 'any':
        return f'{{"type":{type_text(value[0])},"value":{value_text(*value)}}}'
    if name == 'optional':
        if value is None:
            return 'null'
        return f'[{value_text(type[1], value[0])}]' if wraps(type[1]) else value_text(type[1], value[0])
    if name in ('list', 'set'):
        return '[' + ','.join(value_text(type[1], element) for element in value) + ']'
    if name == 'map':
        return '[' + ','.join(f'[{value_text(type[1], key)},{value_text(type[2], element)}]'
                              for key, element in value) + ']'
    if name in ('ref', 'weak'):
        return integer_text(value) if value else 'null'
    case = f'"case":{quoted(value.case.name)},' if value.case else ''
    return f'{{"class":{value.entry.number},{case}"values":{fields_text(value.case or value.entry, value.fields)}}}'


# Text to content. What remains to be refused, the reader of the built archive refuses.

class TextError(Exception):
    """A text that is not in the notation, or of which no archive can be made."""


def need(condition, message):
    if not condition:
        raise TextError(message)


def content_of(source):
    """The content that a text describes."""
    try:
        return TextReader().document(parsed(source))
    except RecursionError:
        raise TextError('the text nests too deep') from None
    except Refusal as refusal:
        raise TextError(str(refusal)) from None


def parsed(source):
    def members(pairs):
        result = dict(pairs)
        need(len(result) == len(pairs), 'two members of an object have one name')
        return result

    def integer(digits):
        need(digits.isascii() and digits != '-0' and len(digits) < 18 and abs(int(digits)) < EXACT,
             f'{digits[:40]} is not an integer of the notation')
        return int(digits)

    def number(digits):
        need(digits.isascii() and math.isfinite(float(digits)), f'{digits[:40]} is not a float64')
        return float(digits)

    def constant(word):
        raise TextError(f'{word} is not JSON')

    decoder = json.JSONDecoder(
        object_pairs_hook=members, parse_int=integer, parse_float=number, parse_constant=constant)
    # The scanner in Python, whose depth the recursion limit bounds in all versions of Python.
    decoder.scan_once = json.scanner.py_make_scanner(decoder)
    try:
        return decoder.decode(source)
    except ValueError as error:
        raise TextError(f'the text is not JSON: {error}') from None


def members(node, *names, optional=()):
    """The values of the members of an object, all of which must be there."""
    need(isinstance(node, dict), 'an object is expected')
    unknown = node.keys() - {*names, *optional}
    need(not unknown, f'a member is not known: {sorted(unknown)[:1]}')
    need(all(name in node for name in names), f'one of these members is missing: {names}')
    return [node.get(name) for name in (*names, *optional)]


def array(node, count=None):
    need(isinstance(node, list) and count in (None, len(node)), 'an array is expected, or one of another length')
    return node


def word(node, words=None):
    need(isinstance(node, str) and (words is None or node in words), 'a string is expected, or another one')
    try:
        node.encode('utf-8')
    except UnicodeEncodeError:
        raise TextError('a string has half a surrogate pair') from None
    return node


def flag(node):
    need(isinstance(node, bool), 'true or false is expected')
    return node


def integer(node, least=0, end=1 << 63):
    if isinstance(node, str) and re.fullmatch('-?[1-9][0-9]{15,38}', node):
        need(abs(int(node)) >= EXACT, f'{node} is not written as a JSON number')
        node = int(node)
    need(type(node) is int and least <= node < end, f'an integer from {least} to {end - 1} is expected')
    return node


def matched(pattern, node):
    match = re.fullmatch(pattern, word(node), re.ASCII)
    need(match, f'the string is not of the form {pattern}')
    return match


def type_of(node, depth=1):
    need(depth <= DESCRIPTOR_DEPTH, 'a type nests too deep')
    name, *parts = node if isinstance(node, list) and node else [node]
    need(isinstance(name, str) and name in TYPES, 'a type is expected')
    follows = TYPES[name]['follows']
    need(isinstance(node, list) == bool(follows), 'the type is not written as the notation demands')
    if follows == ['name']:
        need(len(parts) == 1 or not parts and name in ('ref', 'weak'), 'a type has one name')
        need(not parts or parts[0] != '', 'a name is empty')
        return name, word(parts[0]) if parts else ''
    need(len(parts) == len(follows), 'a type has too few or too many parts')
    return (name, *(type_of(part, depth + 1) for part in parts))


def float_of(node, size):
    layout, infinity = FLOATS[size]
    if isinstance(node, str):
        if node in ('inf', '-inf'):
            return struct.pack(layout, float(node))
        bits = int(matched(f'nan:([0-9a-f]{{{2 * size}}})', node)[1], 16)
        fraction = bits & (infinity & -infinity) - 1
        need(bits & infinity == infinity and fraction, 'the bits are not those of a NaN')
        return bits.to_bytes(size, 'little')
    need(isinstance(node, float), 'a number with a fraction or an exponent is expected')
    try:
        data = struct.pack(layout, node)
    except OverflowError:
        data = None
    need(data and struct.unpack(layout, data)[0] == node, f'{node} is no value of the type')
    return data


class TextReader:
    def document(self, node):
        content = Content()
        version, writer, classes, objects, roots, metadata = members(
            node, 'stele', 'writer', 'classes', 'objects', 'roots', optional=['metadata'])
        content.minor = int(matched('1[.](0|[1-9][0-9]{0,9})', version)[1])
        content.writer = word(writer)
        self.entries = content.entries
        parents = [self.entry(entry) for entry in array(classes)]
        self.cases = [{case.name: case for case in entry.cases} for entry in self.entries]
        need(all(parent <= len(self.entries) for parent in parents), 'a superclass is not there')
        table = ClassTable()
        table.entries = self.entries
        table.link(self.entries, parents)
        content.objects = [self.object(object) for object in array(objects)]
        content.roots = self.named_values(roots)
        if 'metadata' in node:
            content.metadata = self.named_values(metadata)
        return content

    def entry(self, node):
        kind = word(node.get('kind') if isinstance(node, dict) else None, KINDS)
        own = {'class': ['super', 'keys'], 'struct': ['keys'], 'enum': ['cases']}[kind]
        name, version, _, *own = members(node, 'name', 'version', 'kind', *own)
        entry = Entry(len(self.entries) + 1, word(name), integer(version), kind)
        if kind == 'enum':
            cases = [members(case, 'name', 'since', 'retired', 'keys') for case in array(own[0])]
            entry.cases = [Case(word(name), integer(since), flag(retired), index, self.keys(keys))
                           for index, (name, since, retired, keys) in enumerate(cases)]
        else:
            entry.set_keys(self.keys(own[-1]))
        self.entries.append(entry)
        return integer(own[0]) if kind == 'class' else 0

    @staticmethod
    def keys(node):
        keys = [members(key, 'name', 'type', 'since', 'flags') for key in array(node)]
        return [Key(word(name), type_of(type), integer(since), word(flags, FLAGS)) for name, type, since, flags in keys]

    def entry_of(self, node, kind, name=None):
        number = integer(node, 1, len(self.entries) + 1)
        entry = self.entries[number - 1]
        need(entry.kind == kind and name in (None, entry.name), f'entry {number} is of another kind or name')
        return entry

    def object(self, node):
        number, levels = members(node, 'class', 'values')
        entry = self.entry_of(number, 'class')
        chain = entry.top_down()
        return entry, [self.fields(level, fields, 1) for level, fields in zip(chain, array(levels, len(chain)))]

    def named_values(self, node):
        items = [members(item, 'name', 'type', 'value') for item in array(node)]
        items = [(word(name), type_of(type), value) for name, type, value in items]
        return [(name, type, self.value(type, value, 1)) for name, type, value in items]

    def fields(self, level, node, depth):
        required = [key.name for key in level.stored if key.flags == 'required']
        members(node, *required, optional=[key.name for key in level.stored])
        return {key.name: self.value(key.type, node[key.name], depth) for key in level.stored if key.name in node}

    def value(self, type, node, depth):
        need(depth <= VALUE_DEPTH or is_reference(type), 'values nest too deep')
        name, row = type[0], TYPES[type[0]]
        if name == 'bool':
            return flag(node)
        if row['layout'] in ('byte', 'varint'):
            end = 1 << 8 * row['size'] - row['signed']
            return integer(node, -end if row['signed'] else 0, end)
        if name == 'uuid':
            return bytes.fromhex(matched('[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}', node)[0].replace('-', ''))
        if row['layout'] == 'fixed':
            return float_of(node, row['size'])
        if name == 'string':
            return word(node)
        if name == 'bytes':
            return bytes.fromhex(matched('([0-9a-f]{2})*', node)[0])
        if name == 'decimal':
            if node == 'nan':
                return None
            sign, mantissa, exponent = matched('(-?)(0|[1-9][0-9]{0,38})e(0|-?[1-9][0-9]{0,2})', node).groups()
            need(int(mantissa) < 1 << 128 and -128 <= int(exponent) < 128, 'the decimal is too large')
            return sign == '-', int(mantissa), int(exponent)
        if name == 'any':
            inner, value = members(node, 'type', 'value')
            inner = type_of(inner)
            return inner, self.value(inner, value, depth + 1)
        if name == 'optional':
            if node is None:
                return None
            return (self.value(type[1], array(node, 1)[0] if wraps(type[1]) else node, depth + 1),)
        if name in ('list', 'set'):
            inside = depth if name == 'list' and is_packed(type[1]) else depth + 1
            return [self.value(type[1], element, inside) for element in array(node)]
        if name == 'map':
            return [[self.value(part, element, depth + 1) for part, element in zip(type[1:], array(pair, 2))]
                    for pair in array(node)]
        if name in ('ref', 'weak'):
            return 0 if name == 'weak' and node is None else integer(node, 1)
        if name == 'struct':
            number, fields = members(node, 'class', 'values')
            entry = self.entry_of(number, name, type[1])
            return Composite(entry, None, self.fields(entry, fields, depth + 1))
        number, case, fields = members(node, 'class', 'case', 'values')
        entry = self.entry_of(number, name, type[1])
        cases = self.cases[entry.number - 1]
        case = cases[word(case, cases)]
        return Composite(entry, case, self.fields(case, fields, depth + 1))
