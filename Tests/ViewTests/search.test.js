// The search, the inspector and the places of the page, by themselves.
'use strict';

const assert = require('node:assert/strict');
const { test } = require('node:test');
const fs = require('node:fs'), path = require('node:path');

const view = name => require(`../../Sources/stele-cli/View/${name}.js`);
const Stele = view('reader'), Inspector = view('inspector'), Places = view('places'), Search = view('search');
const fixtures = process.env.STELE_FIXTURES ?? path.join(__dirname, '../../Fixtures');
const names = folder => fs.readdirSync(path.join(fixtures, folder)).filter(name => name.endsWith('.stele'))
  .map(name => path.join(fixtures, folder, name));

function open(file) {
  const archive = new Stele.Archive(new Uint8Array(fs.readFileSync(file)));
  for (const _ of archive.phases(true));
  return archive;
}

function find(archive, mode, text) {
  const found = [];
  for (const _ of Search.search(archive, new Places(archive), mode, text, found));
  return found;
}

test('the inspector reads each type, and nothing beyond the end', () => {
  const data = Uint8Array.from([0xAC, 0x02, 0, 0, 0, 0, 0xF8, 0xBF, 0x41, 0xC3, 0xA9, 0xFF]);
  const at = offset => Object.fromEntries(Inspector.inspect(data, offset).map(([name, text]) => [name, text]));
  assert.deepEqual(['uint8', 'int8', 'uint16', 'int32', 'varint', 'signed varint', 'float64', 'int128']
    .map(name => at(0)[name]), ['172', '-84', '684', '684', '300', '150', '-1.5000000000001519', null]);
  assert.equal(at(8)['UTF-8'], 'Aé');
  assert.equal(at(11)['UTF-8'], null);
  assert.deepEqual(['uint8', 'uint16', 'varint', 'float16', 'date'].map(name => at(11)[name]), ['255', null, null, null, null]);
  assert.equal(Inspector.varint(new Uint8Array(30).fill(0xFF), 0), null);
});

test('equal decimals are found however they are written', () => {
  for (const [a, b] of [['27.4', '274e-1'], ['100', '1e2'], ['-0.50', '-5e-1'], ['0', '0e5']]) {
    assert.equal(Search.decimalKey(a), Search.decimalKey(b), a);
  }
  assert.notEqual(Search.decimalKey('1'), Search.decimalKey('-1'));
});

test('what cannot be searched for is refused before the first step', () => {
  const archive = open(path.join(fixtures, 'valid/empty.stele'));
  for (const [mode, text] of [['bytes', '4'], ['bytes', 'xy'], ['bytes', '??'], ['value', 'Ann'], ['text', ' '],
    ['text', 'a'.repeat(2000)]]) {
    assert.throws(() => find(archive, mode, text), Search.Unfit, `${mode} ${text}`);
  }
});

test('each byte of each fixture has a place around it, and the runs of kinds cover the bytes', () => {
  for (const file of [...names('valid'), ...names('damaged')]) {
    const archive = open(file), places = new Places(archive), { length } = archive.data;
    for (let p = 0; p < length; p += length > 20000 ? 97 : 1) {
      const place = places.at(p);
      assert.ok(place.start <= p && p < place.end, `${file} ${p} ${JSON.stringify([place.text, place.start, place.end])}`);
    }
    let next = 0;
    for (const run of places.kinds(0, Math.min(length, 20000))) {
      assert.ok(run.start <= next && run.end > next, `${file} ${next}`);
      next = run.end;
    }
  }
});

test('each string and number of the fixtures is found at its place', () => {
  for (const file of names('valid').filter((_, i) => i % 4 === 0)) {
    const archive = open(file);
    if (archive.data.length > 20000) continue;
    for (let number = 1; number <= Math.min(3, archive.objectCount); number++) {
      for (const { fields } of archive.object(number).levels) {
        for (const { value: node } of fields) {
          const has = results => results.some(({ start }) => start >= node.start && start < node.end);
          if (node.type.layout === 'string' && node.end - node.textStart < 200) {
            const text = Stele.utf8(archive.data, node.textStart, node.end);
            if (text.trim()) assert.ok(has(find(archive, 'text', text)), `${file} ${JSON.stringify(text)}`);
          } else if (['varint', 'byte'].includes(node.type.layout)) {
            const text = String(Stele.integer(archive.data, node));
            assert.ok(has(find(archive, 'value', text)), `${file} ${text}`);
          }
          const some = Math.min(node.end, node.start + 40);
          if (some > node.start) {
            assert.ok(has(find(archive, 'bytes', Stele.hex(archive.data, node.start, some)))
              || find(archive, 'bytes', Stele.hex(archive.data, node.start, some)).length > 0, file);
          }
        }
      }
    }
  }
});

test('paths are those of the tool, with quotation marks where it needs them', () => {
  const text = (...steps) => Places.pathText(steps, name => name.replace(/\n/gu, '\\u{A}'));
  assert.equal(text('root', 'people', 3, 'name'), 'root.people[3].name');
  assert.equal(text('first name', null, { pair: 2, part: 'key' }, 'é_1-'), '"first name"[2].key.é_1-');
  assert.equal(text('', 'a"\\\n'), '""."a\\"\\\\\\u{A}"');
});
