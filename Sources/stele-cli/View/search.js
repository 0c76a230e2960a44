// The search for text, values and bytes in an archive. It goes in steps, so that the page stays alive, and ends by itself
// when enough has been found.
'use strict';

const Search = ((Stele, Inspector, Places) => {
  const MAX_FOUND = 10000;
  const MAX_PATTERN = 1000;                 // characters of what is searched for
  const STEP = 1 << 13;                     // bytes between two steps
  const STEP_VALUES = 4096;                 // values between two steps

  /** A text that cannot be searched for, and the reason. */
  class Unfit extends Error {}

  const encoder = new TextEncoder();

  // A pattern is a list of places; each has the alternatives of bytes that may stand there. -1 is any byte.

  /** The pattern of a text, with upper and lower case alike. */
  function textPattern(text) {
    const pattern = [...text].map(scalar => {
      const forms = new Set([scalar, scalar.toLowerCase(), scalar.toUpperCase()]);
      return [...forms].map(form => [...encoder.encode(form)]);
    });
    return pattern;
  }

  /** The pattern of hexadecimal digits; `??` is any byte. */
  function bytePattern(text) {
    const digits = text.replace(/[\s,]|0x/giu, '');
    if (!/^(?:[0-9a-f]{2}|\?\?)+$/iu.test(digits)) throw new Unfit('Bytes are pairs of hexadecimal digits, such as 41 6E 6E; ?? is any byte.');
    const pattern = digits.match(/../gu).map(pair => [[pair === '??' ? -1 : parseInt(pair, 16)]]);
    if (pattern.every(([[byte]]) => byte < 0)) throw new Unfit('One byte at least has to be known.');
    return pattern;
  }

  /** Where a match that begins at p ends, or -1. */
  function matchEnd(data, pattern, p) {
    for (const alternatives of pattern) {
      let next = -1;
      for (const bytes of alternatives) {
        let i = 0;
        while (i < bytes.length && p + i < data.length && (bytes[i] < 0 || bytes[i] === data[p + i])) i++;
        if (i === bytes.length) { next = p + i; break; }
      }
      if (next < 0) return -1;
      p = next;
    }
    return p;
  }

  /** The bytes that a match may begin with. */
  function firstBytes(pattern) {
    const first = new Uint8Array(256);
    for (const [byte] of pattern[0]) if (byte < 0) first.fill(1); else first[byte] = 1;
    return first;
  }

  /** Finds a pattern; `accept` returns the result of a match and the offset from which to go on. */
  function* scan(data, pattern, found, accept) {
    const first = firstBytes(pattern);
    for (let p = 0; p < data.length && found.length < MAX_FOUND;) {
      const end = Math.min(data.length, p + STEP);
      let isLong = false;
      while (p < end && !isLong) {
        if (!first[data[p]]) { p++; continue; }
        const to = matchEnd(data, pattern, p);
        if (to < 0) { p++; continue; }
        const { result, next } = accept(p, to);
        if (result) found.push(result);
        p = next;
        isLong = true;                      // what accepts may read an object
      }
      yield { done: p, of: data.length };
    }
  }

  // Values

  /** Returns the test of a node for a value that is written as text: a number, date, UUID or Boolean. */
  function valueTest(text, data) {
    const word = text.trim().toLowerCase(), tests = [];
    if (word === 'true' || word === 'false') {
      tests.push(node => node.type.layout === 'bool' && data[node.start] === Number(word === 'true'));
    }
    if (/^[-+]?\d{1,40}$/u.test(word)) {
      const whole = BigInt(word.replace('+', ''));
      tests.push(node => ['varint', 'byte'].includes(node.type.layout) && Stele.integer(data, node) === whole);
    }
    if (/^[-+]?(?:inf|nan)$/u.test(word) || /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,6})?$/u.test(word)) {
      const number = /nan/u.test(word) ? NaN : /inf/u.test(word) ? (word[0] === '-' ? -Infinity : Infinity) : Number(word);
      const decimal = decimalKey(word);
      tests.push(node => {
        const { type, start } = node;
        if (type.layout === 'fixed' && type.name !== 'uuid') {
          const value = Stele.float(data, start, type.size);
          // A number with few digits finds the float that is nearest to it, in the width of that float.
          return Object.is(value, number) || value === number || value === narrowed(number, type.size);
        }
        return type.layout === 'decimal' && decimal !== null && decimalKey(Stele.decimalText(data, node)) === decimal;
      });
    }
    if (/^\d{4}-\d\d(?:-\d\d(?:[t ]\d\d(?::\d\d(?::\d\d(?:\.\d{1,3})?)?)?)?)?z?$/u.test(word)) {
      const begin = word.replace(' ', 't').replace('z', '').toUpperCase();
      tests.push(node => node.type.name === 'date'
        && (Inspector.date(Stele.float(data, node.start, 8)) ?? '').startsWith(begin));
    }
    const digits = word.replace(/-/gu, '');
    if (/^[0-9a-f]{32}$/u.test(digits)) {
      tests.push(node => node.type.name === 'uuid' && Stele.hex(data, node.start, node.start + 16) === digits);
    }
    if (tests.length === 0) {
      throw new Unfit('A value is a number, a date such as 2024-05-31, a UUID, true or false. Text is found as text.');
    }
    return node => tests.some(test => test(node));
  }

  function narrowed(number, size) { return size === 4 ? Math.fround(number) : number; }

  /** The same text for equal decimals, or null; exponents stay as they are, so none is large. */
  function decimalKey(text) {
    const match = /^([-+]?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/iu.exec(text);
    if (!match) return text === 'nan' ? 'nan' : null;
    const [, sign, whole, part, power] = match, digits = (whole + part).replace(/^0+/u, '');
    const short = digits.replace(/0+$/u, '');
    if (!short) return '0';
    return `${sign === '-' ? '-' : ''}${short}e${Number(power ?? 0) - part.length + digits.length - short.length}`;
  }

  /** All nodes of a value without values inside, in the order of their bytes. */
  function* leaves(node) {
    const stack = [node];
    while (stack.length) {
      const top = stack.pop();
      if (top.data) {
        for (let i = 0; i < top.count; i++) yield Stele.element(top, i);
      } else if (top.items || top.pairs || top.fields) {
        const parts = Places.inside(top);
        for (let i = parts.length - 1; i >= 0; i--) stack.push(parts[i][1]);
      } else {
        yield top;
      }
    }
  }

  function* scanValues(archive, test, found, facts) {
    let count = 0;
    const items = [...archive.metadata ?? [], ...archive.roots], all = archive.objectCount + items.length;
    const inside = function* (value, object, done) {
      for (const node of leaves(value)) {
        if (test(node)) found.push({ start: node.start, end: node.end, object });
        if (found.length >= MAX_FOUND) return;
        if (++count % STEP_VALUES === 0) yield { done, of: all };
      }
    };
    for (let i = 0; i < all && found.length < MAX_FOUND; i++) {
      if (i < items.length) {
        if (items[i].value) yield* inside(items[i].value, 0, i);
        continue;
      }
      const number = i - items.length + 1, object = archive.object(number, Stele.PAGE_BUDGET);
      if (object.isCut) facts.cut++;
      for (const { fields } of object.levels) for (const { value } of fields) yield* inside(value, number, i);
      yield { done: i, of: all };
    }
    found.sort((a, b) => a.start - b.start);
  }

  /** Searches an archive.
   *
   * - mode: `text` finds strings and names, once each; `value` numbers, dates, UUIDs and Booleans; `bytes` any bytes.
   * - found: takes {start, end} of each result, with `isText` if it is text.
   * - facts: `cut` counts objects that are too large to be searched whole.
   * - Throws: `Unfit`, before the first step.
   */
  function search(archive, places, mode, text, found, facts = { cut: 0 }) {
    const { data } = archive;
    if (text.length > MAX_PATTERN) throw new Unfit(`At most ${MAX_PATTERN} characters can be searched for.`);
    if (text.trim() === '') throw new Unfit('There is nothing to search for.');
    if (mode === 'value') return scanValues(archive, valueTest(text, data), found, facts);
    if (mode === 'bytes') {
      return scan(data, bytePattern(text), found, (start, end) => ({ result: { start, end }, next: end }));
    }
    return scan(data, textPattern(text), found, (start, end) => {
      const place = places.at(start);
      switch (place.kind) {
        case 'string':
        case 'class':
          return end <= place.end ? { result: { start, end, isText: true }, next: place.end } : { result: null, next: start + 1 };
        // Where no value can be read, text is text.
        case 'unknown': return { result: { start, end, isText: true }, next: end };
        case 'bytes':
        case 'padding': return { result: null, next: Math.max(start + 1, place.end) };
        default: {
          // A list of numbers is passed over as a whole.
          const { node } = place, list = node?.data && place.kind === 'scalar' ? node : null;
          return { result: null, next: list ? Math.max(start + 1, list.end) : start + 1 };
        }
      }
    });
  }

  return { search, Unfit, MAX_FOUND, decimalKey };
})(...typeof Stele === 'undefined' ? ['reader', 'inspector', 'places'].map(name => require(`./${name}.js`))
  : [Stele, Inspector, Places]);

if (typeof module !== 'undefined' && typeof require === 'function') module.exports = Search;
