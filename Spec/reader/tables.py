"""The tables of the format, read from Spec/format.json, and the refusal of an archive."""
import json
import os

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, 'format.json'), encoding='utf-8') as file:
    FORMAT = json.load(file)

#: Error codes to rule numbers: {'truncated': 'P1', ...}. The program knows rules by their codes (1.2).
RULES = {rule['code']: rule['rule'] for rule in FORMAT['rules']}

#: Type codes (3.1) to their rows: {0x01: {'name': 'bool', ...}, ...}, and the rows by name.
CODES = {int(row['code'], 16): row for row in FORMAT['types']}
TYPES = {row['name']: row for row in FORMAT['types']}
CODE_OF = {row['name']: code for code, row in CODES.items()}

#: Chunk types (2.3) that a reader of this version knows.
CHUNKS = {row['type']: row for row in FORMAT['chunks']}
#: Those that have a count in the index (6.3), and the place of each in the canonical form (9.6).
COUNTED = {name for name, row in CHUNKS.items() if row['counted']}
CANONICAL_PLACES = {name: row['canonicalPlace'] for name, row in CHUNKS.items() if row['canonicalPlace'] is not None}

KINDS = FORMAT['kinds']                           # 4.2: 'class', 'struct', 'enum'
FLAGS = FORMAT['flags']                           # 4.3: 'required', 'optional', 'retired'

DESCRIPTOR_DEPTH = FORMAT['limits']['descriptorNesting']
VALUE_DEPTH = FORMAT['limits']['valueNesting']
CHAIN_LENGTH = FORMAT['limits']['superclassChain']
BLOCK_SIZE = FORMAT['limits']['blockSize']        # 5.1

#: The major version of the format, and the minor version up to which this program reads (12.1).
MAJOR, MINOR = map(int, FORMAT['version'].split('.'))
SIGNATURE = bytes.fromhex(FORMAT['signature'])


class Refusal(Exception):
    """An archive breaks a rule. Where a canonical form cannot be made, there is no offset."""

    def __init__(self, code, offset=None):
        super().__init__(code, offset)
        self.code, self.offset = code, offset
        self.rule = RULES[code]

    def __str__(self):
        place = '' if self.offset is None else f' at {self.offset}'
        return f'{self.rule} {self.code}{place}'

    def answer(self):
        """The refusal in the conformance protocol."""
        answer = {'rule': self.rule, 'code': self.code, 'offset': self.offset}
        return {name: value for name, value in answer.items() if value is not None}


def require(condition, code, offset=None):
    """A rule: what must hold, its code, and the offset that a refusal names."""
    if not condition:
        raise Refusal(code, offset)
