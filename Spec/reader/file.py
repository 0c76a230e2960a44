"""Chapter 2: signatures, chunks, HEAD; and the index of chapter 6."""
import struct

from primitives import VERSION, Cursor, xxh64
from tables import CHUNKS, INDEXED, SIGNATURE, require


class Chunk:
    """A chunk whose frame is right."""
    count = None                                  # by the index (6.3)
    names = entries = 0                           # how many the CLAS chunks before it define (T2, C8)
    records = ()                                  # of OBJS: [(offset, start of values, end, entry)]
    is_empty = False                              # whether all counts of its payload are 0 (K1)

    def __init__(self, type, offset, start, end):
        self.type, self.offset, self.start, self.end = type, offset, start, end

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
    require(data[:8] == SIGNATURE, 'signature', 0)
    require(len(data) >= 16, 'closingSignature', 8)
    end = len(data) - 8
    require(data[end:] == SIGNATURE, 'closingSignature', end)
    chunks, once, p = [], set(), 8
    while p < end:
        require(end - p >= 24, 'truncated', p)
        letters = data[p:p + 4]
        check, length, payload_check = struct.unpack_from('<IQQ', data, p + 4)
        require(header_check(letters, data[p + 8:p + 24]) == check, 'headerCheck', p)
        for i, letter in enumerate(letters):
            require(0x41 <= letter <= 0x5A or 0x61 <= letter <= 0x7A and i != 2, 'chunkType', p + i)
        type = letters.decode('ascii')
        require((type == 'HEAD') == (not chunks), 'headChunk', p)
        require(not chunks or chunks[-1].type != 'INDX', 'indexChunk', p)
        require(type not in once, 'repeatedChunk', p)
        if type in ('WEAK', 'mETa'):
            once.add(type)
        require(type in CHUNKS or type[0].islower(), 'unknownCriticalChunk', p)
        start = p + 24
        require(length <= end - start and padded(start + length) <= end, 'chunkTooLong', p + 8)
        offset, p = p, padded(start + length)
        for i in range(start + length, p):
            require(data[i] == 0, 'padding', i)
        require(xxh64(data[start:start + length]) == payload_check, 'payloadCheck', offset + 16)
        chunks.append(Chunk(type, offset, start, start + length))
    require(chunks, 'headChunk', 8)
    require(chunks[-1].type == 'INDX', 'indexChunk', end)
    return chunks


def head(data, chunk):
    """Phase 2, 2.4: the minor version and the writer."""
    cursor = chunk.cursor(data)
    require(cursor.number(VERSION) == 1, 'majorVersion', chunk.start)
    minor, writer = cursor.number(VERSION), cursor.string()
    if minor == 0:
        cursor.finish()
    return minor, writer


def index(data, chunks):
    """Phase 2, 6.3: the index, which gives each chunk that it lists a count."""
    listed = [chunk for chunk in chunks if chunk.type in INDEXED]
    p = chunks[-1].start
    require(chunks[-1].end - p == 16 * len(listed) + 8, 'indexSize', p)
    for chunk in listed:
        type, chunk.count, offset = struct.unpack_from('<4sIQ', data, p)
        require(type == chunk.type.encode('ascii') and offset == chunk.offset, 'indexEntry', p)
        p += 16
    require(int.from_bytes(data[p:p + 8], 'little') == chunks[-1].offset, 'indexPlace', p)
