"""Chapters 9.5, 9.7 and 9.8: the canonical form of content."""
from functools import cmp_to_key
from itertools import groupby

from canonical import compare_lineages
from classes import Case, Entry, Key
from reading import Content
from tables import DESCRIPTOR_DEPTH, TYPES, VALUE_DEPTH, require
from values import Composite, is_packed, is_reference, object_parts, parts
from writing import Writer, seal


def canonical_form(content, keeps_metadata=True):
    """The bytes of the canonical form. Refuses, without an offset, what has none."""
    joined = Joined(content, *reach(content))
    writer = Writer(joined.content(keeps_metadata))
    writer.object_numbers = arrange(writer, joined)
    return seal(writer.chunks())


def reach(content):
    """The numbers of all objects that strong references reach, and the entries that these and the roots use (9.5).

    None of what is reached may have a reference to an object in a set element or a map key (K11).
    """
    reached, used, due = set(), set(), []
    values = [(type, value, False) for _, type, value in content.roots]
    while values or due:
        if not values:
            object = content.objects[due.pop() - 1]
            used.update(object[0].chain())
            values = [(*part, False) for part in object_parts(object)]
            continue
        type, value, in_key = values.pop()
        require(not in_key or type[0] != 'ref', 'referenceInKey')
        if type[0] == 'ref' and value not in reached:
            reached.add(value)
            due.append(value)
        elif type[0] in ('struct', 'enum'):
            used.add(value.entry)
        elif type[0] == 'map':
            values += [(type[1], key, True) for key, _ in value] + [(type[2], element, in_key) for _, element in value]
            continue
        values += [(*part, in_key or type[0] == 'set') for part in parts(type, value)]
    return reached, used


def join(s, t):
    """The join of two types. It is associative and commutative."""
    whole = completed(s, t)
    if whole:
        return whole
    if 'optional' in (s[0], t[0]):
        return 'optional', join(s[1] if s[0] == 'optional' else s, t[1] if t[0] == 'optional' else t)
    if s[0] == t[0] and s[0] in ('ref', 'weak'):
        return s[0], ''
    if are_integers(s, t):
        return max(s, t, key=lambda type: TYPES[type[0]]['size'])
    return ('any',)


def completed(s, t):
    """The type that has at each place what is not `never`, if S and T differ only where one has it; otherwise None."""
    if s == t or t[0] == 'never':
        return s
    if s[0] == 'never':
        return t
    if s[0] == t[0] and s[0] in ('optional', 'list', 'set', 'map'):
        parts = [completed(*pair) for pair in zip(s[1:], t[1:])]
        return (s[0], *parts) if all(parts) else None
    return None


def are_integers(s, t):
    """Whether both are signed, or both unsigned, integers."""
    signed = TYPES[s[0]].get('signed')
    return signed is not None and signed == TYPES[t[0]].get('signed')


def nesting(type):
    """How deep a descriptor of the type nests (L1)."""
    return 1 + max([nesting(part) for part in type[1:] if not isinstance(part, str)], default=0)


def join_all(items, part):
    """Groups the items of several lists by their names: in ascending order, a function of each group."""
    groups = {}
    for item in items:
        groups.setdefault(item.name, []).append(item)
    return [part(index, groups[name]) for index, name in enumerate(sorted(groups))]


def join_keys(members):
    """The keys of the join of some entries, or cases."""
    def joined(_, keys):
        stored = [key for key in keys if key.flags != 'retired']
        flags = 'retired' if not stored else 'required'
        if stored and (len(stored) < len(members) or any(key.flags == 'optional' for key in stored)):
            flags = 'optional'
        types = {key.type for key in stored or keys}
        type = types.pop()
        for other in types:
            type = join(type, other)
        require(nesting(type) <= DESCRIPTOR_DEPTH, 'canonicalJoin')
        return Key(keys[0].name, type, min(key.since for key in keys), flags)
    return join_all([key for member in members for key in member.keys], joined)


def join_cases(members):
    def joined(index, cases):
        return Case(cases[0].name, min(case.since for case in cases), all(case.retired for case in cases), index,
                    join_keys(cases))
    return join_all([case for member in members for case in member.cases], joined)


class Joined:
    """The content of a canonical form, but for the order of elements and the numbers of objects."""

    def __init__(self, content, reached, used):
        self.old, self.reached = content, reached
        self.entries, self.new = [], {}           # the joins, and that of each old entry
        by_lineage = cmp_to_key(compare_lineages)
        for _, members in groupby(sorted(used, key=by_lineage), by_lineage):
            members = list(members)
            entry = Entry(len(self.entries) + 1, members[0].name, members[0].version, members[0].kind)
            entry.set_keys(join_keys(members))
            entry.cases = join_cases(members)
            self.entries.append(entry)
            self.new.update((member, entry) for member in members)
        for old, entry in self.new.items():
            entry.parent = self.new[old.parent] if old.parent else None
        levels = [level for entry in self.entries for level in [entry, *entry.cases]]
        self.keys = {level: {key.name: key for key in level.keys} for level in levels}
        self.cases = {entry: {case.name: case for case in entry.cases} for entry in self.entries}

    def content(self, keeps_metadata):
        content = Content()
        content.entries = self.entries
        content.roots = self.named_values(self.old.roots)
        self.objects = {number: self.object(*self.old.objects[number - 1]) for number in sorted(self.reached)}
        content.objects = list(self.objects.values())
        if keeps_metadata and self.old.metadata:
            content.metadata = self.named_values(self.old.metadata)
        return content

    def object(self, entry, levels):
        return self.new[entry], [self.fields(level, self.new[level], fields, 1)
                                 for level, fields in zip(entry.top_down(), levels)]

    def named_values(self, items):
        return [(name, type, self.convert(type, type, value, 1)) for name, type, value in sorted(items)]

    def fields(self, old, new, fields, depth):
        keys = self.keys[new]
        return {key.name: self.convert(key.type, keys[key.name].type, fields[key.name], depth)
                for key in old.stored if key.name in fields}

    def convert(self, s, t, value, depth):
        """A value of type S as one of the join T of S and others. Joins can make it nest too deep."""
        require(depth <= VALUE_DEPTH or is_reference(t), 'canonicalJoin')
        if t[0] == 'optional':
            if s[0] != 'optional':
                return (self.convert(s, t[1], value, depth + 1),)
            return (self.convert(s[1], t[1], value[0], depth + 1),) if value else None
        if s != t and t[0] == 'any':
            return s, self.convert(s, s, value, depth + 1)
        name = s[0]
        if name == 'any':
            return value[0], self.convert(value[0], value[0], value[1], depth + 1)
        if name in ('list', 'set'):
            if is_packed(s[1]) and name == 'list':
                return value
            return [self.convert(s[1], s[1], element, depth + 1) for element in value]
        if name == 'map':
            return [[self.convert(s[1], s[1], key, depth + 1), self.convert(s[2], s[2], element, depth + 1)]
                    for key, element in value]
        if name == 'weak':
            return value if value in self.reached else 0
        if name == 'struct':
            entry = self.new[value.entry]
            return Composite(entry, None, self.fields(value.entry, entry, value.fields, depth + 1))
        if name == 'enum':
            entry = self.new[value.entry]
            case = self.cases[entry][value.case.name]
            return Composite(entry, case, self.fields(value.case, case, value.fields, depth + 1))
        return value


def arrange(writer, joined):
    """Puts sets and maps in order, and the objects in that in which strong references first name them (K7).

    Returns their new numbers. The names, by which types are written, must be known.
    """
    content, numbers, order = writer.content, {}, []

    def visit(type, value):
        name = type[0]
        if name == 'ref' and value not in numbers:
            order.append(value)
            numbers[value] = len(order)
        elif name == 'set':
            for element in value:
                visit(type[1], element)
            ascending(value, type[1], value)
        elif name == 'map':
            for key, _ in value:
                visit(type[1], key)
            ascending(value, type[1], [key for key, _ in value])
            for _, element in value:
                visit(type[2], element)
        else:
            for part in parts(type, value):
                visit(*part)

    def ascending(values, type, keys):
        """Sorts values by the bytes of their keys, which are different but for joins."""
        if len(values) > 1:
            pairs = sorted([(writer.value(type, key), i) for i, key in enumerate(keys)])
            require(all(before[0] < pair[0] for before, pair in zip(pairs, pairs[1:])), 'canonicalJoin')
            values[:] = [values[i] for _, i in pairs]

    for _, type, value in content.roots:
        visit(type, value)
    for number in order:                          # which grows meanwhile
        for part in object_parts(joined.objects[number]):
            visit(*part)
    for _, type, value in content.metadata or []:
        visit(type, value)
    content.objects = [joined.objects[number] for number in order]
    return numbers
