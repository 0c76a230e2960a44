"""Annex C: the text notation, both ways.

A JSON text is a tree of dict, list, str, bool and None; a number is a tuple of its digits, as C.1 compares numbers.
"""
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


# Content to text. The layout is free; this is that of the fixtures.

def text(content):
    members = [f'{quoted(name)}:{lines(node) if isinstance(node, list) else json_text(node)}'
               for name, node in tree(content).items()]
    return '{\n' + ',\n'.join(members) + '\n}\n'


def lines(nodes):
    return '[\n' + ',\n'.join([json_text(node) for node in nodes]) + '\n]' if nodes else '[]'


def json_text(node):
    """The JSON of a tree. The recursion is about twice as deep as values nest (L2)."""
    if isinstance(node, dict):
        return '{' + ','.join([f'{quoted(name)}:{json_text(part)}' for name, part in node.items()]) + '}'
    if isinstance(node, list):
        return '[' + ','.join([json_text(part) for part in node]) + ']'
    if isinstance(node, str):
        return quoted(node)
    return node[0] if isinstance(node, tuple) else {None: 'null', True: 'true', False: 'false'}[node]


def quoted(text):
    return '"' + re.sub(r'["\\\x00-\x1f]', lambda m: ESCAPES.get(m[0]) or '\\u%04x' % ord(m[0]), text) + '"'


def tree(content):
    document = {
        'stele': f'1.{content.minor}', 'writer': content.writer, 'classes': [entry_tree(e) for e in content.entries],
        'objects': [{'class': number(entry.number), 'values': list(map(fields_tree, entry.top_down(), levels))}
                    for entry, levels in content.objects],
        'roots': items_tree(content.roots), 'metadata': items_tree(content.metadata or [])}
    if content.metadata is None:
        del document['metadata']
    return document


def items_tree(items):
    return [{'name': name, 'type': type_tree(type), 'value': value_tree(type, value)} for name, type, value in items]


def entry_tree(entry):
    node = {'name': entry.name, 'version': number(entry.version), 'kind': entry.kind}
    if entry.kind == 'enum':
        node['cases'] = [{'name': case.name, 'since': number(case.since), 'retired': case.retired,
                          'keys': keys_tree(case)} for case in entry.cases]
        return node
    if entry.kind == 'class':
        node['super'] = number(entry.parent.number if entry.parent else 0)
    node['keys'] = keys_tree(entry)
    return node


def keys_tree(level):
    return [{'name': key.name, 'type': type_tree(key.type), 'since': number(key.since), 'flags': key.flags}
            for key in level.keys]


def type_tree(type):
    name, *parts = type
    if not parts:
        return name
    return [name, *[part if isinstance(part, str) else type_tree(part) for part in parts if part]]


def number(value):
    return (str(value),) if -EXACT < value < EXACT else str(value)


def float_tree(data):
    layout, infinity = FLOATS[len(data)]
    bits, value = int.from_bytes(data, 'little'), struct.unpack(layout, data)[0]
    if value != value:
        return f'nan:{bits:0{2 * len(data)}x}'
    if bits & infinity == infinity:
        return 'inf' if value > 0 else '-inf'
    # Python's digits are the shortest that give back the float64. From 1e16 to 2^54 the fixtures have no exponent.
    return (f'{value:.1f}' if 1e16 <= abs(value) <= 1 << 54 else repr(value),)


def fields_tree(level, fields):
    return {key.name: value_tree(key.type, fields[key.name]) for key in level.stored if key.name in fields}


def wraps(type):
    """Whether an optional of the type stands in an array of one (C.5)."""
    return type[0] in ('optional', 'weak')


def value_tree(type, value):
    """The tree of a value. The recursion is as deep as values nest (L2)."""
    name, layout = type[0], TYPES[type[0]]['layout']
    if name in ('bool', 'string'):
        return value
    if layout in ('byte', 'varint'):
        return number(value)
    if name == 'uuid':
        return re.sub('(.{8})(.{4})(.{4})(.{4})(.{12})', r'\1-\2-\3-\4-\5', value.hex())
    if layout == 'fixed':
        return float_tree(value)
    if name == 'bytes':
        return value.hex()
    if name == 'decimal':
        return f'{"-" if value[0] else ""}{value[1]}e{value[2]}' if value else 'nan'
    if name == 'any':
        return {'type': type_tree(value[0]), 'value': value_tree(*value)}
    if name == 'optional':
        node = value_tree(type[1], value[0]) if value else None
        return [node] if value and wraps(type[1]) else node
    if name in ('list', 'set'):
        return [value_tree(type[1], element) for element in value]
    if name == 'map':
        return [[value_tree(type[1], key), value_tree(type[2], element)] for key, element in value]
    if name in ('ref', 'weak'):
        return number(value) if value else None
    case = {'case': value.case.name} if value.case else {}
    return {'class': number(value.entry.number), **case, 'values': fields_tree(value.case or value.entry, value.fields)}


# Text to archive. The text is read without much ado, and then has to be that of the archive that was built of it.

class TextError(Exception):
    """A text that is not in the notation, or of which no archive can be made."""


def build(source):
    """The archive that a text describes."""
    try:
        node = parsed(source)
        data = archive(TextReader().document(node))
        if are_equal(tree(Archive(data).content), node):
            return data
        raise TextError('something in the text is not in the notation')
    except Refusal as refusal:
        raise TextError(f'no valid archive can be made of the text: {refusal}') from None
    except RecursionError:
        raise TextError('the text nests too deep') from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise TextError(f'the text is not in the notation: {error!r}') from None


def parsed(source):
    """The tree of a text. An integer keeps its digits; another number gets those that are written for its float64."""
    def members(pairs):
        result = dict(pairs)
        if len(result) < len(pairs):
            raise ValueError('two members of an object have one name')
        return result

    def double(digits):
        node = float_tree(struct.pack('<d', float(digits)))
        if isinstance(node, str) or not digits.isascii():
            raise ValueError(f'{digits} is no float64 or not JSON')
        return node

    decoder = json.JSONDecoder(
        object_pairs_hook=members, parse_int=lambda digits: (digits,), parse_float=double, parse_constant=double)
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
