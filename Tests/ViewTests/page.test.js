// The page of `stele view` in a headless Chromium. STELE names the tool, CHROMIUM the browser, STELE_FIXTURES another
// folder of fixtures.
'use strict';

const assert = require('node:assert/strict');
const { after, before, beforeEach, test } = require('node:test');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs'), os = require('node:os'), path = require('node:path');
const { Browser } = require('./browser.js');
const samples = require('./samples.js');

const stele = process.env.STELE ?? path.join(__dirname, '../../.build/debug/stele');
const fixtures = process.env.STELE_FIXTURES ?? path.join(__dirname, '../../Fixtures');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stele-pages-'));
let browser, page;

/** Makes a page of an archive; the address of it. */
function view(archive) {
  const file = path.join(folder, `${path.basename(archive, '.stele')}.html`);
  execFileSync(stele, ['view', archive, '-o', file]);
  return `file://${file}`;
}

/** Makes an archive of text notation. */
function build(name, text) {
  const file = path.join(folder, `${name}.stele`);
  execFileSync(stele, ['build', '-', '-o', file], { input: text });
  return file;
}

before(async () => {
  browser = await Browser.start();
  page = await browser.page();
});

beforeEach(() => { page.complaints.length = page.requests.length = 0; });

after(async () => {
  await browser.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** That nothing went wrong, and nothing was asked of a network. */
function assertQuiet() {
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(page.requests.filter(url => !url.startsWith(`file://${folder}`) && url !== 'about:blank'), []);
}

const fields = () => page.value(`[...document.querySelectorAll('#middle .field')].map(row =>
  [...row.children].map(cell => cell.textContent.replace(/^[▸▾]/, '')))`);

test('an object shows its keys, values and types, and who refers to it', async () => {
  await page.open(`${view(build('household', samples.household))}#object-3`);
  assert.equal(await page.text('#file'), 'household.stele');
  assert.equal(await page.text('#facts'), '992 bytes, 6 class entries, 6 objects');
  assert.equal(await page.text('#state'), 'Valid');
  assert.equal(await page.text('#middle h2'), 'Dog 3');
  assert.deepEqual(await fields(), [
    ['name', '“Rex”', 'string'], ['owner', 'Person 1 “Ann”', 'weak ref Person'], ['weight', '274e-1', 'decimal'],
    ['coat', 'Coat curly colours 2 elements: “black”, “tan”', 'enum Coat'],
    ['chip', '6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'optional uuid'],
  ]);
  assert.deepEqual(await page.texts('#middle .holder'), ['Person 1 “Ann” in pets[0]', 'Person 2 “Bob” in pets[0]']);
  assertQuiet();
});

test('a reference leads to its object, and back and forward come again', async () => {
  await page.open(`${view(build('household', samples.household))}#object-3`);
  await page.click('#middle .field a.reference');
  await page.until(`document.querySelector('#middle h2').innerText === 'Person 1'`);
  assert.equal(await page.value('location.hash'), '#object-1');
  assert.equal(await page.text('.item.chosen'), '1\nPerson\n“Ann”');
  await page.key('b');
  await page.until(`document.querySelector('#middle h2').innerText === 'Dog 3'`);
  await page.value('history.forward()');
  await page.until(`document.querySelector('#middle h2').innerText === 'Person 1'`);
  assertQuiet();
});

test('a key that is chosen lights its bytes, and a byte that is clicked chooses its key', async () => {
  await page.open(`${view(build('household', samples.household))}#object-1`);
  await page.click('#middle .field');
  assert.equal(await page.value(`[...document.querySelectorAll('.byte.lit')].map(e => e.innerText).join(' ')`), '03 41 6E 6E');
  assert.equal(await page.text('#place'), 'name: 4 bytes at 382');
  const scroll = part => page.value(`{const b = document.getElementById('bytes'); b.scrollTop = b.scrollHeight * ${part};}
    new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`);
  await scroll(1);
  await page.click('.byte[data-p="574"]');
  assert.equal(await page.text('#middle h2'), 'Dog 3');
  assert.match(await page.text('.field.chosen'), /^weight/);
  assert.equal(await page.text('#place'), 'weight: 4 bytes at 574');
  await scroll(0);
  await page.click('.byte[data-p="44"]');
  assert.equal(await page.text('#middle h2'), 'HEAD');
  assertQuiet();
});

test('addresses lead to objects, classes, roots, metadata, chunks and bytes', async () => {
  const url = view(build('household', samples.household));
  for (const [hash, title] of [['#object-4', 'Cat 4'], ['#class-2', 'Person'], ['#root-household', 'household'],
    ['#metadata-title', 'title'], ['#chunk-2', 'CLAS'], ['#byte-569', 'Dog 3'], ['#byte-3', 'Byte 3'], ['', 'household.stele']]) {
    await page.open(`${url}${hash}`);
    assert.equal(await page.text('#middle h2'), title, hash);
  }
  for (const hash of ['#object-7', '#object-0', '#object-x', '#root-', '#root-%', '#byte-99999999', '#chunk-99', '#class-0']) {
    await page.open(`${url}${hash}`);
    assert.equal(await page.text('#middle'), 'There is nothing of this name.', hash);
  }
  assertQuiet();
});

test('the overview shows document type, writer and fingerprint, and bytes of the head and the index have names', async () => {
  await page.open(view(build('household', samples.household)));
  const data = fs.readFileSync(path.join(folder, 'household.stele')), index = Number(data.readBigUInt64LE(data.length - 16));
  assert.deepEqual((await page.texts('#middle .about')).slice(0, 2), ['Stele 1.0, type org.example.household, written by Household 2.1',
    `fingerprint ${data.readBigUInt64LE(index + 16).toString(16).padStart(16, '0')}`]);
  for (const [byte, place] of [[33, 'version: 2 bytes at 32'], [34, 'document type: 22 bytes at 34'], [60, 'writer: 14 bytes at 56'],
    [index + 24, `index entry 1, type: 4 bytes at ${index + 24}`], [index + 30, `index entry 1, count: 4 bytes at ${index + 28}`],
    [index + 56, `index entry 2, length: 8 bytes at ${index + 56}`], [index + 71, `index entry 2, payload check: 8 bytes at ${index + 64}`],
    [data.length - 9, `place of the index: 8 bytes at ${data.length - 16}`]]) {
    await page.value(`location.hash = '#byte-${byte}'`);
    await page.until(`document.getElementById('place').innerText.replace(/,(?=\\d)/g, '') === '${place}'`);
  }
  assertQuiet();
});

test('of an archive of another version only the chunks are shown', async () => {
  for (const [name, version] of [['minor-1-with-type-code', '1.1'], ['major-2-of-other-chunks', '2']]) {
    await page.open(view(path.join(fixtures, 'future', `${name}.stele`)));
    assert.equal(await page.text('#state'), 'Not valid');
    assert.match(await page.text('#banner'), /^F12 version /);
    assert.equal(await page.text('#middle .about'), `Stele ${version}: only chunks are shown.`);
    assert.deepEqual(await page.value(`[...document.querySelectorAll('#tabs button')].map(tab => tab.title)`),
      ['0 objects', '0 class entries', '0 roots', version === '2' ? '4 chunks' : '5 chunks', 'Search for text, a value or bytes']);
  }
  assertQuiet();
});

test('values open and close, and show what is in them', async () => {
  await page.open(`${view(build('household', samples.household))}#object-1`);
  const open = row => page.click(`#middle .values > div:nth-child(${row}) .toggle`);
  await open(3);
  assert.deepEqual((await fields()).slice(3, 6).map(field => field.slice(0, 2)),
    [['street', '“12 Mill Lane”'], ['town', '“Ely”'], ['place', '2 elements: 52.3995, 0.2621']]);
  await open(6);
  assert.deepEqual((await fields()).slice(-4, -2).map(field => field.slice(0, 2)), [['“chess”', '1840'], ['“go”', '12']]);
  await open(6);
  assert.equal(await page.value(`document.querySelector('#middle .values > div:nth-child(6) .inner').hidden`), true);
  assertQuiet();
});

test('the filter finds names, contents and numbers', async () => {
  await page.open(view(build('household', samples.household)));
  const type = async text => {
    await page.key('/');
    await page.value(`{const f = document.getElementById('filter'); f.value = ${JSON.stringify(text)};
      f.dispatchEvent(new Event('input'))}`);
    await page.until(`!document.getElementById('count').innerText.includes('…')`);
    return page.texts('.item');
  };
  assert.deepEqual(await type('dog'), ['3\nDog\n“Rex”', '6\nDog\n“Fido”']);
  assert.deepEqual(await type('zoë'), ['5\nPerson\n“Zoë”']);
  assert.deepEqual(await type('#4'), ['4\nCat\n“Tom”']);
  assert.equal(await page.text('#count'), '1 of 6');
  await page.key('Escape');
  await page.until(`document.querySelectorAll('.item').length === 6`);
  assertQuiet();
});

test('the keys go through the list and the values, and follow references', async () => {
  await page.open(view(build('household', samples.household)));
  await page.value(`document.getElementById('list').focus()`);
  await page.key('ArrowDown');
  await page.key('ArrowDown');
  assert.equal(await page.text('#middle h2'), 'Dog 3');
  await page.key('Enter');
  assert.match(await page.text('.field.chosen'), /^name/);
  await page.key('ArrowDown');
  await page.key('Enter');
  await page.until(`document.querySelector('#middle h2').innerText === 'Person 1'`);
  await page.key('Backspace');
  await page.until(`document.querySelector('#middle h2').innerText === 'Dog 3'`);
  await page.key('?');
  assert.equal(await page.value(`document.getElementById('help').open`), true);
  await page.key('Escape');
  await page.until(`!document.getElementById('help').open`);
  assertQuiet();
});

test('a class lists the objects that are one', async () => {
  await page.open(`${view(build('household', samples.household))}#class-3`);
  assert.deepEqual(await page.texts('#middle td'), ['name', 'string', '1', '', 'owner', 'weak ref Person', '1', '']);
  await page.click('#middle button');
  await page.until(`document.getElementById('count').innerText === '3 of 6'`);
  assert.deepEqual(await page.texts('.item'), ['3\nDog\n“Rex”', '4\nCat\n“Tom”', '6\nDog\n“Fido”']);
  assertQuiet();
});

test('names cannot become markup, and what cannot be seen is written out', async () => {
  const url = view(build('hostile', samples.hostile));
  for (const hash of ['', '#object-1', '#class-1', `#root-${encodeURIComponent('#\u202E %41/<i>')}`, '#root-', '#chunk-2']) {
    await page.open(`${url}${hash}`);
    assert.equal(await page.value(`document.querySelectorAll('img, i, main script').length`), 0);
    const text = await page.value(`document.body.textContent + document.title`);
    assert.doesNotMatch(text.replace(/\n/g, ''), /[\u0000-\u001F\u202A-\u202E\u2066-\u2069\u200B-\u200F]/u);
  }
  await page.open(`${url}#object-1`);
  assert.equal(await page.text('#middle h2'), '\\u{202E}evil</script><script>alert(1)</script> 1');
  assert.deepEqual((await fields())[0], ['<b>key\\u{0}', '“</span><img src=x onerror=alert(1)>\\u{202E}txt.exe\\u{2066}”', 'string']);
  const named = path.join(folder, 'a"><img src=x>&#65;\u202E.stele');
  fs.copyFileSync(path.join(folder, 'hostile.stele'), named);
  await page.open(view(named).replace(/[^/]*$/, name => encodeURIComponent(name)));
  assert.equal(await page.text('#file'), 'a"><img src=x>&#65;\\u{202E}.stele');
  assertQuiet();
});

test('of a damaged archive the rule, the byte and all that can be read are shown', async () => {
  const archive = build('damaged', samples.household), data = fs.readFileSync(archive);
  data[574] = 9;
  fs.writeFileSync(archive, data);
  await page.open(view(archive));
  assert.equal(await page.text('#state'), 'Not valid');
  assert.equal(await page.text('#banner'),
    'F6 payloadCheck The payload check of a chunk is wrong. At byte 368. What can be read is shown.');
  assert.equal(await page.value(`document.querySelectorAll('.item').length`), 6);
  await page.click('#banner a');
  await page.until(`document.querySelector('.byte.wrong')?.dataset.p === '368'`);
  assert.equal(await page.text('#middle h2'), 'OBJS');
  await page.open(`${view(archive)}#object-3`);
  assert.deepEqual((await fields()).map(([name, value]) => [name, value]), [['name', '“Rex”'], ['owner', 'Person 1 “Ann”'],
    ['weight', 'not readable'], ['coat', 'not readable'], ['chip', 'not readable']]);
  assert.match(await page.text('#middle > .refusal'), /^V2 decimal: .* At byte 574\.$/);
  assertQuiet();
});

test('objects of a damaged block are marked, and those of sound ones are not', async () => {
  const archive = build('damaged', samples.household), url = () => view(archive);
  await page.open(`${url()}#object-3`);
  assert.deepEqual(await page.texts('.item .refusal'), []);
  assert.deepEqual(await page.texts('#middle .about .refusal'), []);
  const data = fs.readFileSync(archive);
  data[574] = 9;
  fs.writeFileSync(archive, data);
  await page.open(`${url()}#object-3`);
  assert.deepEqual(await page.texts('.item .refusal'), Array(6).fill('damaged'));
  assert.equal(await page.text('#middle .about .refusal'), ', in a damaged block');
  assert.match(await page.value(`document.querySelector('#middle .about .refusal a').hash`), /^#chunk-\d+$/);
  assertQuiet();
});

test('a reference in a long list has its key, and the address of an object its byte', async () => {
  const count = 30000, people = Array.from({ length: count }, (_, i) => ({ class: 1, values: [{
    name: `P${i}`, friends: i ? [] : [...Array(count - 1).keys()].map(k => k + 2).concat(2) }] }));
  const text = JSON.stringify({ stele: '1.0', type: '', writer: '', classes: [{ name: 'Person', version: 1, kind: 'class', super: 0,
    keys: [{ name: 'name', type: 'string', since: 1, flags: 'required' },
      { name: 'friends', type: ['list', ['ref', 'Person']], since: 1, flags: 'required' }] }],
  objects: people, roots: [{ name: 'root', type: ['ref', 'Person'], value: 1 }] });
  const url = view(build('friends', text));
  for (const [number, holder] of [[20000, 'Person 1 “P0” in friends[19998]'], [2, 'Person 1 “P0” in friends[0] and 1 more'],
    [1, 'root root in root']]) {
    await page.open(`${url}#object-${number}`);
    await page.until(`document.querySelector('#middle .holder')?.innerText.includes(' in ')`);
    const [text] = await page.texts('#middle .holder');
    assert.equal(text.replace(' “P0”', ''), holder.replace(' “P0”', ''));
    const place = await page.text('#place'), offset = /at ([\d,]+)$/.exec(place)[1];
    assert.match(await page.text('#kind'), new RegExp(`^Byte ${offset} \\(0x[0-9A-F]+\\): record$`));
  }
  assertQuiet();
});

test('the field of the search has a line of its own, and the focus when its tab is chosen', async () => {
  await page.size(1280, 800);
  await page.open(view(build('household', samples.household)));
  await page.click('#tabs button:last-child');
  assert.equal(await page.value('document.activeElement.id'), 'query');
  for (const mode of ['text', 'value', 'bytes']) {
    await page.value(`{const mode = document.getElementById('mode'); mode.value = '${mode}'; mode.dispatchEvent(new Event('change'));}`);
    const [hasRoom, isAlone] = await page.value(`{
      const field = document.getElementById('query'), pen = document.createElement('canvas').getContext('2d');
      pen.font = getComputedStyle(field).font;
      [pen.measureText(field.placeholder).width < field.clientWidth - 16,
        field.getBoundingClientRect().bottom <= document.getElementById('run').getBoundingClientRect().top];
    }`);
    assert.ok(hasRoom, mode);
    assert.ok(isAlone);
  }
  await page.size(1200, 750);
  assertQuiet();
});

test('every valid fixture opens as valid, every damaged one says what stele verify says', async () => {
  const names = folder => fs.readdirSync(path.join(fixtures, folder)).filter(name => name.endsWith('.stele'));
  const sample = names('valid').filter((_, i) => i % 5 === 0).map(name => `valid/${name}`);
  const damaged = names('damaged').filter(name => !name.includes('recovered')).slice(0, 12).map(name => `damaged/${name}`);
  await page.open(view(path.join(fixtures, sample[0])));
  // One page opens them all, as it does when files are dropped on it.
  for (const name of [...sample, ...damaged]) {
    const data = fs.readFileSync(path.join(fixtures, name)).toString('base64');
    await page.value(`Page.load(Uint8Array.from(atob('${data}'), c => c.charCodeAt(0)), ${JSON.stringify(name)})`);
    await page.until('Page.isChecked');
    if (name.startsWith('valid')) {
      assert.equal(await page.text('#state'), 'Valid', name);
    } else {
      const { Archive } = require('../../Sources/stele-cli/View/reader.js');
      let said = '';
      assert.throws(() => Archive.check(new Uint8Array(fs.readFileSync(path.join(fixtures, name)))), error => { said = error; return true; });
      assert.match(await page.text('#banner'), new RegExp(`^${said.rule} .*At byte ${said.offset.toLocaleString('en-US')}\\.`), name);
    }
    await page.value(`location.hash = '#object-1'`);
  }
  assert.ok(sample.length > 30);
  assertQuiet();
});

test('a hundred thousand people are there at once, and few of them are in the document', async () => {
  const archive = build('people', samples.people(100000)), url = view(archive), start = Date.now();
  await page.open(url);
  const milliseconds = Date.now() - start;
  assert.equal(await page.text('#count'), '100,000');
  const nodes = () => page.value(`document.getElementsByTagName('*').length`);
  assert.ok(await nodes() < 2500);
  for (const part of [0.3, 0.7, 1]) {
    await page.value(`{const l = document.getElementById('list'); l.scrollTop = l.scrollHeight * ${part};}`);
    await page.value(`{const b = document.getElementById('bytes'); b.scrollTop = b.scrollHeight * ${part};}`);
    await page.value('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.ok(await nodes() < 2500);
  }
  assert.equal((await page.texts('.item')).at(-1), '100000\nPerson\n“Person 100000”');
  await page.value(`document.getElementById('list').focus()`);
  await page.key('End');
  assert.equal(await page.text('#middle h2'), 'Person 100,000');
  await page.value(`{const f = document.getElementById('filter'); f.value = 'person 99999'; f.dispatchEvent(new Event('input'))}`);
  await page.until(`document.getElementById('count').innerText === '1 of 100,000'`);
  console.log(`# 100,000 people: checked after ${milliseconds} ms`);
  assertQuiet();
});

test('a page without an archive opens a file', async () => {
  const file = path.join(folder, 'empty.html');
  execFileSync(stele, ['view', '-o', file]);
  await page.open(`file://${file}`, { isEmpty: true });
  assert.match(await page.text('#empty'), /^Drop a Stele archive here/);
  const archive = build('household', samples.household);
  const { root } = await page.ask('DOM.getDocument');
  const { nodeId } = await page.ask('DOM.querySelector', { nodeId: root.nodeId, selector: '#chooser' });
  await page.ask('DOM.setFileInputFiles', { nodeId, files: [archive] });
  await page.until('Page.isChecked');
  assert.equal(await page.text('#state'), 'Valid');
  assert.equal(await page.value(`document.getElementById('empty').hidden`), true);
  // The same by dropping.
  await page.value(`{const drop = new DataTransfer(); drop.items.add(new File([new Uint8Array(3)], 'short'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: drop }))}`);
  await page.until(`document.querySelector('#banner b')?.innerText === 'F1 signature'`);
  assertQuiet();
});

/** Searches, and waits for the end. */
async function search(mode, text) {
  await page.key('f');
  await page.value(`{const m = document.getElementById('mode'); m.value = '${mode}'; m.dispatchEvent(new Event('change'));
    document.getElementById('query').value = ${JSON.stringify(text)}}`);
  await page.key('Enter');
  await page.until(`document.getElementById('run').innerText === 'Search'`);
  return page.texts('.item');
}

test('the search finds text, values and bytes, and shows each at its place', async () => {
  await page.open(view(build('household', samples.household)));
  assert.deepEqual(await search('text', 'ELY'), ['409\nPerson 1 home.town\n“Ely”', '543\nPerson 2 home.town\n“Ely”']);
  assert.equal(await page.text('#count'), '2 found');
  await page.key('ArrowDown');
  assert.equal(await page.text('#middle h2'), 'Person 1');
  assert.match(await page.text('.field.chosen'), /^town/);
  assert.equal(await page.value(`[...document.querySelectorAll('.byte.lit')].map(e => e.innerText).join(' ')`), '45 6C 79');
  assert.match((await search('value', '27.4')).join(), /^574\nDog 3 weight\n274e-1$/);
  assert.equal((await search('value', '1840')).length, 1);
  assert.equal((await search('value', '1987-01')).length, 1);
  assert.equal((await search('bytes', '89504e ?? 0d')).length, 1);
  assert.equal((await search('bytes', '4')).length, 0);
  assert.match(await page.text('#count'), /^Bytes are pairs/);
  assert.equal(await page.value(`document.getElementById('query').getAttribute('aria-invalid')`), 'true');
  assertQuiet();
});

test('a large object is searched as far as it is read, and its text to the end', async () => {
  const words = Array.from({ length: 250000 }, (_, i) => `word ${i}`);
  await page.open(view(build('words', JSON.stringify({
    stele: '1.0', type: '', writer: '', classes: [{ name: 'Words', version: 1, kind: 'class', super: 0,
      keys: [{ name: 'list', type: ['list', 'string'], since: 1, flags: 'required' }] }],
    objects: [{ class: 1, values: [{ list: words }] }], roots: [],
  }))));
  assert.match((await search('text', 'word 249999')).join(), /Words 1 list\n“word 249999”$/);
  assert.match((await search('text', 'word 1234')).join(), /Words 1 list\[1234\]\n“word 1234”/);
  assert.deepEqual(await search('value', '12'), []);
  assert.equal(await page.text('#count'), '0 found, 1 large object searched in part');
  assertQuiet();
});

test('a long search shows how far it is, and is cancelled', async () => {
  await page.open(view(build('people', samples.people(100000))));
  await page.key('f');
  await page.value(`document.getElementById('mode').value = 'value'; document.getElementById('query').value = '99999999'`);
  await page.key('Enter');
  await page.until(`document.getElementById('progress').value > 0 && !document.getElementById('progress').hidden`);
  await page.key('Escape');
  assert.equal(await page.text('#count'), '0 found, cancelled');
  assert.equal(await page.value(`document.getElementById('progress').hidden`), true);
  assert.equal((await search('text', 'person 1')).length > 10, true);
  assert.equal(await page.text('#count'), 'the first 10,000 found');
  assertQuiet();
});

test('an offset is gone to, and the bytes there are shown as each type', async () => {
  await page.open(view(build('household', samples.household)));
  await page.value(`document.getElementById('inspector').open = true`);
  const jump = async text => {
    await page.value(`document.getElementById('list').focus()`);
    await page.key('g');
    await page.value(`document.getElementById('offset').value = '${text}'`);
    await page.key('Enter');
  };
  await jump('0x17D');
  assert.equal(await page.text('#kind'), 'Byte 381 (0x17D): record');
  await jump('383');
  assert.equal(await page.text('#middle h2'), 'Person 1');
  assert.equal(await page.text('#kind'), 'Byte 383 (0x17F): string');
  assert.equal(await page.value(`document.querySelector('#inspector dd').innerText`), '65');
  await page.key('ArrowRight');
  assert.equal(await page.text('#kind'), 'Byte 384 (0x180): string');
  assert.equal(await page.value(`document.querySelector('.byte.cursor').dataset.p`), '384');
  await jump('992');
  assert.equal(await page.text('#kind'), 'Offsets go from 0 to 991 (0x3DF).');
  assertQuiet();
});

test('a value is copied and saved', async () => {
  await page.open(`${view(build('household', samples.household))}#object-1`);
  await page.value(`Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { window.copied = text; } } });
    URL.createObjectURL = blob => { window.saved = blob; return '#'; }; HTMLAnchorElement.prototype.click = function () { window.file = this.download; }`);
  const copy = async row => {
    await page.value(`document.querySelectorAll('#middle .field')[${row}].click(); window.copied = null`);
    await page.key('c');
    await page.until('window.copied !== null');
    return page.value('window.copied');
  };
  assert.equal(await copy(0), 'Ann');
  assert.equal(await copy(4), '[2,5]');
  assert.deepEqual(JSON.parse(await copy(2)).values.town, 'Ely');
  assert.match(await copy(7), /^89504e470d0a/);
  await page.key('s');
  assert.equal(await page.value('window.file'), 'photo.bin');
  assert.deepEqual(await page.value(`window.saved.arrayBuffer().then(b => [window.saved.type, ...new Uint8Array(b).slice(0, 4)])`),
    ['application/octet-stream', 0x89, 0x50, 0x4E, 0x47]);
  assertQuiet();
});

test('dividers are moved by keys, and the bytes fit their pane', async () => {
  await page.open(`${view(build('household', samples.household))}#object-1`);
  const width = () => page.value(`document.getElementById('left').getBoundingClientRect().width`), before = await width();
  await page.value(`document.getElementById('divide-left').focus()`);
  await page.key('ArrowRight');
  assert.equal(Math.round(await width()), Math.round(before) + 16);
  await page.key('Enter');
  assert.equal(await width(), before);
  await page.value(`document.getElementById('divide-right').focus()`);
  for (let i = 0; i < 12; i++) await page.key('ArrowRight');
  await page.until(`document.querySelectorAll('.row')[0].querySelectorAll('.byte').length === 8`);
  assertQuiet();
});

test('both colour schemes have enough contrast', async () => {
  const url = `${view(build('household', samples.household))}#object-3`;
  for (const scheme of ['light', 'dark']) {
    await page.scheme(scheme);
    await page.open(url);
    const low = await page.value(`(() => {
      const channels = text => text.match(/[\\d.]+/g).map(Number);
      const luminance = rgb => rgb.slice(0, 3).map(c => c / 255).map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
      const paper = element => {
        for (; element; element = element.parentElement) {
          const rgb = channels(getComputedStyle(element).backgroundColor);
          if (rgb.length < 4 || rgb[3] > 0) return rgb;
        }
        return [255, 255, 255];
      };
      const low = [];
      for (const element of document.querySelectorAll('header *, #left *, #middle *, .offset, .byte, .sign')) {
        if (!element.innerText?.trim() || element.children.length) continue;
        const style = getComputedStyle(element);
        const [a, b] = [luminance(channels(style.color)), luminance(paper(element))].sort((a, b) => b - a);
        if ((a + .05) / (b + .05) < 4.5) low.push(element.className + ' ' + element.innerText);
      }
      return low;
    })()`);
    assert.deepEqual(low, [], scheme);
    const paper = await page.value(`getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0] > 128`);
    assert.equal(paper, scheme === 'light');
  }
  await page.scheme('light');
  assertQuiet();
});

test('nothing overflows in a wide window or a narrow one, in both colour schemes', async () => {
  for (const [width, height] of [[1920, 1000], [1400, 800], [1200, 750], [900, 700], [800, 700], [563, 700], [320, 640]]) {
    for (const scheme of ['light', 'dark']) {
      await page.size(width, height);
      await page.scheme(scheme);
      await page.open(`${view(build('household', samples.household))}#object-1`);
      for (const pane of ['left', 'middle', 'right']) {
        await page.click(`#panes [data-pane=${pane}]`);
        await page.value('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))');
        assert.equal(await page.value(`document.documentElement.scrollWidth`), width);
        const wide = await page.value(`['left', 'middle', 'right', 'bytes'].filter(id => {
          const box = document.getElementById(id); return box.scrollWidth > box.clientWidth; })`);
        assert.deepEqual(wide, [], `${width} x ${height} ${pane}`);
        assert.ok(width > 640 || await page.value(`document.getElementById('${pane}').clientHeight > 300`), pane);
        // STELE_PICTURES names a folder for pictures of the page.
        if (process.env.STELE_PICTURES) await page.screenshot(path.join(process.env.STELE_PICTURES, `${width}-${scheme}-${pane}.png`));
      }
    }
  }
  await page.scheme('light');
  await page.size(1200, 750);
  assertQuiet();
});

test('a script that is not of the page does not run', async () => {
  const file = path.join(folder, 'forged.html'), good = path.join(folder, 'household.html');
  fs.writeFileSync(file, fs.readFileSync(good, 'utf8').replace('</body>', '<script>window.forged = 1</script></body>'));
  await page.open(`file://${file}`);
  assert.equal(await page.value('typeof window.forged'), 'undefined');
  assert.ok(page.complaints.some(text => text.includes('Content Security Policy')));
});
