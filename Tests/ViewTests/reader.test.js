// The reader of the page, by itself: the fixtures are asked of it by `stele conform`.
'use strict';

const assert = require('node:assert/strict');
const { test } = require('node:test');
const fs = require('node:fs'), path = require('node:path');
const Stele = require('../../Sources/stele-cli/View/reader.js');

const fixtures = path.join(__dirname, '../../Fixtures');
const bytes = name => new Uint8Array(fs.readFileSync(path.join(fixtures, name)));
const hash = (data, seed = 0) => new Stele.XXH64(seed).update(data, 0, data.length).digest(data)
  .map(half => half.toString(16).padStart(8, '0')).join('').toUpperCase();
const check = data => Stele.Archive.check(data);
const lenient = data => {
  const archive = new Stele.Archive(data);
  for (const _ of archive.phases(true));
  return archive;
};

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
  for (const folder of ['invalid', 'order']) {
    for (const name of fs.readdirSync(path.join(fixtures, folder)).filter(name => name.endsWith('.stele'))) {
      const data = bytes(`${folder}/${name}`), archive = lenient(data), [first] = archive.problems;
      assert.throws(() => check(data), error => error.rule === first.rule && error.offset === first.offset, name);
      for (let number = 1; number <= archive.objectCount; number++) archive.object(number, 100);
    }
  }
});

test('payloads that are changed, with their checks put right, are read or refused, never more', () => {
  const data = bytes('valid/every-chunk.stele'), { chunks } = check(data);
  let state = 12345;
  const random = below => (state = Math.imul(state, 1103515245) + 12345 >>> 0) % below;
  for (let turn = 0; turn < 3000; turn++) {
    const changed = data.slice(), chunk = chunks[random(chunks.length)];
    for (let i = 0; i <= random(3); i++) changed[chunk.start + random(chunk.length)] = random(256);
    const view = new DataView(changed.buffer);
    const [high, low] = new Stele.XXH64().update(changed, chunk.start, chunk.end).digest(changed);
    view.setUint32(chunk.offset + 16, low, true);
    view.setUint32(chunk.offset + 20, high, true);
    const seed = Stele.u32(changed, chunk.offset);
    const header = new Stele.XXH64(seed).update(changed, chunk.offset + 8, chunk.offset + 24).digest(changed);
    view.setUint32(chunk.offset + 4, (header[0] ^ header[1]) >>> 0, true);
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
