// The inspector: the bytes from an offset on, read as each type that could begin there.
'use strict';

const Inspector = ((Stele) => {
  const SHOWN_TEXT = 32;                    // bytes that are read as text
  const UNIX_TO_2001 = 978307200;           // seconds between 1970 and the reference date of `date`

  /** The varint at an offset: {value, size}, or null if none ends within 19 bytes (128 bits). */
  function varint(data, offset) {
    let value = 0n;
    for (let i = 0; i < 19; i++) {
      if (offset + i >= data.length) return null;
      const byte = data[offset + i];
      value |= BigInt(byte & 0x7F) << BigInt(7 * i);
      if (byte < 0x80) return value < 1n << 128n ? { value, size: i + 1 } : null;
    }
    return null;
  }

  /** The whole scalars at an offset, as well-formed UTF-8, or null. */
  function text(data, offset) {
    // A scalar that the limit cuts is left out, so as many bytes as it may lack are tried.
    for (let end = Math.min(data.length, offset + SHOWN_TEXT), least = Math.max(offset, end - 3); end > least; end--) {
      const found = strict(data, offset, end);
      if (found !== null) return found;
    }
    // The text may be followed by other bytes: as much of it as is well-formed.
    let end = offset;
    while (end < data.length && end - offset < SHOWN_TEXT) {
      const byte = data[end], size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
      if (end + size > data.length || strict(data, end, end + size) === null) break;
      end += size;
    }
    return end > offset ? strict(data, offset, end) : null;
  }

  function strict(data, start, end) {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data.subarray(start, end));
    } catch {
      return null;
    }
  }

  function date(seconds) {
    const time = new Date(Math.round((seconds + UNIX_TO_2001) * 1000));
    return Number.isNaN(time.getTime()) ? null : time.toISOString();
  }

  /** Reads the bytes at an offset: [name, text, number of bytes]. The text is null if there is no value of the type. */
  function inspect(data, offset) {
    const rows = [], left = data.length - offset;
    for (const size of [1, 2, 4, 8, 16]) {
      let value = null;
      if (size <= left) {
        value = 0n;
        for (let p = offset + size - 1; p >= offset; p--) value = value << 8n | BigInt(data[p]);
      }
      rows.push([`uint${8 * size}`, value === null ? null : String(value), size],
        [`int${8 * size}`, value === null ? null : String(BigInt.asIntN(8 * size, value)), size]);
    }
    const whole = varint(data, offset);
    const signed = whole && (whole.value & 1n ? -(whole.value >> 1n) - 1n : whole.value >> 1n);
    rows.push(['varint', whole && String(whole.value), whole?.size ?? 0], ['signed varint', whole && String(signed), whole?.size ?? 0]);
    for (const size of [2, 4, 8]) {
      rows.push([`float${8 * size}`, size <= left ? Stele.floatText(data, offset, size) : null, size]);
    }
    rows.push(['date', left >= 8 ? date(Stele.float(data, offset, 8)) : null, 8], ['UTF-8', text(data, offset), SHOWN_TEXT]);
    return rows;
  }

  return { inspect, varint, text, date };
})(typeof Stele === 'undefined' ? require('./reader.js') : Stele);

if (typeof module !== 'undefined' && typeof require === 'function') module.exports = Inspector;
