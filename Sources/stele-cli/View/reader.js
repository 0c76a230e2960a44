// A reader of Stele archives, written from the specification (Spec/). It runs in a browser and under Node:
//
//   node reader.js conform < FILE     answers by the protocol of `stele conform`
//   node reader.js verify FILE...     names the first rule that each file breaks
//   node reader.js serve              answers many archives, each with its length before it (u32), with a line of JSON each
//
// Numbers in comments are sections of the specification. Work and memory are linear in the bytes of an archive (sets
// and maps: n log n). What nests by the bytes of an archive is read by recursion that L1 and L2 bound; superclasses and
// references are followed in loops.
'use strict';

const Stele = (() => {
  const SIGNATURE = [0xD3, 0x53, 0x54, 0x4C, 0x0D, 0x0A, 0x1A, 0x0A];
  const MAJOR = 1, MINOR = 0;               // the version that this reader knows (12.1)
  const MAX_BYTES = 0xFFFFFFFF;             // offsets are kept in 32 bits
  const TYPE_DEPTH = 64, VALUE_DEPTH = 512, CHAIN = 256;      // L1, L2, L3
  const MAX_PROBLEMS = 1000;
  const PAGE_BUDGET = 200000;               // nodes of values that a page holds for one object
  const SLICE = 1 << 18;                    // bytes between two reports of progress

  const CODES = {
    P1: 'truncated', P2: 'trailingBytes', P3: 'integerNotShortest', P4: 'integerTooLarge', P5: 'countTooLarge',
    P6: 'malformedString', F1: 'signature', F2: 'closingSignature', F3: 'headerCheck', F4: 'chunkType',
    F5: 'chunkTooLong', F6: 'payloadCheck', F7: 'padding', F8: 'unknownCriticalChunk', F9: 'headChunk',
    F10: 'indexChunk', F11: 'repeatedChunk', F12: 'version', T1: 'unknownType', T2: 'undefinedName',
    L1: 'descriptorNesting', L2: 'valueNesting', L3: 'superclassChain', L4: 'memory', V1: 'flagByte', V2: 'decimal',
    V3: 'packedWidth', V4: 'widthNotNarrowest', V5: 'listNotMixed', V6: 'duplicateElement', V7: 'duplicateKey',
    V8: 'valueKind', V9: 'valueClass', V10: 'caseIndex', V11: 'spareBits', V12: 'emptyBody', V13: 'anyInAny',
    V14: 'metadataType', V15: 'neverValue', V16: 'weakInKey', C1: 'emptyName', C2: 'duplicateName', C3: 'entryName',
    C4: 'classVersion', C5: 'kind', C6: 'superclass', C7: 'superclassLoop', C8: 'undefinedEntry', C9: 'flags',
    C10: 'duplicateKeyName', C11: 'since', C12: 'duplicateCaseName', R1: 'firstNumber', R2: 'emptyBlock',
    R3: 'recordKind', R4: 'nilReference', R5: 'danglingReference', R6: 'wrongClass', R7: 'weakSlot',
    X1: 'duplicateRoot', X2: 'duplicateMetadata',
    X3: 'indexSize', X4: 'indexEntry', X5: 'indexPlace', X6: 'indexCount',
  };

  const REQUIREMENTS = {
    P1: 'A field does not fit into the structure that encloses it.',
    P2: 'A structure goes on after its content has ended.',
    P3: 'An integer is not in its shortest form.',
    P4: 'An integer does not fit its width.',
    P5: 'A count or length is larger than what the remaining bytes can hold.',
    P6: 'A string is not well-formed UTF-8.',
    F1: 'An archive begins with the signature.',
    F2: 'An archive has at least 16 bytes and ends with the signature.',
    F3: 'The header check of a chunk is wrong.',
    F4: 'The four bytes of a chunk type must be letters, the third upper case.',
    F5: 'A chunk does not end before the closing signature.',
    F6: 'The payload check of a chunk is wrong.',
    F7: 'Padding must be zero.',
    F8: 'A critical chunk is of an unknown type.',
    F9: 'The first chunk must be HEAD, and no other.',
    F10: 'The last chunk must be INDX, and no other.',
    F11: 'There may be one WEAK and one mETa chunk.',
    F12: 'The archive is of a version that this reader does not know.',
    T1: 'A type code is not in the table.',
    T2: 'A type names a class that is not defined.',
    L1: 'Type descriptors nest deeper than 64.',
    L2: 'Values nest deeper than 512.',
    L3: 'A chain of superclasses has more than 256 entries.',
    L4: 'The archive needs more memory than this reader takes.',
    V1: 'A bool, or the flag of an optional, must be 00 or 01.',
    V2: 'The sign of a decimal must be 00, 01 or 02, and zero is not negative.',
    V3: 'The width of a packed list must be 1, 2, 4, 8 or 16, and fit its type.',
    V4: 'The width of a packed list is not the narrowest.',
    V5: 'A list is mixed, although it could be uniform.',
    V6: 'Two elements of a set have the same bytes.',
    V7: 'Two keys of a map have the same bytes.',
    V8: 'The entry of a struct or enum value is of another kind.',
    V9: 'The entry of a struct or enum value has another name than its type.',
    V10: 'There is no such case, or it is retired.',
    V11: 'Presence bits that belong to no key must be 0.',
    V12: 'The body of a struct without stored keys must be 00.',
    V13: 'An any value must not hold an any value.',
    V14: 'Metadata must not contain references, structs or enums.',
    V15: 'There is no value of type never.',
    V16: 'A weak reference must not stand in a set element or a map key.',
    C1: 'A class name must not be empty.',
    C2: 'A class name is defined twice.',
    C3: 'The name of an entry is not defined.',
    C4: 'A class version must not be 0.',
    C5: 'The kind must be 00, 01 or 02.',
    C6: 'The superclass is not an entry of kind class.',
    C7: 'A chain of superclasses does not end.',
    C8: 'An entry number is not defined before it is used.',
    C9: 'The flags of a key or case are out of range.',
    C10: 'Two keys have the same name.',
    C11: 'Since must be at least 1 and at most the version of the entry.',
    C12: 'Two cases have the same name.',
    R1: 'The first number of a block does not follow the block before it.',
    R2: 'A block must not be empty.',
    R3: 'The entry of a record must be of kind class.',
    R4: 'A reference that is not optional must not be nil.',
    R5: 'A reference points at no object.',
    R6: 'A reference points at an object of another class.',
    R7: 'There is no such weak slot.',
    X1: 'Two roots have the same name.',
    X2: 'Two metadata items have the same key.',
    X3: 'The index does not have one entry for each chunk before it.',
    X4: 'An entry of the index differs from its chunk, or has a count that the chunk does not have.',
    X5: 'The index does not name its own place.',
    X6: 'A count differs from the one in the index.',
  };

  /** A rule that an archive breaks, and where. */
  class Refusal extends Error {
    constructor(rule, offset) {
      super(`${rule} ${CODES[rule]} at byte ${offset}`);
      this.rule = rule;
      this.offset = offset;
    }
  }
  Error.stackTraceLimit = Math.min(Error.stackTraceLimit ?? 0, 10);

  function refuse(rule, offset) { throw new Refusal(rule, offset); }

  // 1.7 XXH64. A 64-bit number is two halves of 32 bits.

  const PRIMES = {                          // A to E: high half, low half
    A: [0x9E3779B1, 0x85EBCA87], B: [0xC2B2AE3D, 0x27D4EB4F], C: [0x165667B1, 0x9E3779F9],
    D: [0x85EBCA77, 0xC2B2AE63], E: [0x27D4EB2F, 0x165667C5],
  };

  /** The high half of a product of two unsigned 32-bit numbers. */
  function mulHigh(a, b) {
    const a0 = a & 0xFFFF, a1 = a >>> 16, b0 = b & 0xFFFF, b1 = b >>> 16;
    const m = Math.imul(a1, b0) + (Math.imul(a0, b0) >>> 16) >>> 0;
    const n = Math.imul(a0, b1) + (m & 0xFFFF) >>> 0;
    return Math.imul(a1, b1) + (m >>> 16) + (n >>> 16) | 0;
  }

  /** An XXH64 that takes its input in parts; all parts but the last are a multiple of 32 bytes long. */
  class XXH64 {
    constructor(seedLow = 0) {
      this.seed = [0, seedLow];
      this.length = 0;
      this.lanes = new Int32Array(8);       // four lanes, each high and low half
      const start = [sum(sum(this.seed, PRIMES.A), PRIMES.B), sum(this.seed, PRIMES.B), this.seed,
        sum(this.seed, negative(PRIMES.A))];
      start.forEach(([high, low], i) => { this.lanes[2 * i] = high; this.lanes[2 * i + 1] = low; });
      this.rest = [0, 0];
    }

    update(data, start, end) {
      const blocks = end - start - (end - start) % 32;
      for (let lane = 0; lane < 4; lane++) this.run(lane, data, start + 8 * lane, start + blocks);
      this.length += end - start;
      this.rest = [start + blocks, end];
      return this;
    }

    /** Rounds of one lane over every fourth u64. */
    run(lane, data, start, end) {
      let high = this.lanes[2 * lane], low = this.lanes[2 * lane + 1];
      for (let p = start; p < end; p += 32) {
        const dl = data[p] | data[p + 1] << 8 | data[p + 2] << 16 | data[p + 3] << 24;
        const dh = data[p + 4] | data[p + 5] << 8 | data[p + 6] << 16 | data[p + 7] << 24;
        // dl:dh times B, added.
        let l = Math.imul(dl, 0x27D4EB4F);
        let h = mulHigh(dl, 0x27D4EB4F) + Math.imul(dh, 0x27D4EB4F) + Math.imul(dl, 0xC2B2AE3D) | 0;
        const s = (low >>> 0) + (l >>> 0);
        h = high + h + (s > 0xFFFFFFFF ? 1 : 0) | 0;
        l = s | 0;
        // rotated left by 31
        const rh = l >>> 1 | h << 31, rl = h >>> 1 | l << 31;
        // times A
        low = Math.imul(rl, 0x85EBCA87);
        high = mulHigh(rl, 0x85EBCA87) + Math.imul(rh, 0x85EBCA87) + Math.imul(rl, 0x9E3779B1) | 0;
      }
      this.lanes[2 * lane] = high;
      this.lanes[2 * lane + 1] = low;
    }

    /** The hash: high half, low half, both unsigned. */
    digest(data) {
      const { A, B, C, D, E } = PRIMES, lane = i => [this.lanes[2 * i], this.lanes[2 * i + 1]];
      let h;
      if (this.length >= 32) {
        h = sum(sum(rotated(lane(0), 1), rotated(lane(1), 7)), sum(rotated(lane(2), 12), rotated(lane(3), 18)));
        for (let i = 0; i < 4; i++) h = sum(product(xor(h, round([0, 0], lane(i))), A), D);
      } else {
        h = sum(this.seed, E);
      }
      h = sum(h, [Math.floor(this.length / 0x100000000), this.length | 0]);
      let [p, end] = this.rest;
      for (; end - p >= 8; p += 8) {
        h = sum(product(rotated(xor(h, round([0, 0], [u32(data, p + 4), u32(data, p)])), 27), A), D);
      }
      if (end - p >= 4) {
        h = sum(product(rotated(xor(h, product([0, u32(data, p)], A)), 23), B), C);
        p += 4;
      }
      for (; p < end; p++) h = product(rotated(xor(h, product([0, data[p]], E)), 11), A);
      h = product(xor(h, shifted(h, 33)), B);
      h = product(xor(h, shifted(h, 29)), C);
      h = xor(h, shifted(h, 32));
      return [h[0] >>> 0, h[1] >>> 0];
    }
  }

  function sum(a, b) {
    const low = (a[1] >>> 0) + (b[1] >>> 0);
    return [a[0] + b[0] + (low > 0xFFFFFFFF ? 1 : 0) | 0, low | 0];
  }
  function negative(a) { return sum([~a[0], ~a[1]], [0, 1]); }
  function xor(a, b) { return [a[0] ^ b[0], a[1] ^ b[1]]; }
  function product(a, b) {
    return [mulHigh(a[1], b[1]) + Math.imul(a[0], b[1]) + Math.imul(a[1], b[0]) | 0, Math.imul(a[1], b[1])];
  }
  function rotated([high, low], n) { return [high << n | low >>> 32 - n, low << n | high >>> 32 - n]; }
  function shifted([high, low], n) {
    if (n === 32) return [0, high];
    return n > 32 ? [0, high >>> n - 32] : [high >>> n, low >>> n | high << 32 - n];
  }
  function round(acc, lane) { return product(rotated(sum(acc, product(lane, PRIMES.B)), 31), PRIMES.A); }

  function u32(data, p) { return (data[p] | data[p + 1] << 8 | data[p + 2] << 16 | data[p + 3] << 24) >>> 0; }
  function u64(data, p) { return u32(data, p) + u32(data, p + 4) * 0x100000000; }

  /** The header check of a chunk (2.2). */
  function headerCheck(data, p) {
    const [high, low] = new XXH64(u32(data, p)).update(data, p + 8, p + 24).digest(data);
    return (high ^ low) >>> 0;
  }

  // 1.4 to 1.6: fields

  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** The text of well-formed UTF-8. */
  function utf8(data, start, end) {
    if (end - start > 32) return decoder.decode(data.subarray(start, end));
    let text = '';
    for (let p = start; p < end; p++) {
      if (data[p] > 0x7F) return decoder.decode(data.subarray(start, end));
      text += String.fromCharCode(data[p]);
    }
    return text;
  }

  /** A place in the bytes of an enclosing structure. */
  class Cursor {
    constructor(data, p, end) {
      this.data = data;
      this.p = p;
      this.end = end;
      this.start = p;                       // of the field that was read last
    }

    byte() {
      this.start = this.p;
      if (this.p >= this.end) refuse('P1', this.p);
      return this.data[this.p++];
    }

    take(count) {
      this.start = this.p;
      if (count > this.end - this.p) refuse('P1', this.p);
      this.p += count;
      return this.start;
    }

    /** A varint. Above 2^53 it is rounded, which no comparison with a number of bytes or objects can tell. */
    varint(width) {
      const { data, end } = this, start = this.start = this.p;
      let p = start, value = 0, scale = 1;
      for (let bit = 0; ; bit += 7) {
        if (p >= end) refuse('P1', start);
        const byte = data[p++];
        if (bit + 7 > width && (byte & 0x7F) >> width - bit !== 0) refuse('P4', start);
        if (byte < 0x80) {
          if (byte === 0 && bit > 0) refuse('P3', start);
          this.p = p;
          return value + byte * scale;
        }
        if (bit + 7 >= width) refuse('P4', start);
        value += (byte & 0x7F) * scale;
        scale *= 128;
      }
    }

    number() { return this.varint(63); }

    /** A count or length; each of what is counted takes at least so many bytes. */
    count(bytes = 1) {
      const value = this.number();
      if (value * bytes > this.end - this.p) refuse('P5', this.start);
      return value;
    }

    /** Skips a string, and leaves its range in textStart and p. */
    skipString() {
      const length = this.count(), at = this.start;
      this.textStart = this.p;
      checkUTF8(this.data, this.p, this.p + length);
      this.p += length;
      this.start = at;
    }

    string() {
      this.skipString();
      return utf8(this.data, this.textStart, this.p);
    }

    finish() {
      if (this.p < this.end) refuse('P2', this.p);
    }
  }

  /** P6: names the first byte that does not begin a well-formed scalar. */
  function checkUTF8(data, start, end) {
    for (let p = start; p < end;) {
      const byte = data[p];
      if (byte < 0x80) { p++; continue; }
      let count, least = 0x80, most = 0xBF; // of the second byte
      if (byte >= 0xC2 && byte <= 0xDF) count = 1;
      else if (byte >= 0xE0 && byte <= 0xEF) {
        count = 2;
        if (byte === 0xE0) least = 0xA0;
        if (byte === 0xED) most = 0x9F;
      } else if (byte >= 0xF0 && byte <= 0xF4) {
        count = 3;
        if (byte === 0xF0) least = 0x90;
        if (byte === 0xF4) most = 0x8F;
      } else refuse('P6', p);
      if (p + count >= end || data[p + 1] < least || data[p + 1] > most) refuse('P6', p);
      for (let i = 2; i <= count; i++) if ((data[p + i] & 0xC0) !== 0x80) refuse('P6', p);
      p += count + 1;
    }
  }

  /** A set of strings without the limit of 2^24 of the built-in one. */
  class Strings {
    constructor() { this.sets = [new Set()]; }

    /** Adds a string, unless it is there. */
    add(text) {
      for (const set of this.sets) if (set.has(text)) return false;
      let last = this.sets[this.sets.length - 1];
      if (last.size >= 1 << 23) this.sets.push(last = new Set());
      last.add(text);
      return true;
    }
  }

  /** The different elements of a set or keys of a map (V6, V7).
   *
   * Bytes are only looked at where two elements have the same length, so that nested sets do not cost their size at
   * each level. The letter in front keeps strings of digits from being hashed as numbers.
   */
  class Distinct {
    constructor(data) { this.data = data; this.lengths = new Map(); }

    add(start, end) {
      const known = this.lengths.get(end - start);
      if (known === undefined) {
        this.lengths.set(end - start, start);
        return true;
      }
      if (typeof known !== 'number') return known.add(this.text(start, end));
      const strings = new Strings();
      strings.add(this.text(known, known + end - start));
      this.lengths.set(end - start, strings);
      return strings.add(this.text(start, end));
    }

    text(start, end) {
      let text = 'b';
      for (let p = start; p < end; p += 4096) {
        text += String.fromCharCode.apply(null, this.data.subarray(p, Math.min(end, p + 4096)));
      }
      return text;
    }
  }

  // 3.1 types

  const TYPES = {
    0x01: { name: 'bool', layout: 'bool', size: 1 },
    0x02: { name: 'int8', layout: 'byte', size: 1, signed: true },
    0x03: { name: 'int16', layout: 'varint', size: 2, signed: true },
    0x04: { name: 'int32', layout: 'varint', size: 4, signed: true },
    0x05: { name: 'int64', layout: 'varint', size: 8, signed: true },
    0x06: { name: 'int128', layout: 'varint', size: 16, signed: true },
    0x07: { name: 'uint8', layout: 'byte', size: 1 },
    0x08: { name: 'uint16', layout: 'varint', size: 2 },
    0x09: { name: 'uint32', layout: 'varint', size: 4 },
    0x0A: { name: 'uint64', layout: 'varint', size: 8 },
    0x0B: { name: 'uint128', layout: 'varint', size: 16 },
    0x0C: { name: 'float16', layout: 'fixed', size: 2 },
    0x0D: { name: 'float32', layout: 'fixed', size: 4 },
    0x0E: { name: 'float64', layout: 'fixed', size: 8 },
    0x0F: { name: 'string', layout: 'string' },
    0x10: { name: 'bytes', layout: 'bytes' },
    0x11: { name: 'date', layout: 'fixed', size: 8 },
    0x12: { name: 'uuid', layout: 'fixed', size: 16 },
    0x13: { name: 'decimal', layout: 'decimal' },
    0x14: { name: 'any', layout: 'any' },
    0x15: { name: 'never', layout: 'never' },
    0x20: { name: 'optional', layout: 'optional', parts: 1 },
    0x21: { name: 'list', layout: 'list', parts: 1 },
    0x22: { name: 'set', layout: 'set', parts: 1 },
    0x23: { name: 'map', layout: 'map', parts: 2 },
    0x30: { name: 'ref', layout: 'ref', named: true },
    0x31: { name: 'weak', layout: 'weak', named: true },
    0x32: { name: 'struct', layout: 'struct', named: true },
    0x33: { name: 'enum', layout: 'struct', named: true },
  };
  const KINDS = ['class', 'struct', 'enum'];
  const FLAGS = ['required', 'optional', 'retired'];

  /** A type of a table row, with its parts, and the number of its class. */
  class Type {
    constructor(row, parts, name) {
      this.name = row.name;
      this.layout = row.layout;
      this.size = row.size;
      this.signed = row.signed === true;
      this.parts = parts;
      this.className = name;                // 0: any object
      this.isPacked = row.size !== undefined;
      this.isOptionalReference = row.name === 'optional' && parts[0].name === 'ref';
      this.isReference = row.name === 'ref' || row.name === 'weak' || this.isOptionalReference;
    }
  }
  const SIMPLE = {};
  for (const [code, row] of Object.entries(TYPES)) {
    if (!row.parts && !row.named) SIMPLE[code] = new Type(row, [], 0);
  }

  /** Reads a type descriptor; nameCount names are defined. The recursion is bounded by L1. */
  function readType(cursor, nameCount, isMetadata, isInAny, depth = 1) {
    const code = cursor.byte(), at = cursor.start;
    if (depth > TYPE_DEPTH) refuse('L1', at);
    const row = TYPES[code];
    if (row === undefined) refuse('T1', at);
    if (isInAny && row.name === 'any') refuse('V13', at);
    if (isMetadata && row.named) refuse('V14', at);
    if (row.named) {
      const name = cursor.number();
      if (name > nameCount || name === 0 && row.layout === 'struct') refuse('T2', cursor.start);
      return new Type(row, [], name);
    }
    if (!row.parts) return SIMPLE[code];
    const parts = [];
    for (let i = 0; i < row.parts; i++) parts.push(readType(cursor, nameCount, isMetadata, false, depth + 1));
    return new Type(row, parts, 0);
  }

  // 4 class table

  class Key {
    constructor(name, type, since, flags, offset, end) {
      this.name = name;
      this.type = type;
      this.since = since;
      this.flags = FLAGS[flags];
      this.isOptional = flags === 1;
      this.isNested = flags === 0 && type.name === 'struct';   // in uniform lists (3.5)
      this.offset = offset;
      this.end = end;
    }
  }

  /** Keys that stand together: those of an entry or a case. */
  class Level {
    setKeys(keys) {
      this.keys = keys;
      this.stored = keys.filter(key => key.flags !== 'retired');
      this.optionalCount = this.stored.reduce((count, key) => count + (key.isOptional ? 1 : 0), 0);
    }
  }

  class Case extends Level {}

  class Entry extends Level {
    /** The entries of the chain that have stored keys, the topmost first (5.2). */
    levels() {
      const levels = [];
      for (let entry = this; entry; entry = entry.parent) if (entry.stored.length) levels.push(entry);
      return levels.reverse();
    }

    /** All entries of the chain, the topmost first. */
    chain() {
      const chain = [];
      for (let entry = this; entry; entry = entry.parent) chain.push(entry);
      return chain.reverse();
    }
  }

  /** A chunk of the file (2.2). */
  class Chunk {
    constructor(data, p) {
      this.offset = p;
      this.type = String.fromCharCode(...data.subarray(p, p + 4));
      this.length = u64(data, p + 8);
      this.start = p + 24;
      this.end = this.start + this.length;
      this.next = this.end + (8 - this.end % 8) % 8;
      this.isSound = true;
    }

    cursor(data) { return new Cursor(data, this.start, this.end); }
  }

  const COUNTED = ['CLAS', 'OBJS', 'ROOT', 'WEAK'];           // have a count in the index (6.3)
  const KNOWN = ['HEAD', ...COUNTED, 'mETa', 'INDX'];

  /** Numbers in a typed array that grows. */
  class Numbers {
    constructor() { this.array = new Uint32Array(1024); this.length = 0; }
    push(value) {
      if (this.length === this.array.length) {
        const array = new Uint32Array(2 * this.length);
        array.set(this.array);
        this.array = array;
      }
      this.array[this.length++] = value;
    }
    at(index) { return this.array[index]; }
  }

  /** An archive, and what a complete check (8.1) has found.
   *
   * A strict check throws the first refusal. A lenient one notes refusals in `problems`, the first one first, and goes
   * on with what can be read; later ones may follow from earlier ones.
   */
  class Archive {
    constructor(data) {
      this.data = data;
      this.chunks = [];
      this.problems = [];
      this.problemCount = 0;
      this.version = null;                  // {major, minor}, when it is not that of this reader
      this.head = null;                     // {documentType, typeOffset, writer, writerOffset, end}
      this.names = [];                      // {name, offset, end}
      this.entries = [];
      this.records = new Numbers();         // the offset of the length of each record, 0 if it was not found
      this.recordEntries = new Numbers();   // the number of its entry, 0 if there is none
      this.blocks = [];                     // {first, chunk}
      this.slots = new Numbers();
      this.roots = [];                      // {name, type, value, offset, end, chunk}
      this.metadata = null;
      this.isLenient = false;
      this.onReference = null;              // (holder, object): called by phase 6
    }

    get objectCount() { return this.records.length; }

    /** A check to the end; throws the first refusal. */
    static check(data) {
      const archive = new Archive(data);
      for (const _ of archive.phases(false));
      return archive;
    }

    /** The phases of 8.1, in slices: yields {phase, done, of} after each. */
    *phases(isLenient) {
      this.isLenient = isLenient;
      if (this.data.length > MAX_BYTES) refuse('L4', 0);
      yield* this.frames();
      if (this.version) return;
      this.headAndIndex();
      yield* this.classTables();
      yield* this.recordFrames();
      this.weakSlots();
      yield* this.values();
    }

    /** Does something; a refusal is noted when the check is lenient. */
    attempt(action) {
      try {
        action();
        return true;
      } catch (error) {
        this.note(error);
        return false;
      }
    }

    note(error) {
      if (!this.isLenient || !(error instanceof Refusal)) throw error;
      this.problemCount++;
      if (this.problems.length < MAX_PROBLEMS) this.problems.push(error);
    }

    // Phase 1 (2.1 to 2.3)

    *frames() {
      const { data } = this, limit = data.length - 8;
      this.attempt(() => {
        if (!isSignature(data, 0)) refuse('F1', 0);
        this.lookAhead();
      });
      this.attempt(() => {
        if (data.length < 16) refuse('F2', 8);
        if (!isSignature(data, limit)) refuse('F2', limit);
      });
      const end = this.isLenient && !isSignature(data, limit) ? data.length : limit;
      let p = 8, seen = new Set();
      while (p < end) {
        const chunk = this.frame(p, end, seen);
        if (!chunk) {
          p = yield* this.search(p, end);
          continue;
        }
        this.chunks.push(chunk);
        this.attempt(() => {
          for (let q = chunk.end; q < chunk.next; q++) if (data[q] !== 0) refuse('F7', q);
        });
        const hash = new XXH64();
        for (let q = chunk.start; ;) {
          const to = Math.min(chunk.end, q + SLICE);
          hash.update(data, q, to);
          if (to === chunk.end) break;
          q = to;
          yield { phase: 1, done: q, of: end };
        }
        const [high, low] = hash.digest(data);
        chunk.isSound = high === u32(data, p + 20) && low === u32(data, p + 16);
        this.attempt(() => { if (!chunk.isSound) refuse('F6', chunk.offset + 16); });
        p = chunk.next;
        yield { phase: 1, done: p, of: end };
      }
      this.attempt(() => {
        if (this.chunks.length === 0) refuse('F9', 8);
        if (!seen.has('INDX')) refuse('F10', limit);
      });
    }

    /** F12, of an archive whose HEAD is whole. A version that is malformed is left to phase 2. */
    lookAhead() {
      const { data } = this;
      if (data.length < 32) return;
      const head = new Chunk(data, 8);
      if (head.type !== 'HEAD' || headerCheck(data, 8) !== u32(data, 12) || head.end > data.length) return;
      const [high, low] = new XXH64().update(data, head.start, head.end).digest(data);
      if (high !== u32(data, 28) || low !== u32(data, 24)) return;
      const cursor = head.cursor(data), version = {};
      for (const [part, least, largest] of [['major', MAJOR, MAJOR], ['minor', 0, MINOR]]) {
        try {
          version[part] = cursor.varint(31);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return;
        }
        if (version[part] < least || version[part] > largest) {
          this.version = version;
          refuse('F12', cursor.start);
        }
      }
    }

    /** The header of a chunk, checked up to its length. */
    frame(p, end, seen) {
      let chunk = null;
      this.attempt(() => {
        const { data } = this;
        if (end - p < 24) refuse('P1', p);
        if (headerCheck(data, p) !== u32(data, p + 4)) refuse('F3', p);
        for (let i = 0; i < 4; i++) {
          const letter = data[p + i], isCapital = letter >= 0x41 && letter <= 0x5A;
          if (!isCapital && (i === 2 || letter < 0x61 || letter > 0x7A)) refuse('F4', p + i);
        }
        const found = new Chunk(data, p), { type } = found;
        this.attempt(() => {
          if ((type === 'HEAD') !== (seen.size === 0)) refuse('F9', p);
          if (seen.has('INDX')) refuse('F10', p);
          if ((type === 'WEAK' || type === 'mETa') && seen.has(type)) refuse('F11', p);
          if (data[p] <= 0x5A && !KNOWN.includes(type)) refuse('F8', p);
        });
        seen.add(type);
        if (found.next > end) refuse('F5', p + 8);
        chunk = found;
      });
      return chunk;
    }

    /** Looks for the next chunk of a damaged archive (8.4), at multiples of 8 after p. */
    *search(p, end) {
      const { data } = this;
      for (p += 8 - p % 8; p + 24 <= end; p += 8) {
        if (p % SLICE === 0) yield { phase: 1, done: p, of: end };
        const third = data[p + 2];
        if (third < 0x41 || third > 0x5A || u64(data, p + 8) > end - p) continue;
        if (headerCheck(data, p) === u32(data, p + 4)) return p;
      }
      return end;
    }

    // Phase 2 (2.4, 6.3)

    headAndIndex() {
      const { data } = this, find = type => this.chunks.find(chunk => chunk.type === type);
      const head = find('HEAD'), index = find('INDX');
      if (head) this.attempt(() => {
        const cursor = head.cursor(data);
        cursor.varint(31);
        cursor.varint(31);
        const documentType = cursor.string(), typeOffset = cursor.start;
        const writer = cursor.string(), writerOffset = cursor.start;
        cursor.finish();
        this.head = { documentType, typeOffset, writer, writerOffset, end: cursor.p };
      });
      if (index) this.attempt(() => {
        const listed = this.chunks.slice(0, this.chunks.indexOf(index));
        if (index.length !== 24 * listed.length + 8) refuse('X3', index.start);
        listed.forEach((chunk, i) => {
          const p = index.start + 24 * i, count = u32(data, p + 4), isCounted = COUNTED.includes(chunk.type);
          // Type, length and payload check are those of the header.
          for (const at of [0, 8, 12, 16, 20]) if (u32(data, p + at) !== u32(data, chunk.offset + at)) refuse('X4', p);
          if (isCounted) chunk.count = count;
          else if (count !== 0) refuse('X4', p);
        });
        const last = index.end - 8;
        if (u64(data, last) !== index.offset) refuse('X5', last);
      });
    }

    /** A count that the index repeats. */
    indexed(chunk, cursor, count) {
      if (count !== chunk.count && !(this.isLenient && chunk.count === undefined)) refuse('X6', cursor.start);
    }

    // Phase 3 (4)

    *classTables() {
      const seen = new Strings();
      for (const chunk of this.chunks) {
        if (chunk.type === 'CLAS') {
          const steps = this.classTable(chunk, seen);
          for (let isDone = false; !isDone;) {
            this.attempt(() => { isDone = steps.next().done; }) || (isDone = true);
            yield { phase: 3, done: chunk.offset, of: this.data.length };
          }
        }
        chunk.nameCount = this.names.length;
        chunk.entryCount = this.entries.length;
      }
      this.prepareClasses();
    }

    *classTable(chunk, seen) {
      const cursor = chunk.cursor(this.data), { names, entries } = this, first = entries.length;
      const nameCount = cursor.count(), entryCount = cursor.count();
      this.indexed(chunk, cursor, entryCount);
      for (let i = 0; i < nameCount; i++) {
        const name = cursor.string(), offset = cursor.start;
        if (name === '') refuse('C1', offset);
        if (!seen.add(name)) refuse('C2', offset);
        names.push({ name, offset, end: cursor.p });
        if (i % 65536 === 65535) yield;
      }
      for (let i = 0; i < entryCount; i++) {
        entries.push(this.entry(cursor, first + entryCount));
        if (i % 65536 === 65535) yield;
      }
      this.link(first);
      cursor.finish();
    }

    entry(cursor, entryCount) {
      const entry = new Entry(), { names } = this;
      entry.offset = cursor.p;
      entry.number = this.entries.length + 1;
      entry.nameNumber = cursor.number();
      if (entry.nameNumber === 0 || entry.nameNumber > names.length) refuse('C3', cursor.start);
      entry.name = names[entry.nameNumber - 1].name;
      entry.version = cursor.varint(31);
      if (entry.version === 0) refuse('C4', cursor.start);
      const kind = cursor.byte();
      if (kind > 2) refuse('C5', cursor.start);
      entry.kind = KINDS[kind];
      entry.superNumber = cursor.number();
      entry.superOffset = cursor.start;
      if (entry.superNumber > (kind === 0 ? entryCount : 0)) refuse('C6', cursor.start);
      entry.parent = null;
      const count = cursor.count();
      entry.cases = null;
      if (kind === 2) {
        entry.cases = [];
        entry.setKeys([]);
        const seen = new Strings();
        for (let i = 0; i < count; i++) entry.cases.push(this.case(cursor, entry, seen, i));
      } else {
        entry.setKeys(this.keys(cursor, count, entry));
      }
      entry.end = cursor.p;
      return entry;
    }

    case(cursor, entry, seen, index) {
      const result = new Case();
      result.index = index;
      result.name = cursor.string();
      result.offset = cursor.start;
      if (!seen.add(result.name)) refuse('C12', cursor.start);
      result.since = this.since(cursor, entry);
      const flags = cursor.byte();
      if (flags !== 0 && flags !== 2) refuse('C9', cursor.start);
      result.isRetired = flags === 2;
      result.setKeys(this.keys(cursor, cursor.count(), entry));
      result.end = cursor.p;
      return result;
    }

    keys(cursor, count, entry) {
      const keys = [], seen = new Strings();
      for (let i = 0; i < count; i++) {
        const name = cursor.string(), offset = cursor.start;
        if (!seen.add(name)) refuse('C10', offset);
        const type = readType(cursor, this.names.length, false, false);
        const since = this.since(cursor, entry), flags = cursor.byte();
        if (flags > 2) refuse('C9', cursor.start);
        keys.push(new Key(name, type, since, flags, offset, cursor.p));
      }
      return keys;
    }

    since(cursor, entry) {
      const since = cursor.varint(31);
      if (since === 0 || since > entry.version) refuse('C11', cursor.start);
      return since;
    }

    /** C6, C7 and L3 for the entries of a chunk. */
    link(first) {
      const added = this.entries.slice(first);
      for (const entry of added) {
        if (entry.superNumber === 0) continue;
        const parent = this.entries[entry.superNumber - 1];
        if (parent.kind !== 'class') refuse('C6', entry.superOffset);
      }
      const lengths = new Map();            // of chains; Infinity if a chain does not end
      for (const entry of added) {
        const path = [];
        let next = entry, length = 0;
        for (; ;) {
          const known = next.chainLength ?? lengths.get(next);
          if (known !== undefined) { length = known; break; }
          lengths.set(next, Infinity);      // until it is known: a walk that comes back here has gone round a loop
          path.push(next);
          if (next.superNumber === 0) break;
          next = this.entries[next.superNumber - 1];
        }
        for (const member of path.reverse()) lengths.set(member, ++length);
        if (lengths.get(entry) === Infinity) refuse('C7', entry.superOffset);
        if (lengths.get(entry) > CHAIN) refuse('L3', entry.superOffset);
      }
      for (const entry of added) {
        entry.chainLength = lengths.get(entry);
        if (entry.superNumber) entry.parent = this.entries[entry.superNumber - 1];
      }
    }

    /** Prepares what records ask of classes: how many keys of a chain are optional, and what is a what.
     *
     * Entries are numbered so that the entries below one are those from `enter` to `leave`; a name has the ranges of
     * its entries. So neither question walks a chain for each record.
     */
    prepareClasses() {
      const children = new Map(), tops = [];
      for (const entry of this.entries) {
        if (!entry.parent) tops.push(entry);
        else if (children.has(entry.parent)) children.get(entry.parent).push(entry);
        else children.set(entry.parent, [entry]);
      }
      let number = 0;
      const ranges = this.ranges = new Map(), stack = tops.reverse().map(entry => [entry, false]);
      while (stack.length) {
        const [entry, isLeaving] = stack.pop();
        if (isLeaving) { entry.leave = number; continue; }
        entry.enter = number++;
        const upper = entry.parent;
        entry.chainOptionalCount = entry.optionalCount + (upper ? upper.chainOptionalCount : 0);
        // The nearest superclass that has stored keys.
        entry.storedParent = upper && (upper.stored.length ? upper : upper.storedParent);
        if (!ranges.has(entry.nameNumber)) ranges.set(entry.nameNumber, []);
        ranges.get(entry.nameNumber).push(entry);
        stack.push([entry, true]);
        for (const child of children.get(entry) ?? []) stack.push([child, false]);
      }
      // In the order of `enter`; a range inside an earlier one says nothing new.
      for (const [name, list] of ranges) {
        let end = -1;
        ranges.set(name, list.filter(entry => entry.leave > end && ((end = entry.leave), true)));
      }
    }

    /** Whether an entry, or a superclass of it, has a name (4.2). */
    isA(entry, name) {
      const list = this.ranges.get(name);
      if (!list) return false;
      let low = 0, high = list.length;
      while (low < high) {
        const middle = low + high >> 1;
        if (list[middle].leave <= entry.enter) low = middle + 1; else high = middle;
      }
      return low < list.length && list[low].enter <= entry.enter;
    }

    // Phase 4 (5.1, 5.2)

    *recordFrames() {
      for (const chunk of this.chunks) {
        if (chunk.type !== 'OBJS') continue;
        const cursor = chunk.cursor(this.data);
        let left = 0, done = cursor.p;
        chunk.first = this.objectCount + 1;
        chunk.recordCount = 0;
        if (!this.attempt(() => { left = this.blockHead(chunk, cursor); })) continue;
        this.blocks.push({ first: chunk.first, chunk });
        while (left > 0) {
          // In turns, so that the page stays alive while a large block is read.
          const turn = Math.min(left, 16384);
          if (!this.attempt(() => {
            for (let i = 0; i < turn; i++) this.recordFrame(chunk, cursor);
          })) break;
          left -= turn;
          if (cursor.p - done > SLICE) {
            done = cursor.p;
            yield { phase: 4, done, of: this.data.length };
          }
        }
        if (left === 0) this.attempt(() => cursor.finish());
        yield { phase: 4, done: chunk.end, of: this.data.length };
      }
    }

    blockHead(chunk, cursor) {
      const first = cursor.number();
      if (first !== this.objectCount + 1) {
        const refusal = new Refusal('R1', cursor.start);
        this.note(refusal);
        // Blocks are missing: their objects keep their numbers, if so many objects can be.
        if (first <= this.objectCount || first > this.data.length / 2) throw refusal;
        while (this.objectCount + 1 < first) this.addRecord(0, 0);
        chunk.first = first;
      }
      const count = cursor.number();
      if (count === 0) refuse('R2', cursor.start);
      if (count > cursor.end - cursor.p) refuse('P5', cursor.start);
      this.attempt(() => this.indexed(chunk, cursor, count));
      return count;
    }

    recordFrame(chunk, cursor) {
      const offset = cursor.p, length = cursor.count(), end = cursor.p + length;
      cursor.p = end;
      let number = 0;
      this.attempt(() => {
        const record = new Cursor(this.data, end - length, end);
        const entry = record.number();
        if (entry === 0 || entry > chunk.entryCount) refuse('C8', record.start);
        if (this.entries[entry - 1].kind !== 'class') refuse('R3', record.start);
        number = entry;
      });
      this.addRecord(offset, number);
      chunk.recordCount++;
    }

    addRecord(offset, entry) {
      this.records.push(offset);
      this.recordEntries.push(entry);
    }

    // Phase 5 (5.5)

    weakSlots() {
      const chunk = this.chunks.find(chunk => chunk.type === 'WEAK');
      if (chunk) this.attempt(() => {
        const cursor = chunk.cursor(this.data), count = cursor.count();
        this.indexed(chunk, cursor, count);
        for (let i = 0; i < count; i++) {
          const slot = cursor.number();
          if (slot > this.objectCount) refuse('R5', cursor.start);
          this.slots.push(slot);
        }
        cursor.finish();
      });
    }

    // Phase 6 (3, 5.2, 6.1, 6.2)

    *values() {
      let done = 0;
      const rootNames = new Strings(), metadataKeys = new Strings();
      for (const chunk of this.chunks) {
        if (chunk.type === 'OBJS') {
          const reader = new ValueReader(this, chunk, false);
          for (let i = 0; i < chunk.recordCount; i++) {
            const number = chunk.first + i, offset = this.records.at(number - 1);
            if (this.recordEntries.at(number - 1)) {
              reader.holder = number;
              this.attempt(() => reader.record(number));
            }
            if (offset - done > SLICE) {
              done = offset;
              yield { phase: 6, done, of: this.data.length };
            }
          }
        } else if (chunk.type === 'ROOT') {
          this.attempt(() => this.namedValues(chunk, this.roots, rootNames, 'X1'));
        } else if (chunk.type === 'mETa') {
          this.metadata ??= [];
          this.attempt(() => this.namedValues(chunk, this.metadata, metadataKeys, 'X2'));
        }
        yield { phase: 6, done: chunk.end, of: this.data.length };
      }
    }

    namedValues(chunk, items, seen, rule) {
      const budget = this.isLenient ? PAGE_BUDGET : Infinity;
      const reader = new ValueReader(this, chunk, true, budget), cursor = reader.cursor = chunk.cursor(this.data);
      const count = cursor.count();
      if (chunk.type === 'ROOT') this.indexed(chunk, cursor, count);
      for (let i = 0; i < count; i++) {
        const name = cursor.string(), offset = cursor.start;
        if (!seen.add(name)) refuse(rule, offset);
        const typeOffset = cursor.p;
        reader.holder = -items.length - 1;
        const type = reader.type(false);
        const value = reader.value(type, 1);
        items.push({ name, type, typeOffset, value, offset, end: cursor.p, chunk, isCut: reader.budget < 0 });
      }
      cursor.finish();
    }

    // What a page asks

    /** The payload check of the index, which stands for all chunks, in hexadecimal digits; '' if it is damaged (6.3). */
    get fingerprint() {
      const index = this.chunks.find(chunk => chunk.type === 'INDX');
      return index?.isSound ? hex(this.data.slice(index.offset + 16, index.offset + 24).reverse(), 0, 8) : '';
    }

    /** The chunk of an object. */
    chunkOf(number) {
      let low = 0, high = this.blocks.length;
      while (high - low > 1) {
        const middle = low + high >> 1;
        if (this.blocks[middle].first <= number) low = middle; else high = middle;
      }
      return this.blocks[low]?.chunk;
    }

    /** Where the record of an object stands, or null: {number, offset, end}. */
    frameOf(number) {
      const offset = number >= 1 && number <= this.objectCount ? this.records.at(number - 1) : 0;
      if (offset === 0) return null;
      const cursor = new Cursor(this.data, offset, this.data.length), length = cursor.number();
      return { number, offset, end: cursor.p + length };
    }

    /** The object of a number, with its values and where they stand, or a refusal.
     *
     * `isCut` of it is whether it has more values than the budget.
     */
    object(number, budget = Infinity) {
      const offset = this.records.at(number - 1), entry = this.entries[this.recordEntries.at(number - 1) - 1];
      const object = { number, offset, end: offset, entry: entry ?? null, levels: [], refusal: null, isCut: false };
      if (!(number >= 1 && number <= this.objectCount) || offset === 0) return { ...object, isMissing: true };
      const cursor = new Cursor(this.data, offset, this.data.length);
      object.end = cursor.number() + cursor.p;
      object.lengthEnd = object.entryEnd = cursor.p;
      if (!entry) return object;
      cursor.number();
      object.entryEnd = cursor.p;
      try {
        const reader = new ValueReader(this, this.chunkOf(number), true, budget);
        reader.partial = object.levels;
        reader.record(number);
        object.isCut = reader.budget < 0;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        object.refusal = error;
      }
      return object;
    }

    /** The references of an object, or of a root (its number below 0), to an object: how many there are, and the offset and
     * the steps of the key path of the first. All values are read, and none is kept.
     */
    referencesFrom(holder, object) {
      const root = this.roots[-holder - 1], chunk = root ? root.chunk : this.chunkOf(holder);
      const reader = new ValueReader(this, chunk, false), sought = reader.sought = { object, steps: [], count: 0 };
      try {
        if (root) {
          reader.cursor = chunk.cursor(this.data);
          reader.cursor.p = root.typeOffset;
          reader.enter(root.name);
          reader.value(reader.type(false), 1);
        } else {
          reader.record(holder);
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
      }
      return sought;
    }

    /** A type in words, such as `list of optional ref Person`; long names are cut. */
    typeText(type) {
      const { name, parts } = type, className = () => (this.names[type.className - 1]?.name ?? '?').slice(0, 200);
      switch (type.layout) {
        case 'optional': return `optional ${this.typeText(parts[0])}`;
        case 'list':
        case 'set': return `${name} of ${this.typeText(parts[0])}`;
        case 'map': return `map of ${this.typeText(parts[0])} to ${this.typeText(parts[1])}`;
        case 'ref':
        case 'weak': return `${name === 'weak' ? 'weak ref' : 'ref'} ${type.className ? className() : 'to any object'}`;
        case 'struct': return `${name} ${className()}`;
        default: return name;
      }
    }
  }

  function isSignature(data, p) {
    return p >= 0 && SIGNATURE.every((byte, i) => data[p + i] === byte);
  }

  // 3.2 to 3.8: values

  /** A value and its place: type, start, end, and by the type
   *
   *   data  (packed lists)  {start, size}: `element` makes nodes of the elements
   *   items (any, optional, list, set)     nodes
   *   pairs (map)                          [node, node]
   *   object (ref, weak)                   the number of the object, 0 for nil; slot: of a weak one
   *   entry, case, fields (struct, enum)   fields: [{key, value}]
   */
  class Node {
    constructor(type, start) {
      this.type = type;
      this.start = start;
      this.end = start;
    }
  }

  /** The node of an element of a packed list. */
  function element(node, index) {
    const { data } = node, part = new Node(node.type.parts[0], data.start + index * data.size);
    part.end = part.start + data.size;
    part.isPacked = true;
    return part;
  }

  /** Reads the values of one chunk, with what has been defined before it. */
  class ValueReader {
    constructor(archive, chunk, makesNodes, budget = Infinity) {
      this.archive = archive;
      this.data = archive.data;
      this.nameCount = chunk.nameCount;
      this.entryCount = chunk.entryCount;
      this.isMetadata = chunk.type === 'mETa';
      this.makesNodes = makesNodes;
      this.cursor = new Cursor(archive.data, 0, 0);
      this.holder = 0;                      // what holds the values: an object, or a root below 0
      this.numbers = null;                  // the entry numbers of an element of a mixed list
      this.depthInKeys = 0;                 // how many set elements and map keys are open
      this.partial = null;                  // takes the levels of a record as they are read, for a page
      this.budget = budget;                 // how many nodes are made; beyond them there is none
      this.sought = null;                   // the object whose references are sought, with the steps to the value that is read
    }

    /** Begins a part of a value, by its step of the key path. */
    enter(step) { this.sought?.steps.push(step); }

    leave() { this.sought?.steps.pop(); }

    type(isInAny) { return readType(this.cursor, this.nameCount, this.isMetadata, isInAny); }

    /** The values of a record whose frame is sound. */
    record(number) {
      this.depthInKeys = 0;
      const { cursor, archive } = this, entry = archive.entries[archive.recordEntries.at(number - 1) - 1];
      cursor.p = archive.records.at(number - 1);
      cursor.end = this.data.length;
      const length = cursor.number();
      cursor.end = cursor.p + length;
      cursor.number();
      const presence = this.presence(entry.chainOptionalCount);
      // Levels without stored keys are passed over: each of the others has a bit or a byte in the record.
      const levels = [];
      for (let level = entry.stored.length ? entry : entry.storedParent; level; level = level.storedParent) {
        levels.push(level);
      }
      let bit = 0;
      for (let i = levels.length - 1; i >= 0; i--) {
        const fields = this.makesNodes ? [] : null;
        this.partial?.push({ entry: levels[i], fields });
        bit = this.fields(levels[i], presence, bit, null, 0, fields);
      }
      cursor.finish();
    }

    /** A value. The recursion is as deep as values nest: 512 times two calls or three (L2). */
    value(type, depth) {
      const { cursor } = this;
      if (depth > VALUE_DEPTH && !type.isReference) refuse('L2', cursor.p);
      const node = this.makesNodes && this.budget-- > 0 ? new Node(type, cursor.p) : null, outer = this.numbers;
      this.numbers = null;
      this.content(type, depth, node, outer);
      this.numbers = outer;
      if (node) node.end = cursor.p;
      return node;
    }

    content(type, depth, node, numbers) {
      const { cursor } = this;
      switch (type.layout) {
        case 'bool':
          if (cursor.byte() > 1) refuse('V1', cursor.start);
          break;
        case 'byte':
          cursor.byte();
          break;
        case 'varint':
          cursor.varint(8 * type.size);
          break;
        case 'fixed':
          cursor.take(type.size);
          break;
        case 'string':
          cursor.skipString();
          if (node) node.textStart = cursor.textStart;
          break;
        case 'bytes': {
          const length = cursor.count();
          if (node) node.textStart = cursor.p;
          cursor.p += length;
          break;
        }
        case 'decimal':
          this.decimal();
          break;
        case 'never':
          refuse('V15', cursor.p);
          break;
        case 'any': {
          const inner = this.type(true), value = this.value(inner, depth + 1);
          if (node) {
            node.inner = inner;
            node.items = value ? [value] : [];
          }
          break;
        }
        case 'optional':
          if (type.isOptionalReference) {
            const number = this.reference(type.parts[0].className, true);
            if (node) node.object = number;
          } else {
            const flag = cursor.byte();
            if (flag > 1) refuse('V1', cursor.start);
            const value = flag ? this.value(type.parts[0], depth + 1) : null;
            if (node) {
              node.isNil = flag === 0;
              node.items = value ? [value] : [];
            }
          }
          break;
        case 'ref': {
          const number = this.reference(type.className, false);
          if (node) node.object = number;
          break;
        }
        case 'weak':
          this.weak(type, node);
          break;
        case 'list':
          this.list(type.parts[0], depth, node);
          break;
        case 'set':
          this.set(type.parts[0], depth, node);
          break;
        case 'map':
          this.map(type.parts, depth, node);
          break;
        case 'struct': {
          const entry = this.entry(type, numbers);
          this.numbers = numbers;
          this.body(entry, null, depth, node);
          break;
        }
      }
    }

    decimal() {
      const { cursor } = this, sign = cursor.byte(), at = cursor.start;
      if (sign > 2) refuse('V2', at);
      if (sign === 2) return;
      cursor.varint(32);
      if (cursor.varint(128) === 0 && sign === 1) refuse('V2', at);
    }

    // 5.3, 5.4

    reference(name, mayBeNil) {
      const { cursor } = this, number = cursor.number();
      if (number === 0 && !mayBeNil) refuse('R4', cursor.start);
      this.check(number, name, cursor.start);
      return number;
    }

    weak(type, node) {
      const { cursor, archive } = this;
      if (this.depthInKeys > 0) refuse('V16', cursor.p);
      const number = cursor.varint(64), isSlot = (this.data[cursor.start] & 1) === 1;
      let object = Math.floor(number / 2);
      if (isSlot) {
        if (!(object < archive.slots.length)) refuse('R7', cursor.start);
        if (node) node.slot = object;
        object = archive.slots.at(object);
      }
      this.check(object, type.className, cursor.start);
      if (node) node.object = object;
    }

    /** R5 and R6. */
    check(number, name, at) {
      const { archive } = this;
      if (number > archive.objectCount) refuse('R5', at);
      if (number === 0) return;
      if (name) {
        const entry = archive.recordEntries.at(number - 1);
        // Of an object that was lost with its block the class is not known.
        if (entry ? !archive.isA(archive.entries[entry - 1], name) : !archive.isLenient) refuse('R6', at);
      }
      if (!this.partial) archive.onReference?.(this.holder, number);
      const { sought } = this;
      if (sought?.object === number && sought.count++ === 0) Object.assign(sought, { first: [...sought.steps], offset: at });
    }

    // 3.5

    list(type, depth, node) {
      const { cursor } = this, count = cursor.count(), at = cursor.start;
      if (node) node.count = count;
      if (type.isPacked) {
        if (count > 0) this.packed(type, count, at, node);
        else if (node) node.data = { start: cursor.p, size: 1 };
        return;
      }
      const items = node ? node.items = [] : null;
      if (count > 0 && type.layout === 'struct') {
        this.elements(type, count, depth + 1, items, node);
        return;
      }
      for (let i = 0; i < count; i++) {
        this.enter(i);
        const item = this.value(type, depth + 1);
        this.leave();
        if (item) items?.push(item);
      }
    }

    packed(type, count, at, node) {
      const { cursor, data } = this;
      let size = type.size, widthAt = 0;
      if (type.layout === 'varint') {
        size = cursor.byte();
        widthAt = cursor.start;
        if (![1, 2, 4, 8, 16].includes(size) || size > type.size) refuse('V3', widthAt);
      }
      if (count * size > cursor.end - cursor.p) refuse('P5', at);
      const start = cursor.p, end = start + count * size;
      if (type.layout === 'bool') {
        for (let p = start; p < end; p++) if (data[p] > 1) refuse('V1', p);
      } else if (type.layout === 'varint' && size > 1 && fitsHalf(data, start, end, size, type.signed)) {
        refuse('V4', widthAt);
      }
      cursor.p = end;
      if (node) node.data = { start, size };
    }

    /** The elements of a uniform or mixed list, which are at this depth. */
    elements(type, count, depth, items, node) {
      const { cursor } = this, number = cursor.number(), at = cursor.start;
      if (number > 0) {
        const entry = this.entryOf(type, number, at), nested = this.nested(entry, depth);
        if (node) node.entry = entry;
        for (let i = 0; i < count; i++) {
          const item = items && this.budget-- > 0 ? new Node(type, cursor.p) : null;
          if (depth > VALUE_DEPTH) refuse('L2', cursor.p);
          this.enter(i);
          this.body(entry, nested, depth, item);
          this.leave();
          if (item) {
            item.end = cursor.p;
            items.push(item);
          }
        }
        return;
      }
      if (node) node.isMixed = true;
      let first = null, isUniform = true;
      for (let i = 0; i < count; i++) {
        this.enter(i);
        const numbers = this.numbers = [], item = this.value(type, depth);
        this.leave();
        if (item) items?.push(item);
        if (!first) first = numbers;
        else if (isUniform) isUniform = numbers.length === first.length && numbers.every((n, i) => n === first[i]);
      }
      this.numbers = null;
      if (isUniform) refuse('V5', at);
    }

    /** The entry numbers that follow that of a uniform list of structs: [{entry, nested}] for the nested keys. */
    nested(entry, depth) {
      if (entry.kind !== 'struct') return null;
      const list = [];
      for (const key of entry.stored) {
        if (!key.isNested) continue;
        if (depth >= VALUE_DEPTH) refuse('L2', this.cursor.p);
        const inner = this.entry(key.type, null);
        list.push({ entry: inner, nested: this.nested(inner, depth + 1) });
      }
      return list;
    }

    // 3.6

    set(type, depth, node) {
      const { cursor, data } = this, count = cursor.count(), distinct = new Distinct(data);
      const items = node ? node.items = [] : null;
      if (node) node.count = count;
      for (let i = 0; i < count; i++) {
        this.enter(i);
        const start = cursor.p, item = this.key(type, depth + 1);
        this.leave();
        if (!distinct.add(start, cursor.p)) refuse('V6', start);
        if (item) items?.push(item);
      }
    }

    map([keyType, valueType], depth, node) {
      const { cursor, data } = this, count = cursor.count(2), distinct = new Distinct(data);
      const pairs = node ? node.pairs = [] : null;
      if (node) node.count = count;
      for (let i = 0; i < count; i++) {
        this.enter({ pair: i, part: 'key' });
        const start = cursor.p, key = this.key(keyType, depth + 1);
        this.leave();
        if (!distinct.add(start, cursor.p)) refuse('V7', start);
        this.enter({ pair: i, part: 'value' });
        const value = this.value(valueType, depth + 1);
        this.leave();
        if (value) pairs?.push([key, value]);
      }
    }

    /** A set element or a map key. */
    key(type, depth) {
      this.depthInKeys++;
      const node = this.value(type, depth);
      this.depthInKeys--;
      return node;
    }

    // 3.7

    entry(type, numbers) {
      const number = this.cursor.number();
      numbers?.push(number);
      return this.entryOf(type, number, this.cursor.start);
    }

    entryOf(type, number, at) {
      if (number === 0 || number > this.entryCount) refuse('C8', at);
      const entry = this.archive.entries[number - 1];
      if (entry.kind !== type.name) refuse('V8', at);
      if (entry.nameNumber !== type.className) refuse('V9', at);
      return entry;
    }

    /** What follows the entry number of a struct or enum value. */
    body(entry, nested, depth, node) {
      const { cursor } = this;
      let level = entry;
      if (node) node.entry = entry;
      if (entry.kind === 'enum') {
        const index = cursor.number();
        if (!(index < entry.cases.length) || entry.cases[index].isRetired) refuse('V10', cursor.start);
        level = entry.cases[index];
        if (node) node.case = level;
        this.numbers = null;
      } else if (entry.stored.length === 0) {
        if (cursor.byte() !== 0) refuse('V12', cursor.start);
      }
      const presence = this.presence(level.optionalCount), fields = node ? node.fields = [] : null;
      this.fields(level, presence, 0, nested, depth, fields);
    }

    /** The presence bytes for so many keys; returns where they stand. */
    presence(count) {
      const { cursor, data } = this, bytes = Math.ceil(count / 8), start = cursor.take(bytes);
      if (count % 8 && data[cursor.p - 1] >> count % 8 !== 0) refuse('V11', cursor.p - 1);
      return start;
    }

    /** The values of the stored keys of an entry or case; returns the bit after those of its optional keys. */
    fields(level, presence, bit, nested, depth, fields) {
      const { cursor, data, numbers } = this;
      let next = 0;
      for (const key of level.stored) {
        if (key.isOptional) {
          const isPresent = data[presence + (bit >> 3)] >> (bit & 7) & 1;
          bit++;
          if (!isPresent) continue;
        }
        let value;
        this.enter(key.name);
        if (key.isNested && nested) {
          const inner = nested[next++];
          if (depth + 1 > VALUE_DEPTH) refuse('L2', cursor.p);
          value = fields && this.budget-- > 0 ? new Node(key.type, cursor.p) : null;
          this.body(inner.entry, inner.nested, depth + 1, value);
          if (value) value.end = cursor.p;
        } else {
          this.numbers = key.isNested ? numbers : null;
          value = this.value(key.type, depth + 1);
        }
        this.leave();
        if (value) fields?.push({ key, value });
      }
      this.numbers = numbers;
      return bit;
    }
  }

  /** Whether the elements of a packed list would fit into half their width (V4). */
  function fitsHalf(data, start, end, size, isSigned) {
    const half = size / 2;
    for (let p = start; p < end; p += size) {
      const rest = isSigned && data[p + half - 1] > 0x7F ? 0xFF : 0;
      for (let q = p + half; q < p + size; q++) if (data[q] !== rest) return false;
    }
    return true;
  }

  // What values are

  /** The integer of a node, as a BigInt. */
  function integer(data, node) {
    const { type, start, end } = node, bits = 8 * type.size;
    let value = 0n;
    if (node.isPacked || type.layout === 'byte') {
      for (let p = end - 1; p >= start; p--) value = value << 8n | BigInt(data[p]);
      return type.signed ? BigInt.asIntN(8 * (end - start), value) : value;
    }
    value = BigInt.asUintN(bits, varintValue(data, start, end));
    return type.signed ? unzigzagged(value) : value;
  }

  /** The number of a varint. */
  function varintValue(data, start, end) {
    let value = 0n;
    for (let p = end - 1; p >= start; p--) value = value << 7n | BigInt(data[p] & 0x7F);
    return value;
  }

  function unzigzagged(value) { return value & 1n ? -(value >> 1n) - 1n : value >> 1n; }

  /** The float of 2, 4 or 8 bytes. */
  function float(data, start, size) {
    const view = new DataView(data.buffer, data.byteOffset + start, size);
    if (size === 8) return view.getFloat64(0, true);
    if (size === 4) return view.getFloat32(0, true);
    const bits = view.getUint16(0, true), exponent = bits >> 10 & 31, fraction = bits & 1023;
    const sign = bits >> 15 ? -1 : 1;
    if (exponent === 31) return fraction ? NaN : sign * Infinity;
    return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction * 2 ** -24);
  }

  function hex(data, start, end) {
    const digits = '0123456789abcdef', parts = [];
    for (let from = start; from < end; from += 4096) {
      let part = '';
      for (let p = from; p < Math.min(end, from + 4096); p++) part += digits[data[p] >> 4] + digits[data[p] & 15];
      parts.push(part);
    }
    return parts.join('');
  }

  /** A float in the digits of C.5. */
  function floatText(data, start, size) {
    const value = float(data, start, size);
    if (Number.isNaN(value)) return `nan:${hex(data.slice(start, start + size).reverse(), 0, size)}`;
    if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
    const digits = Object.is(value, -0) ? '-0' : String(value);
    return /[.e]/.test(digits) ? digits : `${digits}.0`;
  }

  function uuid(data, start) {
    return hex(data, start, start + 16).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
  }

  function decimalText(data, node) {
    if (data[node.start] === 2) return 'nan';
    let middle = node.start + 1;            // where the exponent ends
    while (data[middle++] > 0x7F);
    const exponent = unzigzagged(varintValue(data, node.start + 1, middle));
    return `${data[node.start] ? '-' : ''}${varintValue(data, middle, node.end)}e${exponent}`;
  }

  // Annex C: text

  /** Writes the text notation of an archive in pieces. */
  class Notation {
    constructor(archive, write) {
      this.archive = archive;
      this.data = archive.data;
      this.write = write;
    }

    document() {
      const { archive, write } = this;
      const { documentType, writer } = archive.head;
      write(`{"stele":"${MAJOR}.${MINOR}",\n"type":${JSON.stringify(documentType)},\n`);
      write(`"writer":${JSON.stringify(writer)},\n"classes":[`);
      this.rows(archive.entries, entry => this.entry(entry));
      write('],\n"objects":[');
      for (let number = 1; number <= archive.objectCount; number++) {
        write(number > 1 ? ',\n' : '\n');
        this.object(number);
      }
      write('],\n"roots":[');
      this.rows(archive.roots, item => this.item(item));
      if (archive.metadata) {
        write('],\n"metadata":[');
        this.rows(archive.metadata, item => this.item(item));
      }
      write(']}\n');
    }

    rows(list, each) {
      list.forEach((row, i) => {
        this.write(i ? ',\n' : '\n');
        each(row);
      });
    }

    entry(entry) {
      const { write } = this;
      write(`{"name":${JSON.stringify(entry.name)},"version":${entry.version},"kind":"${entry.kind}",`);
      if (entry.kind === 'enum') {
        write('"cases":[');
        this.rows(entry.cases, part => {
          write(`{"name":${JSON.stringify(part.name)},"since":${part.since},"retired":${part.isRetired},"keys":[`);
          this.keys(part);
          write(']}');
        });
      } else {
        if (entry.kind === 'class') write(`"super":${entry.superNumber},`);
        write('"keys":[');
        this.keys(entry);
      }
      write(']}');
    }

    keys(level) {
      this.rows(level.keys, key => this.write(`{"name":${JSON.stringify(key.name)},"type":${this.type(key.type)},`
        + `"since":${key.since},"flags":"${key.flags}"}`));
    }

    type(type) {
      const { name, parts, className } = type;
      if (parts.length) return `["${name}",${parts.map(part => this.type(part)).join(',')}]`;
      if (className) return `["${name}",${JSON.stringify(this.archive.names[className - 1].name)}]`;
      return type.isReference ? `["${name}"]` : `"${name}"`;
    }

    object(number) {
      const { archive, write } = this, object = archive.object(number);
      if (object.refusal) throw object.refusal;
      const fields = new Map(object.levels.map(level => [level.entry, level.fields]));
      write(`{"class":${object.entry.number},"values":[`);
      object.entry.chain().forEach((entry, i) => {
        if (i) write(',');
        this.fields(fields.get(entry) ?? []);
      });
      write(']}');
    }

    item(item) {
      this.write(`{"name":${JSON.stringify(item.name)},"type":${this.type(item.type)},"value":`);
      this.value(item.value);
      this.write('}');
    }

    fields(fields) {
      const { write } = this;
      write('{');
      fields.forEach(({ key, value }, i) => {
        write(`${i ? ',' : ''}${JSON.stringify(key.name)}:`);
        this.value(value);
      });
      write('}');
    }

    /** The recursion is as deep as values nest (L2). */
    value(node) {
      const { data, write } = this, { type, start, end } = node;
      switch (type.layout) {
        case 'bool': return write(data[start] ? 'true' : 'false');
        case 'byte':
        case 'varint': {
          const number = integer(data, node), isSmall = number < 1n << 53n && number > -(1n << 53n);
          return write(isSmall ? String(number) : `"${number}"`);
        }
        case 'fixed': {
          const text = type.name === 'uuid' ? uuid(data, start) : floatText(data, start, type.size);
          return write(/^-?\d[^-]*$|^-?\d.*e/.test(text) && type.name !== 'uuid' ? text : `"${text}"`);
        }
        case 'string': return write(JSON.stringify(utf8(data, node.textStart, end)));
        case 'bytes': return write(`"${hex(data, node.textStart, end)}"`);
        case 'decimal': return write(`"${decimalText(data, node)}"`);
        case 'ref':
        case 'weak': return write(node.object ? String(node.object) : 'null');
        case 'any':
          write(`{"type":${this.type(node.items[0].type)},"value":`);
          this.value(node.items[0]);
          return write('}');
        case 'optional': {
          if (type.isOptionalReference) return write(node.object ? String(node.object) : 'null');
          if (node.items.length === 0) return write('null');
          const wraps = ['optional', 'weak'].includes(type.parts[0].name);
          if (wraps) write('[');
          this.value(node.items[0]);
          return wraps ? write(']') : undefined;
        }
        case 'map':
          write('[');
          node.pairs.forEach(([key, value], i) => {
            write(i ? ',[' : '[');
            this.value(key);
            write(',');
            this.value(value);
            write(']');
          });
          return write(']');
        case 'list':
        case 'set': {
          const count = node.data ? node.count : node.items.length;
          write('[');
          for (let i = 0; i < count; i++) {
            if (i) write(',');
            this.value(node.data ? element(node, i) : node.items[i]);
          }
          return write(']');
        }
        case 'struct':
          write(`{"class":${node.entry.number},`);
          if (node.case) write(`"case":${JSON.stringify(node.case.name)},`);
          write('"values":');
          this.fields(node.fields);
          return write('}');
      }
    }
  }

  return {
    Archive, Notation, Refusal, XXH64, CODES, REQUIREMENTS, PAGE_BUDGET,
    element, integer, float, floatText, uuid, decimalText, utf8, hex, u32, u64,
  };
})();

if (typeof module !== 'undefined') {
  module.exports = Stele;
  if (require.main === module) {
    const fs = require('node:fs'), [command, ...files] = process.argv.slice(2);

    /** Reads a file, or standard input to its end. */
    const bytes = file => {
      const data = fs.readFileSync(file);
      return new Uint8Array(data.buffer, data.byteOffset, data.length);
    };

    const output = text => {
      const data = Buffer.from(text);
      for (let done = 0; done < data.length;) {
        try {
          done += fs.writeSync(1, data, done);
        } catch (error) {
          if (error.code !== 'EAGAIN') throw error;
        }
      }
    };

    /** Writes the text of an archive in parts, or gives the refusal. */
    const dump = (data, write) => {
      try {
        new Stele.Notation(Stele.Archive.check(data), write).document();
      } catch (error) {
        if (!(error instanceof Stele.Refusal)) throw error;
        return { rule: error.rule, offset: error.offset };
      }
    };

    if (command === 'conform' && files.length === 0) {
      const pieces = [];
      let length = 0;
      const refusal = dump(bytes(0), text => {
        pieces.push(text);
        if ((length += text.length) > 1 << 20) {
          output(pieces.splice(0).join(''));
          length = 0;
        }
      });
      output(refusal ? `${JSON.stringify(refusal)}\n` : pieces.join(''));
      if (refusal) process.exitCode = 1;
    } else if (command === 'serve' && files.length === 0) {
      let pending = Buffer.alloc(0);
      process.stdin.on('data', part => {
        pending = Buffer.concat([pending, part]);
        while (pending.length >= 4) {
          const end = 4 + pending.readUInt32LE(0), pieces = [];
          if (end > pending.length) break;
          const refusal = dump(Uint8Array.from(pending.subarray(4, end)), text => pieces.push(text));
          process.stdout.write(`${JSON.stringify(refusal ?? { text: pieces.join('') })}\n`);
          pending = pending.subarray(end);
        }
      });
    } else if (command === 'verify' && files.length > 0) {
      for (const file of files) {
        try {
          Stele.Archive.check(bytes(file));
        } catch (error) {
          if (!(error instanceof Stele.Refusal)) throw error;
          output(`${file}: ${error.message}\n`);
          process.exitCode = 1;
        }
      }
    } else {
      console.error('usage: node reader.js conform < FILE, node reader.js verify FILE..., or node reader.js serve');
      process.exitCode = 2;
    }
  }
}
