// The reader of the page, by itself. `stele conform` asks it about some fixtures as a program; here are all of them.
// STELE_FIXTURES names another folder of fixtures.
'use strict';

const assert = require('node:assert/strict');
const { test } = require('node:test');
const fs = require('node:fs'), path = require('node:path');
const Stele = require('../../Sources/stele-cli/View/reader.js');

const fixtures = process.env.STELE_FIXTURES ?? path.join(__dirname, '../../Fixtures');
const manifest = JSON.parse(fs.readFileSync(path.join(fixtures, 'manifest.json'), 'utf8'));
const bytes = name => new Uint8Array(fs.readFileSync(path.join(fixtures, name)));
const hash = (data, seed = 0) => digest(data, seed)
  .map(half => half.toString(16).padStart(8, '0')).join('').toUpperCase();
const check = data => Stele.Archive.check(data);
const lenient = data => {
  const archive = new Stele.Archive(data);
  for (const _ of archive.phases(true));
  return archive;
};

/** An archive of chunks [type, payload], with an index of these counts. */
function sealed(chunks, counts = []) {
  const u32 = number => [0, 8, 16, 24].map(shift => number >>> shift & 0xFF);
  const out = [...bytes('valid/empty.stele').slice(0, 8)], index = [];
  const add = (type, payload) => {
    const letters = [...Buffer.from(type)], [high, low] = digest(payload);
    const tail = [...u32(payload.length), ...u32(0), ...u32(low), ...u32(high)];
    const [h, l] = digest(tail, Stele.u32(letters, 0));
    out.push(...letters, ...u32(h ^ l), ...tail, ...payload);
    while (out.length % 8) out.push(0);
    index.push(...letters, ...u32(counts.shift() ?? 0), ...tail);
  };
  for (const [type, payload] of chunks) add(type, payload);
  add('INDX', [...index, ...u32(out.length), ...u32(0)]);
  return Uint8Array.from([...out, ...out.slice(0, 8)]);
}

/** Makes the checks of a chunk right again. */
function renewChecks(data, { offset, start, end }) {
  const view = new DataView(data.buffer), [high, low] = digest(data.slice(start, end));
  view.setUint32(offset + 16, low, true);
  view.setUint32(offset + 20, high, true);
  const [h, l] = digest(data.slice(offset + 8, start), Stele.u32(data, offset));
  view.setUint32(offset + 4, (h ^ l) >>> 0, true);
}

function digest(list, seed = 0) {
  const data = Uint8Array.from(list);
  return new Stele.XXH64(seed).update(data, 0, data.length).digest(data);
}

/** An archive with one root, of a type and a value in hexadecimal digits, which begin at offset 67. */
function withRoot(hex) {
  return sealed([['HEAD', [1, 0, 0, 0]], ['ROOT', [1, 1, 0x72, ...Buffer.from(hex, 'hex')]]], [0, 1]);
}

function assertRefused(data, rule, offset) {
  assert.throws(() => check(data), error => {
    assert.deepEqual([error.rule, error.offset], [rule, offset], Buffer.from(data).toString('hex'));
    return true;
  });
}

test('each fixture has its text or its refusal', () => {
  const answer = data => {
    try {
      const archive = check(data), pieces = [];
      new Stele.Notation(archive, text => pieces.push(text)).document();
      return JSON.parse(pieces.join(''));
    } catch (error) {
      if (!(error instanceof Stele.Refusal)) throw error;
      return { rule: error.rule, offset: error.offset };
    }
  };
  const rows = ['valid', 'invalid', 'order', 'nscoding', 'future'].flatMap(list => manifest[list]);
  assert.ok(rows.length > 900);
  for (const { file, text, finding } of rows) {
    const expected = finding ? { rule: finding.rule, offset: finding.offset } : JSON.parse(Buffer.from(bytes(text)));
    assert.deepEqual(answer(bytes(file)), expected, file);
  }
});

test('XXH64 is that of section 1.7', () => {
  const range = count => Uint8Array.from({ length: count }, (_, i) => i), text = string => new TextEncoder().encode(string);
  assert.equal(hash(text('')), 'EF46DB3751D8E999');
  assert.equal(hash(text('a')), 'D24EC4F1A98C6E5B');
  assert.equal(hash(text('abc')), '44BC2CF5AD770999');
  assert.equal(hash(range(32)), 'CBF59C5116FF32B4');
  assert.equal(hash(range(101)), 'E99038495F85381E');
  assert.equal(hash(text('Stele'), 0x44414548), '8BC3781361FAEE33');
});

test('a hash in parts is that of the whole', () => {
  const data = Uint8Array.from({ length: 1000 }, (_, i) => i * 37), parts = new Stele.XXH64();
  parts.update(data, 0, 320).update(data, 320, 960).update(data, 960, 1000);
  const whole = new Stele.XXH64().update(data, 0, 1000);
  assert.deepEqual(parts.digest(data), whole.digest(data));
});

test('rules and requirements are those of format.json', () => {
  const format = JSON.parse(fs.readFileSync(path.join(__dirname, '../../Spec/format.json'), 'utf8'));
  const rules = format.rules.filter(rule => rule.family !== 'K');
  assert.deepEqual(Object.fromEntries(rules.map(rule => [rule.rule, rule.code]).sort()),
    Object.fromEntries(Object.entries(Stele.CODES).sort()));
  assert.deepEqual(Object.keys(Stele.REQUIREMENTS).sort(), rules.map(rule => rule.rule).sort());
});

test('the types of the reader are those of format.json', () => {
  const format = JSON.parse(fs.readFileSync(path.join(__dirname, '../../Spec/format.json'), 'utf8'));
  const source = fs.readFileSync(path.join(__dirname, '../../Sources/stele-cli/View/reader.js'), 'utf8');
  const rows = [...source.matchAll(/^    0x([0-9A-F]{2}): \{ name: '(\w+)', layout: '/gm)];
  assert.deepEqual(rows.map(([, code, name]) => [code, name]),
    format.types.map(({ code, name }) => [code, name]));
});

test('every byte of a valid archive that is changed is found, and a lenient check finds the same first', () => {
  const data = bytes('valid/every-chunk.stele');
  for (let i = 0; i < data.length; i++) {
    const changed = data.slice();
    changed[i] ^= 0x41;
    let refusal = null;
    assert.throws(() => check(changed), error => (refusal = error) instanceof Stele.Refusal);
    const [first] = lenient(changed).problems;
    assert.deepEqual([first.rule, first.offset], [refusal.rule, refusal.offset], `byte ${i}`);
  }
});

test('an archive that is cut short anywhere is refused, and a lenient check goes on', () => {
  const data = bytes('valid/every-chunk.stele');
  for (let length = 0; length < data.length; length++) {
    const cut = data.slice(0, length);
    assert.throws(() => check(cut), Stele.Refusal);
    assert.ok(lenient(cut).problems.length > 0);
  }
});

test('a lenient check finds the first refusal of every invalid fixture, and ends', () => {
  for (const { file, finding } of [...manifest.invalid, ...manifest.order, ...manifest.future]) {
    const data = bytes(file), archive = lenient(data), [first] = archive.problems;
    assert.deepEqual([first?.rule, first?.offset], [finding?.rule, finding?.offset], file);
    if (finding) assert.throws(() => check(data), error => error.rule === first.rule && error.offset === first.offset, file);
    else check(data);
    for (let number = 1; number <= archive.objectCount; number++) archive.object(number, 100);
  }
});

test('another version is named as soon as the head is whole, wherever the file ends', () => {
  for (const [name, rule, offset] of [['minor-1-with-critical-chunk', 'F12', 33], ['major-2-of-other-chunks', 'F12', 32]]) {
    const data = bytes(`future/${name}.stele`);
    for (let length = 36; length <= data.length; length++) assertRefused(data.slice(0, length), rule, offset);
    for (let length = 8; length < 36; length++) assertRefused(data.slice(0, length), 'F2', Math.max(8, length - 8));
    const { version, chunks } = lenient(data);
    assert.deepEqual([version.major, version.minor], offset === 33 ? [1, 1] : [2, undefined]);
    assert.ok(chunks.length > 3);
  }
});

test('a value of type never, and a weak reference in a key, are refused where they would begin', () => {
  for (const hex of ['211500', '221500', '23011500', '201500', '14201500', '310000', '22310000', '222031000100', '23013100010100']) {
    check(withRoot(hex));
  }
  for (const [hex, rule, offset] of [['15', 'V15', 68], ['211501', 'P5', 69], ['21150100', 'V15', 70], ['201501', 'V15', 70],
    ['2231000100', 'V16', 71], ['22203100010100', 'V16', 73], ['221401310000', 'V16', 72], ['23310001010000', 'V16', 72]]) {
    assertRefused(withRoot(hex), rule, offset);
  }
});

test('exponents of decimals have 32 bits', () => {
  for (const [hex, text] of [['01010f', '-15e-1'], ['00010a', '10e-1'], ['00be5f01', '1e6111'], ['00ffffffff0f01', '1e-2147483648'],
    ['00feffffff0f00', '0e2147483647'], ['02', 'nan']]) {
    const data = withRoot(`13${hex}`);
    assert.equal(Stele.decimalText(data, lenient(data).roots[0].value), text);
  }
  for (const [hex, rule, offset] of [['00', 'P1', 69], ['00800001', 'P3', 69], ['00808080801001', 'P4', 69], ['0001', 'P1', 70],
    ['010000', 'V2', 68]]) assertRefused(withRoot(`13${hex}`), rule, offset);
});

test('the head has a document type, and the fingerprint is the payload check of the index', () => {
  const data = sealed([['HEAD', [1, 0, 3, ...Buffer.from('zoo'), 4, ...Buffer.from('demo')]]]), archive = check(data);
  assert.equal(archive.head.documentType, 'zoo');
  assert.equal(archive.head.writer, 'demo');
  const index = archive.chunks[1];
  assert.equal(archive.fingerprint, hash(data.slice(index.start, index.end)).toLowerCase());
  assert.equal(lenient(bytes('invalid/payload-check-of-index.stele')).fingerprint, '');
  for (const [head, rule, offset] of [[[1, 0], 'P1', 34], [[1, 0, 1], 'P5', 34], [[1, 0, 1, 0xFF, 0], 'P6', 35], [[1, 0, 0], 'P1', 35],
    [[1, 0, 0, 0, 0], 'P2', 36]]) assertRefused(sealed([['HEAD', head]]), rule, offset);
});

test('payloads that are changed, with their checks put right, are read or refused, never more', () => {
  const data = bytes('valid/every-chunk.stele'), { chunks } = check(data), index = chunks.at(-1);
  let state = 12345;
  const random = below => (state = Math.imul(state, 1103515245) + 12345 >>> 0) % below;
  for (let turn = 0; turn < 3000; turn++) {
    const changed = data.slice(), chunk = chunks[random(chunks.length)];
    for (let i = 0; i <= random(3); i++) changed[chunk.start + random(chunk.length)] = random(256);
    renewChecks(changed, chunk);
    if (chunk !== index) {                  // what the index has of it, too
      const entry = index.start + 24 * chunks.indexOf(chunk);
      if (random(8)) changed.copyWithin(entry + 8, chunk.offset + 8, chunk.start);
      renewChecks(changed, index);
    }
    let refusal = null;
    try {
      check(changed);
    } catch (error) {
      assert.ok(error instanceof Stele.Refusal, `turn ${turn}: ${error.stack}`);
      refusal = error;
    }
    const [first] = lenient(changed).problems;
    assert.deepEqual([first?.rule, first?.offset], [refusal?.rule, refusal?.offset], `turn ${turn}`);
  }
});

test('of a damaged archive the objects are found that are still there', () => {
  const archive = lenient(bytes('damaged/block-overwritten.stele'));
  assert.ok(archive.objectCount > 0);
  assert.ok(archive.problems.length > 0);
});
