"""Annex C: the text notation, both ways."""
import json
import re
import struct

from classes import Case, ClassTable, Entry, Key
from reading import Archive, Content
from tables import TYPES, Refusal
from values import Composite
from writing import archive

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
    return '{' + ','.join([f'{quoted(key.name)}:{value_text(key.type, fields[key.name])}'
                           for key in level.stored if key.name in fields]) + '}'


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
        return '[' + ','.join([value_text(type[1], element) for element in value]) + ']'
    if name == 'map':
        return '[' + ','.join([f'[{value_text(type[1], key)},{value_text(type[2], element)}]'
                               for key, element in value]) + ']'
    if name in ('ref', 'weak'):
        return integer_text(value) if value else 'null'
    case = f'"case":{quoted(value.case.name)},' if value.case else ''
    return f'{{"class":{value.entry.number},{case}"values":{fields_text(value.case or value.entry, value.fields)}}}'


# Text to archive. The text is read without much ado, and then has to be that of the archive that was built of it.

class TextError(Exception):
    """A text that is not in the notation, or of which no archive can be made."""


def build(source):
    """The archive that a text describes."""
    try:
        tree = parsed(source)
        data = archive(TextReader().document(tree))
        if are_equal(parsed(text(Archive(data).content)), tree):
            return data
        raise TextError('something in the text is not in the notation')
    except Refusal as refusal:
        raise TextError(f'no valid archive can be made of the text: {refusal}') from None
    except RecursionError:
        raise TextError('the text nests too deep') from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise TextError(f'the text is not in the notation: {error!r}') from None


def parsed(source):
    """A tree of dict, list, str, bool and None; a number is a tuple of its digits, as (C.1) compares numbers."""
    def members(pairs):
        result = dict(pairs)
        if len(result) < len(pairs):
            raise ValueError('two members of an object have one name')
        return result

    def word(name):
        raise ValueError(f'{name} is not JSON')

    decoder = json.JSONDecoder(object_pairs_hook=members, parse_int=lambda digits: (digits,),
                               parse_float=lambda digits: (repr(float(digits)),), parse_constant=word)
    # The scanner in Python, whose depth the recursion limit bounds in all versions of Python.
    decoder.scan_once = json.scanner.py_make_scanner(decoder)
    return decoder.decode(source)


def are_equal(tree, other):
    stack = [(tree, other)]
    while stack:
        a, b = stack.pop()
        if type(a) is not type(b) or isinstance(a, (dict, list)) and len(a) != len(b):
            return False
        if isinstance(a, dict):
            if a.keys() != b.keys():
                return False
            stack += [(a[name], b[name]) for name in a]
        elif isinstance(a, list):
            stack += zip(a, b)
        elif a != b:
            return False
    return True


def integer(node):
    """An integer that is written as a number or, when it is large, as a string."""
    return int(node[0] if isinstance(node, tuple) else node)


def type_of(node):
    if isinstance(node, str):
        return (node,)
    name, *parts = node
    if TYPES[name]['follows'] == ['name']:
        return name, parts[0] if parts else ''
    return (name, *map(type_of, parts))


def float_of(node, size):
    layout, _ = FLOATS[size]
    if isinstance(node, str) and node.startswith('nan:'):
        return int(node[4:], 16).to_bytes(size, 'little')
    return struct.pack(layout, float(node if isinstance(node, str) else node[0]))


class TextReader:
    def document(self, node):
        content, table = Content(), ClassTable()
        content.minor, content.writer = int(node['stele'][2:]), node['writer']
        self.entries = content.entries = table.entries
        parents = [self.entry(entry) for entry in node['classes']]
        table.link(self.entries, parents)
        self.cases = {entry: {case.name: case for case in entry.cases} for entry in self.entries}
        for object in node['objects']:
            entry = self.entries[integer(object['class']) - 1]
            content.objects.append((entry, list(map(self.fields, entry.top_down(), object['values']))))
        content.roots = self.named_values(node['roots'])
        content.metadata = self.named_values(node['metadata']) if 'metadata' in node else None
        return content

    def entry(self, node):
        """Returns the number of the superclass."""
        entry = Entry(len(self.entries) + 1, node['name'], integer(node['version']), node['kind'])
        entry.set_keys(self.keys(node.get('keys', [])))
        entry.cases = [Case(case['name'], integer(case['since']), case['retired'], index, self.keys(case['keys']))
                       for index, case in enumerate(node.get('cases', []))]
        self.entries.append(entry)
        return integer(node.get('super', '0'))

    @staticmethod
    def keys(node):
        return [Key(key['name'], type_of(key['type']), integer(key['since']), key['flags']) for key in node]

    def named_values(self, node):
        items = [(item['name'], type_of(item['type']), item['value']) for item in node]
        return [(name, type, self.value(type, value)) for name, type, value in items]

    def fields(self, level, node):
        return {key.name: self.value(key.type, node[key.name]) for key in level.stored if key.name in node}

    def value(self, type, node):
        name, row = type[0], TYPES[type[0]]
        if name in ('bool', 'string'):
            return node
        if row['layout'] in ('byte', 'varint'):
            return integer(node)
        if name in ('bytes', 'uuid'):
            return bytes.fromhex(node.replace('-', ''))
        if row['layout'] == 'fixed':
            return float_of(node, row['size'])
        if name == 'decimal':
            if node == 'nan':
                return None
            mantissa, exponent = node.split('e')
            return mantissa[0] == '-', abs(int(mantissa)), int(exponent)
        if name == 'any':
            inner = type_of(node['type'])
            return inner, self.value(inner, node['value'])
        if name == 'optional':
            if node is None:
                return None
            return (self.value(type[1], node[0] if wraps(type[1]) else node),)
        if name in ('list', 'set'):
            return [self.value(type[1], element) for element in node]
        if name == 'map':
            return [[self.value(part, element) for part, element in zip(type[1:], pair)] for pair in node]
        if name in ('ref', 'weak'):
            return integer(node or '0')
        entry = self.entries[integer(node['class']) - 1]
        case = self.cases[entry][node['case']] if name == 'enum' else None
        return Composite(entry, case, self.fields(case or entry, node['values']))
