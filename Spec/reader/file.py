"""Chapter 2: signatures, chunks, HEAD; and the index of chapter 6."""
import struct

from primitives import VERSION, Cursor, xxh64
from tables import CHUNKS, INDEXED, SIGNATURE, refuse


class Chunk:
    """A chunk whose frame is right."""
    __slots__ = ('type', 'offset', 'start', 'end', 'count', 'names', 'entries', 'records', 'is_empty')

    def __init__(self, type, offset, start, end):
        self.type, self.offset, self.start, self.end = type, offset, start, end
        self.count = None                         # by the index (6.3)
        self.names = self.entries = 0             # how many the CLAS chunks before it define (T2, C8)
        self.records = ()                         # of an OBJS chunk: [(offset, start of values, end, entry)]
        self.is_empty = False                     # whether all counts of its payload are 0 (K1)

    def cursor(self, data):
        return Cursor(data, self.start, self.end)


def header_check(type, tail):
    """The header check of 2.2: of the 16 bytes of length and payload check, seeded with the type."""
    h = xxh64(tail, int.from_bytes(type, 'little'))
    return h & 0xFFFFFFFF ^ h >> 32


def padded(size):
    return -(-size // 8) * 8


def frames(data):
    """Phase 1: the signatures and the chunks between them."""
    if data[:8] != SIGNATURE:
        refuse('signature', 0)
    if len(data) < 16:
        refuse('closingSignature', 8)
    end = len(data) - 8
    if data[end:] != SIGNATURE:
        refuse('closingSignature', end)
    chunks, once, p = [], set(), 8
    while p < end:
        if end - p < 24:
            refuse('truncated', p)
        letters = data[p:p + 4]
        check, length, payload_check = struct.unpack_from('<IQQ', data, p + 4)
        if header_check(letters, data[p + 8:p + 24]) != check:
            refuse('headerCheck', p)
        for i, letter in enumerate(letters):
            if not (0x41 <= letter <= 0x5A or 0x61 <= letter <= 0x7A and i != 2):
                refuse('chunkType', p + i)
        type = letters.decode('ascii')
        if (type == 'HEAD') != (not chunks):
            refuse('headChunk', p)
        if chunks and chunks[-1].type == 'INDX':
            refuse('indexChunk', p)
        if type in once:
            refuse('repeatedChunk', p)
        if type in ('WEAK', 'mETa'):
            once.add(type)
        if type not in CHUNKS and type[0].isupper():
            refuse('unknownCriticalChunk', p)
        start = p + 24
        if length > end - start or padded(start + length) > end:
            refuse('chunkTooLong', p + 8)
        p, offset = padded(start + length), p
        for i in range(start + length, p):
            if data[i]:
                refuse('padding', i)
        if xxh64(data[start:start + length]) != payload_check:
            refuse('payloadCheck', offset + 16)
        chunks.append(Chunk(type, offset, start, start + length))
    if not chunks:
        refuse('headChunk', 8)
    if chunks[-1].type != 'INDX':
        refuse('indexChunk', end)
    return chunks


def head(data, chunk):
    """Phase 2, 2.4: the minor version and the writer."""
    cursor = chunk.cursor(data)
    if cursor.number(VERSION) != 1:
        refuse('majorVersion', chunk.start)
    minor = cursor.number(VERSION)
    writer = cursor.string()
    if minor == 0:
        cursor.finish()
    return minor, writer


def index(data, chunks):
    """Phase 2, 6.3: the index, which gives each chunk that it lists a count."""
    listed = [chunk for chunk in chunks if chunk.type in INDEXED]
    p = chunks[-1].start
    if chunks[-1].end - p != 16 * len(listed) + 8:
        refuse('indexSize', p)
    for chunk in listed:
        type, chunk.count, offset = struct.unpack_from('<4sIQ', data, p)
        if type != chunk.type.encode('ascii') or offset != chunk.offset:
            refuse('indexEntry', p)
        p += 16
    if int.from_bytes(data[p:p + 8], 'little') != chunks[-1].offset:
        refuse('indexPlace', p)
