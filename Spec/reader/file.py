"""Chapter 2: signatures, chunks, HEAD; and the index of chapter 6."""
import struct

from primitives import VERSION, Cursor, xxh64
from tables import CHUNKS, COUNTED, MAJOR, MINOR, SIGNATURE, Refusal, require


class Chunk:
    """A chunk whose frame is right."""
    count = None                                  # by the index (6.3)
    names = entries = 0                           # how many the CLAS chunks before it define (T2, C8)
    records = ()                                  # of OBJS: [(offset, start of values, end, entry)]
    is_empty = False                              # whether all counts of its payload are 0 (K1)

    def __init__(self, type, offset, start, end, tail):
        self.type, self.offset, self.start, self.end = type, offset, start, end
        self.tail = tail                          # length and payload check, which the index repeats

    def cursor(self, data):
        return Cursor(data, self.start, self.end)


def header_check(type, tail):
    """The header check of 2.2: of the 16 bytes of length and payload check, seeded with the type."""
    h = xxh64(tail, int.from_bytes(type, 'little'))
    return h & 0xFFFFFFFF ^ h >> 32


def padded(size):
    return -(-size // 8) * 8


def whole_head(data):
    """The payload of a HEAD chunk that follows the signature and whose checks are right; None without such a chunk."""
    if len(data) < 32:
        return None
    letters, check, length, payload_check = struct.unpack_from('<4sIQQ', data, 8)
    payload = data[32:32 + length]
    is_whole = letters == b'HEAD' and header_check(letters, data[16:32]) == check \
        and len(payload) == length and xxh64(payload) == payload_check
    return Cursor(data, 32, 32 + length) if is_whole else None


def version(data):
    """F12, a look ahead: an archive of another version is refused for that, whatever else the version has changed.

    A major version that is malformed is left to phase 2, and so is a minor version of this major version.
    """
    cursor = whole_head(data)
    if cursor:
        for least, largest in (MAJOR, MAJOR), (0, MINOR):
            try:
                number = cursor.number(VERSION)
            except Refusal:
                return
            require(least <= number <= largest, 'version', cursor.start)


def frames(data):
    """Phase 1: the signatures and the chunks between them."""
    require(data[:8] == SIGNATURE, 'signature', 0)
    version(data)
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
        chunks.append(Chunk(type, offset, start, start + length, data[offset + 8:start]))
    require(chunks, 'headChunk', 8)
    require(chunks[-1].type == 'INDX', 'indexChunk', end)
    return chunks


def head(data, chunk):
    """Phase 2, 2.4: the document type and the writer. Of the versions, F12 has left their form to check."""
    cursor = chunk.cursor(data)
    cursor.number(VERSION)
    cursor.number(VERSION)
    document_type, writer = cursor.string(), cursor.string()
    cursor.finish()
    return document_type, writer


def index(data, chunks):
    """Phase 2, 6.3: the index, which repeats the header of each chunk with a count in the place of the header check."""
    *listed, p = *chunks[:-1], chunks[-1].start
    require(chunks[-1].end - p == 24 * len(listed) + 8, 'indexSize', p)
    for chunk in listed:
        letters, count, tail = struct.unpack_from('<4sI16s', data, p)
        require(letters == chunk.type.encode('ascii') and tail == chunk.tail, 'indexEntry', p)
        if chunk.type in COUNTED:
            chunk.count = count
        else:
            require(count == 0, 'indexEntry', p)
        p += 24
    require(int.from_bytes(data[p:p + 8], 'little') == chunks[-1].offset, 'indexPlace', p)
