"""Chapter 1: varints, strings, counts, XXH64."""
import struct

from tables import Refusal, require

NUMBER = 63                                       # the width of counts, lengths and numbers (1.4)
VERSION = 31                                      # the width of versions, since, and lengths of records


class Cursor:
    """A position that moves through one enclosing structure (1.3). `start` is that of the field read last."""
    __slots__ = ('data', 'start', 'p', 'end')

    def __init__(self, data, start, end):
        self.data, self.start, self.p, self.end = data, start, start, end

    def take(self, size):
        """A field of so many bytes."""
        self.start = self.p
        require(size <= self.end - self.p, 'truncated', self.p)
        self.p += size
        return self.data[self.start:self.p]

    def byte(self):
        return self.take(1)[0]

    def number(self, width=NUMBER):
        """A varint (1.4), whose bytes are validated one after another."""
        start, value, shift = self.p, 0, 0
        while True:
            if self.p >= self.end:
                raise Refusal('truncated', start)
            byte = self.data[self.p]
            self.p += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if value >> width or byte >= 0x80 and shift >= width:
                raise Refusal('integerTooLarge', start)
            if byte < 0x80:
                require(byte or shift == 7, 'integerNotShortest', start)
                self.start = start
                return value

    def signed(self, width):
        value = self.number(width)
        return -(value >> 1) - 1 if value & 1 else value >> 1

    def count(self, size=1, width=NUMBER):
        """A count or length (1.5): so many times `size` bytes must remain."""
        count = self.number(width)
        require(count * size <= self.end - self.p, 'countTooLarge', self.start)
        return count

    def string(self):
        """A string (1.6). Python's UTF-8 is that of the table, and its errors begin where the rule says."""
        length = self.count()
        start = self.start
        try:
            text = self.take(length).decode('utf-8')
        except UnicodeDecodeError as error:
            raise Refusal('malformedString', self.start + error.start) from None
        self.start = start
        return text

    def finish(self):
        """The enclosing structure must end here (1.3)."""
        require(self.p == self.end, 'trailingBytes', self.p)


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def zigzag(value):
    return 2 * value if value >= 0 else -2 * value - 1


def string(text):
    data = text.encode('utf-8')
    return varint(len(data)) + data


# 1.7 XXH64. Strings are ordered by their bytes (1.6), which for UTF-8 is the order of Python's strings.

MASK = (1 << 64) - 1
P1, P2, P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P4, P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def rotl(x, n):
    return (x << n | x >> 64 - n) & MASK


def mixed(acc, lane):
    acc = (acc + lane * P2) & MASK
    return (acc << 31 | acc >> 33) * P1 & MASK    # bits above 64 do not matter to the product


def xxh64(data, seed=0):
    size, start = len(data), 0
    if size >= 32:
        a, b, c, d = (seed + P1 + P2) & MASK, (seed + P2) & MASK, seed, (seed - P1) & MASK
        start = size - size % 32
        for w, x, y, z in struct.iter_unpack('<4Q', data[:start]):
            a, b, c, d = mixed(a, w), mixed(b, x), mixed(c, y), mixed(d, z)
        h = (rotl(a, 1) + rotl(b, 7) + rotl(c, 12) + rotl(d, 18)) & MASK
        for x in (a, b, c, d):
            h = ((h ^ mixed(0, x)) * P1 + P4) & MASK
    else:
        h = (seed + P5) & MASK
    h = (h + size) & MASK
    while size - start >= 8:
        lane = int.from_bytes(data[start:start + 8], 'little')
        h = (rotl(h ^ mixed(0, lane), 27) * P1 + P4) & MASK
        start += 8
    if size - start >= 4:
        lane = int.from_bytes(data[start:start + 4], 'little')
        h = (rotl(h ^ lane * P1 & MASK, 23) * P2 + P3) & MASK
        start += 4
    for byte in data[start:]:
        h = rotl(h ^ byte * P5 & MASK, 11) * P1 & MASK
    h = (h ^ h >> 33) * P2 & MASK
    h = (h ^ h >> 29) * P3 & MASK
    return h ^ h >> 32
