// The page of `stele view`: contents, values and bytes of an archive, side by side. The other scripts stand before it.
//
// Text from an archive reaches the document as text nodes only (`shown`), with what cannot be seen written out.
'use strict';

const Page = (() => {
  const { Archive, CODES, REQUIREMENTS, PAGE_BUDGET } = Stele;
  const MAX_HEIGHT = 6000000;               // pixels that a scroller can have in all browsers
  const SLICE = 12;                         // milliseconds of work between two frames
  const LARGE_RECORD = 1 << 16;             // bytes of a record that no summary is made of
  const SHOWN_TEXT = 4000, SHOWN_ITEMS = 100;
  const TABS = ['Objects', 'Classes', 'Roots', 'Chunks', 'Search'];
  const MAX_COPIED = 1 << 24;               // characters of a value that is copied or saved as text
  const KINDS = {                           // of fields, with what the legend calls them
    header: 'header', check: 'checksum', class: 'class table', record: 'record', structure: 'count or flag',
    reference: 'reference', string: 'string', bytes: 'bytes', scalar: 'number, date or other scalar',
    padding: 'padding', unknown: 'not read',
  };
  const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

  const find = id => document.getElementById(id);
  const grouped = number => number.toLocaleString('en-US');
  const plural = (number, word) => `${grouped(number)} ${word}${number === 1 ? '' : word.endsWith('s') ? 'es' : 's'}`;

  let archive = null, data = null, fileName = '';
  let isReady = false, isChecked = false;   // phases 1 to 5 are done; all are
  let run = 0;                              // the number of the file that is open
  let embedded = null;
  let summaries = new Map(), objectCounts = null, referrers = null;
  let tab = 'Objects', onlyName = 0, found = null, scan = 0;
  let current = null;                       // what the middle pane shows
  let lit = null, within = null, wrong = -1;
  let list = null, bytes = null, active = 0;
  let places = null, perRow = 16, cursor = 0;   // bytes in a row; the byte that is inspected
  let results = [], query = null, chosenResult = -1;   // of the search; query: {steps, facts} while it runs
  let showPane = () => {};

  // Elements

  /** An element such as `span.key`, with attributes and children; strings become text. */
  function el(kind, attributes = {}, ...children) {
    const [tag, ...classes] = kind.split('.'), element = document.createElement(tag);
    if (classes.length) element.className = classes.join(' ');
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else if (value !== null) element.setAttribute(name, value);
    }
    element.append(...children.flat(4).filter(child => child !== null && child !== undefined));
    return element;
  }

  function escaped(text) {
    return text.replace(UNSEEN, scalar => `\\u{${scalar.codePointAt(0).toString(16).toUpperCase()}}`);
  }

  /** Foreign text, kept apart from the direction of the text around it. */
  function shown(text, { limit = SHOWN_TEXT, lines = false } = {}) {
    const box = el('bdi'), isCut = text.length > limit;
    let part = isCut ? text.slice(0, limit).replace(/[\uD800-\uDBFF]$/u, '') : text;
    let last = 0;
    for (const match of part.matchAll(UNSEEN)) {
      if (lines && /[\n\t]/.test(match[0])) continue;
      box.append(part.slice(last, match.index), el('span.escape', {}, escaped(match[0])));
      last = match.index + match[0].length;
    }
    box.append(part.slice(last) + (isCut ? '…' : ''));
    return box;
  }

  function nameView(name, options) { return name ? shown(name, options) : el('span.faint', {}, '(empty name)'); }

  function link(hash, ...children) { return el('a', { href: hash }, ...children); }

  // A list of any length, of which only what is seen is in the document. Beyond MAX_HEIGHT the scroll bar is scaled.

  class VirtualList {
    constructor(box, height, makeRow) {
      Object.assign(this, { box, height, makeRow, count: 0, top: 0, place: -1 });
      box.classList.add('scroller');
      this.room = box.appendChild(el('div.room'));
      this.rows = box.appendChild(el('div.rows', { role: 'presentation' }));
      box.addEventListener('scroll', () => {
        if (Math.abs(box.scrollTop - this.place) >= 1) this.top = box.scrollTop / this.scale / this.height;
        this.place = -1;
        this.draw();
      });
      box.addEventListener('wheel', event => {
        if (this.scale === 1) return;
        event.preventDefault();
        const unit = event.deltaMode === 1 ? 3 : event.deltaMode === 2 ? this.seen : 1 / this.height;
        this.moveTo(this.top + event.deltaY * unit);
      }, { passive: false });
      // A box that was not shown has lost its place.
      new ResizeObserver(() => this.moveTo(this.top)).observe(box);
    }

    get seen() { return this.box.clientHeight / this.height; }

    get scale() {
      const rest = this.count * this.height - this.box.clientHeight;
      return rest > MAX_HEIGHT ? MAX_HEIGHT / rest : 1;
    }

    setCount(count) {
      this.count = count;
      this.room.style.height = `${Math.min(count * this.height, MAX_HEIGHT + this.box.clientHeight)}px`;
      this.moveTo(Math.min(this.top, Math.max(0, count - this.seen)));
    }

    moveTo(top) {
      if (this.box.clientHeight === 0) {    // it is not shown
        this.top = Math.max(0, Math.min(top, this.count - 1));
        return;
      }
      this.top = Math.max(0, Math.min(top, this.count - this.seen));
      this.box.scrollTop = this.top * this.height * this.scale;
      this.place = this.box.scrollTop;
      this.draw();
    }

    /** Scrolls so far that a row is seen. */
    reveal(index) {
      const isFar = index < this.top - 2 || index > this.top + this.seen + 2;
      if (isFar) this.moveTo(index - this.seen / 3);
      else if (index < this.top + 1) this.moveTo(index - 1);
      else if (index > this.top + this.seen - 2) this.moveTo(index - this.seen + 2);
      else this.draw();
    }

    draw() {
      const first = Math.max(0, Math.floor(this.top)), last = Math.min(this.count, Math.ceil(this.top + this.seen) + 1);
      const rows = [];
      for (let index = first; index < last; index++) rows.push(this.makeRow(index));
      this.rows.replaceChildren(...rows);
      this.rows.style.transform = `translateY(${this.box.scrollTop - (this.top - first) * this.height}px)`;
    }
  }

  // Opening

  /** Takes the part of the embedded archive that stands before the running script. */
  function take() {
    const script = document.currentScript, part = script.previousElementSibling;
    if (!embedded) {
      const facts = find('archive');
      embedded = { name: facts.dataset.name, data: new Uint8Array(Number(facts.dataset.length)), length: 0 };
    }
    const rest = embedded.data.subarray(embedded.length);
    if (rest.setFromBase64) {
      embedded.length += rest.setFromBase64(part.textContent).written;
    } else {
      const text = atob(part.textContent);
      for (let i = 0; i < text.length; i++) rest[i] = text.charCodeAt(i);
      embedded.length += text.length;
    }
    part.remove();
    script.remove();
    say(`Opening ${Math.floor(100 * embedded.length / embedded.data.length)}%`);
  }

  async function openFile(file) {
    if (!file) return;
    try {
      load(new Uint8Array(await file.arrayBuffer()), file.name);
    } catch (error) {
      say(`This file cannot be read: ${error.message}`, 'bad');
    }
  }

  function load(source, name) {
    const number = ++run;
    data = source;
    fileName = name;
    archive = new Archive(data);
    places = new Places(archive, escaped);
    isReady = isChecked = false;
    summaries = new Map();
    referrers = objectCounts = found = current = null;
    lit = within = null;
    wrong = -1;
    onlyName = active = scan = cursor = 0;
    stopSearch();
    stopSearch.note = undefined;
    results = [];
    chosenResult = -1;
    list.setCount(0);
    find('filter').value = '';
    find('empty').hidden = true;
    document.querySelector('main').hidden = find('home').hidden = find('panes').hidden = false;
    find('banner').hidden = true;
    find('file').replaceChildren(shown(name));
    find('facts').replaceChildren();
    document.title = `${escaped(name)} – Stele`;
    bytes.top = list.top = 0;
    bytes.setCount(Math.ceil(data.length / perRow));
    const edges = new Edges();
    archive.onReference = (from, to) => edges.add(from, to);
    work(archive.phases(true), () => number === run, step => {
      if (!isReady && step.phase === 6) ready();
      say(`${['', 'Reading', 'Reading', 'Reading classes', 'Reading records', '', 'Checking values'][step.phase]} `
        + `${Math.floor(100 * step.done / Math.max(1, step.of))}%`);
      showBanner();
    }, error => {
      if (error) {
        say(error.message, 'bad');
        throw error;
      }
      isChecked = true;
      referrers = edges.byTarget(archive.objectCount);
      archive.onReference = null;
      ready();
      finish();
    });
  }

  /** Runs a generator in slices, so that the page stays alive. */
  function work(steps, isWanted, onStep, onEnd) {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      if (!isWanted()) return;
      const end = performance.now() + SLICE;
      let step;
      try {
        do step = steps.next(); while (!step.done && performance.now() < end);
      } catch (error) {
        onEnd(error);
        return;
      }
      if (step.done) {
        onEnd(null);
        return;
      }
      onStep(step.value);
      channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
  }

  /** The references of all objects, by the object they point at. */
  class Edges {
    constructor() { this.from = new Int32Array(1024); this.to = new Uint32Array(1024); this.count = 0; }

    add(from, to) {
      const { count } = this;
      if (count && this.from[count - 1] === from && this.to[count - 1] === to) return;
      if (count === this.from.length) {
        for (const name of ['from', 'to']) {
          const longer = new this[name].constructor(2 * count);
          longer.set(this[name]);
          this[name] = longer;
        }
      }
      this.from[count] = from;
      this.to[count] = to;
      this.count++;
    }

    byTarget(objectCount) {
      const starts = new Uint32Array(objectCount + 2);
      for (let i = 0; i < this.count; i++) if (this.to[i] <= objectCount) starts[this.to[i] + 1]++;
      for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
      const next = starts.slice(), holders = new Int32Array(this.count);
      for (let i = 0; i < this.count; i++) if (this.to[i] <= objectCount) holders[next[this.to[i]]++] = this.from[i];
      return number => holders.subarray(starts[number], starts[number + 1]);
    }
  }

  function ready() {
    if (isReady) return;
    isReady = true;
    objectCounts = new Uint32Array(archive.entries.length + 1);
    for (let i = 0; i < archive.objectCount; i++) objectCounts[archive.recordEntries.at(i)]++;
    showTabs();
    route();
  }

  function finish() {
    find('facts').textContent = `${plural(data.length, 'byte')}, ${plural(archive.entries.length, 'class entry')
      .replace('entrys', 'entries')}, ${plural(archive.objectCount, 'object')}`;
    showBanner();
    if (archive.problemCount) say('Not valid', 'bad'); else say('Valid', 'good');
    showTabs();
    route();
    if (wrong >= 0 && !location.hash) bytes.reveal(Math.floor(wrong / perRow));
  }

  function showBanner() {
    const [first] = archive.problems, banner = find('banner');
    if (!first || wrong >= 0) return;
    wrong = first.offset;
    banner.hidden = false;
    banner.replaceChildren(el('b', {}, `${first.rule} ${CODES[first.rule]}`), ` ${REQUIREMENTS[first.rule]} `,
      link(`#byte-${first.offset}`, `At byte ${grouped(first.offset)}`), '. What can be read is shown.');
    bytes.draw();
  }

  function say(text, kind = '') {
    find('state').textContent = text;
    find('state').className = kind;
  }

  // The left pane

  /** How many rows a tab has without a filter. */
  function allCount(name = tab) {
    switch (name) {
      case 'Objects': return archive.objectCount;
      case 'Classes': return archive.entries.length;
      case 'Roots': return archive.roots.length;
      case 'Chunks': return archive.chunks.length;
      default: return results.length;
    }
  }

  function showTabs() {
    find('tabs').replaceChildren(...TABS.map(name => el('button', {
      type: 'button', role: 'tab', 'aria-selected': String(name === tab), 'aria-controls': 'list',
      title: name === 'Search' ? 'Search for text, a value or bytes' : `${plural(allCount(name),
        name.slice(0, -1).toLowerCase().replace('classe', 'class entry')).replace('entrys', 'entries')}`,
      onclick: () => { if (name === 'Search') openSearch(); else showTab(name); },
    }, name)));
    showTab(tab);
  }

  function showTab(name) {
    tab = name;
    for (const button of find('tabs').children) {
      button.setAttribute('aria-selected', String(button.textContent === name));
    }
    find('search').hidden = name === 'Search';
    find('finder').hidden = name !== 'Search';
    list.box.setAttribute('aria-label', name === 'Search' ? 'Results' : name);
    applyFilter();
  }

  /** What the rows of the list are; found holds those that the filter has found. */
  function rowCount() {
    if (found) return found.length;
    return allCount();
  }

  function rowItem(index) { return found ? found[index] : index; }

  function itemHash(item) {
    switch (tab) {
      case 'Objects': return `#object-${item + 1}`;
      case 'Classes': return `#class-${item + 1}`;
      case 'Roots': return rootHash(archive.roots[item]);
      case 'Search': return `#byte-${results[item].start}`;
      default: return `#chunk-${item + 1}`;
    }
  }

  /** Whether the payload check of the block of an object is wrong. */
  function isDamaged(number) { return archive.records.at(number - 1) > 0 && !archive.chunkOf(number).isSound; }

  function rootHash(root) { return `#root-${encodeURIComponent(root.name)}`; }

  function itemText(item) {
    switch (tab) {
      case 'Objects': {
        const entry = archive.entries[archive.recordEntries.at(item) - 1];
        return [String(item + 1), entry ? entry.name : 'lost', summary(item + 1), !entry, isDamaged(item + 1)];
      }
      case 'Classes': {
        const entry = archive.entries[item];
        return [String(item + 1), entry.name, entry.kind === 'class' ? plural(objectCounts[item + 1], 'object')
          : entry.kind];
      }
      case 'Roots': return ['', archive.roots[item].name, archive.typeText(archive.roots[item].type)];
      case 'Search': return resultText(results[item]);
      default: {
        const chunk = archive.chunks[item];
        return [String(item + 1), chunk.type, `${plural(chunk.length, 'byte')}${chunk.isSound ? '' : ', damaged'}`];
      }
    }
  }

  function makeItem(index) {
    const item = rowItem(index), [number, name, more, isLost, isBad] = itemText(item), hash = itemHash(item);
    const isChosen = tab === 'Search' ? item === chosenResult : current?.hash === hash;
    return el(`div.item${isChosen ? '.chosen' : ''}${isLost ? '.lost' : ''}`, {
      role: 'option', id: `item-${index}`, 'aria-selected': String(isChosen), 'aria-posinset': index + 1,
      'aria-setsize': rowCount(), 'data-hash': hash,
      onclick: () => { openItem(index, true); showPane('middle'); },
    }, number ? el('span.number', {}, number) : null, el('span.name', {}, nameView(name, { limit: 200 })),
    more ? el('span.more', {}, shown(more, { limit: 200 })) : null, isBad ? el('span.refusal', {}, 'damaged') : null);
  }

  function applyFilter() {
    if (!isReady) return;
    if (tab === 'Search') {
      found = null;
      active = 0;
      list.setCount(rowCount());
      showResultCount();
      return;
    }
    const text = find('filter').value.trim().toLowerCase(), number = ++scan;
    found = null;
    active = 0;
    find('only').hidden = !(onlyName && tab === 'Objects');
    if (onlyName) {
      find('only').replaceChildren(shown(archive.names[onlyName - 1].name, { limit: 40 }), ' ✕');
      find('only').setAttribute('aria-label', 'Show objects of all classes');
    }
    if (text || onlyName && tab === 'Objects') {
      found = [];
      const steps = matches(text);
      // What a moment finds is there at once; the rest comes in slices.
      work(steps, () => number === scan, () => { list.setCount(found.length); showCount(true); },
        () => { list.setCount(found.length); showCount(false); });
    }
    list.setCount(rowCount());
    showCount(found !== null);
  }

  function showCount(isLooking) {
    const all = allCount();
    find('count').textContent = found ? `${grouped(found.length)} of ${grouped(all)}${isLooking ? ' …' : ''}`
      : grouped(all);
  }

  // The search

  /** Starts the search that the fields name, or cancels the one that runs. */
  function toggleSearch() {
    if (query) {
      stopSearch('cancelled');
      return;
    }
    if (!isReady) return;
    const field = find('query'), facts = { cut: 0 };
    results = [];
    list.setCount(0);
    chosenResult = -1;
    active = 0;
    let steps;
    try {
      steps = Search.search(archive, places, find('mode').value, field.value, results, facts);
    } catch (error) {
      if (!(error instanceof Search.Unfit)) throw error;
      field.setAttribute('aria-invalid', 'true');
      list.setCount(0);
      stopSearch.note = undefined;
      find('count').textContent = error.message;
      field.focus();
      return;
    }
    field.removeAttribute('aria-invalid');
    const own = query = { facts };
    find('run').textContent = 'Cancel';
    find('progress').hidden = false;
    find('progress').value = 0;
    find('count').textContent = 'Searching…';
    work(steps, () => query === own, ({ done, of }) => {
      find('progress').value = 100 * done / Math.max(1, of);
      if (tab === 'Search') list.setCount(rowCount());
    }, error => {
      stopSearch(error ? 'broken off' : '');
      if (error) throw error;
    });
  }

  function stopSearch(how = '') {
    const facts = query?.facts;
    query = null;
    find('run').textContent = 'Search';
    find('progress').hidden = true;
    if (!facts) return;
    stopSearch.note = [how, facts.cut ? `${plural(facts.cut, 'large object')} searched in part` : '']
      .filter(part => part).map(part => `, ${part}`).join('');
    if (tab === 'Search') applyFilter();
  }

  function showResultCount() {
    const count = results.length;
    if (query) find('count').textContent = 'Searching…';
    else if (stopSearch.note === undefined) find('count').textContent = 'Enter starts the search.';
    else find('count').textContent = `${count === Search.MAX_FOUND ? 'the first ' : ''}${grouped(count)} found${stopSearch.note}`;
  }

  /** The row of a result: its offset, what it belongs to, and a few characters or bytes around it. */
  function resultText({ start, end, isText }) {
    const place = places.at(start);
    const owner = place.object ? `${objectName(place.object)} ${place.object}` : '';
    const { node } = place;
    let excerpt;
    if (place.kind === 'string' || place.kind === 'class') {
      const from = Math.max(place.start, start - 12), to = Math.min(place.end, end + 60);
      excerpt = `“${from > place.start ? '…' : ''}${Stele.utf8(data, from, to).replace(/^\uFFFD+|\uFFFD+$/gu, '')}”`;
    } else if (isText) {
      excerpt = `“${Stele.utf8(data, start, end)}”`;
    } else if (node && place.kind === 'scalar') {
      excerpt = valueView(node.data ? Stele.element(node, (start - node.data.start) / node.data.size | 0) : node, 1).textContent;
    } else {
      excerpt = Stele.hex(data, start, Math.min(end, start + 12)).toUpperCase().replace(/(..)(?=.)/gu, '$1 ');
    }
    return [String(start), [owner, place.text].filter(part => part).join(' '), excerpt, false];
  }

  function showMode() {
    find('query').setAttribute('aria-label', { text: 'Text to search for', value: 'Number, date, UUID, true or false',
      bytes: 'Bytes in hexadecimal digits; ?? is any' }[find('mode').value]);
    find('query').placeholder = { text: 'in strings and names', value: '274e-1, 2024-05, true', bytes: '41 6E ?? 65' }[find('mode').value];
    find('query').removeAttribute('aria-invalid');
  }

  function openSearch() {
    if (!isReady) return;
    showPane('left');
    showTab('Search');
    find('query').focus();
    find('query').select();
  }

  /** Finds the rows of the tab that a text is in; `#12` is a number. */
  function* matches(text) {
    const count = allCount();
    const named = tab === 'Objects' ? archive.entries.map(entry => entry.name.toLowerCase().includes(text)) : null;
    const result = found, exact = /^#?(\d+)$/.exec(text), isObjects = tab === 'Objects';
    for (let item = 0; item < count; item++) {
      if (item % 128 === 127) yield;
      if (isObjects) {
        const entry = archive.recordEntries.at(item);
        if (onlyName && !(entry && archive.isA(archive.entries[entry - 1], onlyName))) continue;
        if (text === '' || exact && item + 1 === Number(exact[1])) result.push(item);
        else if (text[0] !== '#' && (named[entry - 1] || summary(item + 1, false).toLowerCase().includes(text))) {
          result.push(item);
        }
      } else {
        const [number, name, more] = itemText(item);
        if (`${name} ${more}`.toLowerCase().includes(text) || exact?.[1] === number) result.push(item);
      }
    }
  }

  /** A few words of an object: its first string, or else its first number. */
  function summary(number, isKept = true) {
    const known = summaries.get(number);
    if (known !== undefined) return known;
    let text = '';
    const offset = archive.records.at(number - 1), next = archive.records.at(number);
    if (!(number < archive.objectCount && next > offset && next - offset > LARGE_RECORD)) {
      const object = archive.object(number, 64);
      if (object.end - object.offset <= LARGE_RECORD) text = firstText(object.levels) ?? '';
    }
    if (isKept) {
      if (summaries.size > 5000) summaries.clear();
      summaries.set(number, text);
    }
    return text;
  }

  function firstText(levels) {
    let other = null;
    for (const { fields } of levels) {
      for (const { value } of fields) {
        const { node } = unwrapped(value);
        if (!node) continue;
        if (node.type.layout === 'string') {
          const text = Stele.utf8(data, node.textStart, Math.min(node.end, node.textStart + 120));
          return `“${node.end > node.textStart + 120 ? text.replace(/\uFFFD*$/u, '…') : text}”`;
        }
        other ??= ['varint', 'byte'].includes(node.type.layout) ? String(Stele.integer(data, node)) : null;
      }
    }
    return other;
  }

  // The middle pane

  function go(hash) {
    if (location.hash === hash) route();
    else location.hash = hash;
  }

  /** Shows what the address says. */
  function route() {
    if (!isReady) return;
    const match = /^#(object|class|root|metadata|chunk|byte)-(.*)$/su.exec(location.hash);
    let text = '';
    try {
      text = match ? decodeURIComponent(match[2]) : '';
    } catch {
      text = match[2];
    }
    const number = /^\d{1,15}$/.test(text) ? Number(text) : 0, middle = find('middle');
    current = { hash: location.hash };
    lit = within = null;
    actions.remove();
    let parts = null;
    switch (match?.[1]) {
      case 'object': parts = number >= 1 && number <= archive.objectCount ? objectView(number) : null; break;
      case 'class': parts = archive.entries[number - 1] ? classView(archive.entries[number - 1]) : null; break;
      case 'root': parts = namedView(archive.roots.find(root => root.name === text), 'root'); break;
      case 'metadata': parts = namedView(archive.metadata?.find(item => item.name === text), 'metadata'); break;
      case 'chunk': parts = archive.chunks[number - 1] ? chunkView(number) : null; break;
      case 'byte': if (/^\d/.test(text) && number < data.length) { showByte(number, true); list.draw(); return; } break;
      case undefined: parts = overview(); break;
    }
    const isWaiting = !isChecked && ['root', 'metadata'].includes(match?.[1]);
    middle.replaceChildren(...parts ?? [el('p.about', {}, isWaiting ? 'Reading…' : 'There is nothing of this name.')]);
    middle.scrollTop = 0;
    middle.querySelector('.field')?.setAttribute('tabindex', '0');
    cursor = within?.start ?? 0;
    showPlace();
    if (within) bytes.reveal(Math.floor(within.start / perRow));
    bytes.draw();
    revealItem();
  }

  function revealItem() {
    const match = /^#(object|class|root|chunk)-(.*)$/s.exec(current.hash);
    const name = { object: 'Objects', class: 'Classes', root: 'Roots', chunk: 'Chunks' }[match?.[1]];
    if (name && name !== tab && tab !== 'Search' && !find('filter').value) showTab(name);
    if (name === tab) {
      const item = tab === 'Roots' ? archive.roots.findIndex(root => rootHash(root) === match[0]) : Number(match[2]) - 1;
      const index = found ? found.indexOf(item) : item;
      if (index >= 0 && index < list.count) {
        active = index;
        list.reveal(index);
        return;
      }
    }
    list.draw();
  }

  function objectName(number) {
    const entry = archive.entries[archive.recordEntries.at(number - 1) - 1];
    return entry ? entry.name : 'lost';
  }

  function objectLink(number, { isLong = true } = {}) {
    if (number > archive.objectCount) return el('span.refusal', {}, `${number}, which is no object`);
    const text = isLong ? summary(number) : '';
    const name = objectName(number);
    // A short name stays on one line with its number.
    return el('a.reference', { href: `#object-${number}` },
      el(`span${name.length <= 30 ? '.whole' : ''}`, {}, shown(name, { limit: 100 }), ` ${number}`),
      text ? el('span.faint', {}, ' ', shown(text, { limit: 60 })) : null);
  }

  function objectView(number) {
    const object = archive.object(number, PAGE_BUDGET), { entry } = object;
    if (object.isMissing) {
      return [el('h2', {}, `Object ${grouped(number)}`), el('p.refusal', {}, 'The block that held it was not found.')];
    }
    within = { start: object.offset, end: object.end };
    current.object = object;
    const parts = [
      el('h2', {}, entry ? shown(entry.name) : 'Object', ` ${grouped(number)}`),
      el('p.about', {}, entry ? link(`#class-${entry.number}`, `class entry ${entry.number}, version ${entry.version}`)
        : 'of an unknown class', `, ${plural(object.end - object.offset, 'byte')} at `,
      link(`#byte-${object.offset}`, grouped(object.offset)), isDamaged(number) ? el('span.refusal', {}, ', in a ',
        link(`#chunk-${archive.chunks.indexOf(archive.chunkOf(number)) + 1}`, 'damaged block')) : null),
    ];
    const refusal = object.refusal, shownLevels = new Map(object.levels.map(level => [level.entry, level.fields]));
    const chain = entry ? entry.chain() : [];
    for (const level of chain) {
      if (chain.length > 1) {
        parts.push(el('h3', {}, link(`#class-${level.number}`, shown(level.name)),
          level.stored.length ? null : el('span.faint', {}, ' no keys')));
      }
      const read = shownLevels.get(level), byKey = new Map(read?.map(field => [field.key, field.value]));
      const box = el('div.values', { role: 'tree', 'aria-label': 'Values' });
      const { stored } = level;
      paged(box, stored.length, i => fieldRow(nameView(stored[i].name), byKey.get(stored[i]), stored[i], refusal));
      if (stored.length) parts.push(box);
    }
    if (refusal) parts.push(refusalNote(refusal));
    parts.push(el('h3', {}, 'Referred to by'), holdersView(number));
    return parts;
  }

  function refusalNote(refusal) {
    return el('p.refusal', {}, `${refusal.rule} ${CODES[refusal.rule]}: ${REQUIREMENTS[refusal.rule]} `,
      link(`#byte-${refusal.offset}`, `At byte ${grouped(refusal.offset)}.`));
  }

  function holdersView(number) {
    if (!referrers) return el('p.faint', {}, 'All values are being read…');
    // Of one holder all references stand together.
    const holders = referrers(number).filter((holder, i, all) => i === 0 || holder !== all[i - 1]), box = el('div.links');
    if (holders.length === 0) return el('p.faint', {}, 'nothing');
    const large = [];                       // the rows of large records, of which the keys follow one by one
    let done = 0, isReading = false;
    const readLarge = () => {
      if (isReading || large.length === 0) return;
      isReading = true;
      const steps = (function* () {
        for (let next; (next = large.shift()); yield) next.row.append(...holderKey(next.holder, number));
      })();
      work(steps, () => box.isConnected, () => {}, error => {
        isReading = false;
        if (error) throw error;
      });
    };
    const more = el('button', { type: 'button', onclick: () => add() });
    const add = () => {
      more.remove();
      for (const end = Math.min(holders.length, done + 50); done < end; done++) {
        const holder = holders[done], root = archive.roots[-holder - 1], frame = root ?? archive.frameOf(holder);
        const name = holder > 0 ? objectLink(holder) : root
          ? el('a.reference', { href: rootHash(root) }, 'root ', shown(root.name, { limit: 100 })) : 'a root';
        const row = box.appendChild(el('span.holder', {}, name));
        if (frame && frame.end - frame.offset > LARGE_RECORD) large.push({ row, holder });
        else if (frame) row.append(...holderKey(holder, number));
      }
      if (done < holders.length) {
        more.textContent = `${grouped(holders.length - done)} more`;
        box.append(more);
      }
      readLarge();
    };
    add();
    return box;
  }

  /** The key that holds the reference of an object or root, with a link to its bytes, and how many more there are. */
  function holderKey(holder, number) {
    const { text, offset, count } = places.referencesFrom(holder, number);
    if (!text) return [];
    return [' in ', link(`#byte-${offset}`, text), ...count > 1 ? [el('span.faint', {}, ` and ${grouped(count - 1)} more`)] : []];
  }

  /** A row of a key or element, its value and its type. */
  function fieldRow(label, node, key, refusal) {
    const box = el('div', { role: 'none' }), inner = node ? children(node) : null;
    const type = node ? typeOf(node) : key && archive.typeText(key.type);
    const toggle = el('span.toggle', { 'aria-hidden': 'true' }, inner ? '▸' : '');
    const row = el(`div.field${node ? '' : '.absent'}`, { tabindex: '-1', role: 'treeitem' }, el('span.key', {}, toggle, el('span', {}, label)),
      el('span.value', {}, node ? valueView(node) : refusal ? 'not readable' : 'absent'),
      el('span.type', {}, type ? shown(type, { limit: 120 }) : ''));
    box.append(row);
    row.node = node;
    row.name = key?.name ?? '';
    row.isCut = current?.object?.isCut ?? false;
    row.addEventListener('click', event => {
      if (!event.target.closest('a, button')) choose(row, event.target === toggle);
    });
    if (inner) {
      row.setAttribute('aria-expanded', 'false');
      let content = null;
      row.toggle = isOpen => {
        if (isOpen === (row.getAttribute('aria-expanded') === 'true')) return false;
        row.setAttribute('aria-expanded', String(isOpen));
        toggle.textContent = isOpen ? '▾' : '▸';
        if (isOpen && !content) box.append(content = innerView(inner));
        else content.hidden = !isOpen;
        return true;
      };
      row.addEventListener('dblclick', () => row.toggle(row.getAttribute('aria-expanded') !== 'true'));
      toggle.addEventListener('click', () => row.toggle(row.getAttribute('aria-expanded') !== 'true'));
    }
    return box;
  }

  function innerView({ count, at, missing }) {
    const box = el('div.inner', { role: 'group' });
    paged(box, count, i => fieldRow(...at(i), null, null), missing);
    return box;
  }

  /** Fills a box with so many rows, some at a time. */
  function paged(box, count, row, missing = 0) {
    let done = 0;
    const add = () => {
      for (const end = Math.min(count, done + SHOWN_ITEMS); done < end; done++) box.append(row(done));
      if (done < count) {
        const more = el('button', { type: 'button', onclick: () => { more.parentNode.remove(); add(); } },
          `${grouped(Math.min(SHOWN_ITEMS, count - done))} more of ${grouped(count)}`);
        box.append(el('div.more-row', { role: 'none' }, more));
      } else if (missing > 0) {
        box.append(el('div.more-row.faint', { role: 'none' }, `${grouped(missing)} more are in the bytes`));
      }
    };
    add();
  }

  /** What says that a list goes on. */
  function rest(count, shown) {
    return count > shown ? el('p.faint', {}, `and ${grouped(count - shown)} more`) : null;
  }

  /** The value inside any and optional values. */
  function unwrapped(node) {
    while (node?.items && ['any', 'optional'].includes(node.type.layout)) {
      if (node.items.length === 0) return { node: null, isNil: node.isNil };
      [node] = node.items;
    }
    return { node };
  }

  function typeOf(node) {
    return node.type.name === 'any' && node.inner ? `any ${archive.typeText(node.inner)}` : archive.typeText(node.type);
  }

  /** What a value contains: {count, at: index => [label, node]}, or null. */
  function children(outer) {
    const { node } = unwrapped(outer);
    if (!node) return null;
    if (node.data) {
      return node.count ? { count: node.count, at: i => [grouped(i), Stele.element(node, i)], missing: 0 } : null;
    }
    if (node.fields) {
      return node.fields.length ? { count: node.fields.length, missing: 0,
        at: i => [nameView(node.fields[i].key.name), node.fields[i].value] } : null;
    }
    if (node.items) {
      return node.count ? { count: node.items.length, missing: node.count - node.items.length,
        at: i => [grouped(i), node.items[i]] } : null;
    }
    if (node.pairs) {
      return node.count ? { count: node.pairs.length, missing: node.count - node.pairs.length,
        at: i => [valueView(node.pairs[i][0], 2), node.pairs[i][1]] } : null;
    }
    return null;
  }

  /** A value on one line. Values inside are shown to a depth of two. */
  function valueView(outer, level = 0) {
    const { node, isNil } = unwrapped(outer);
    if (!node) return el('span.faint', {}, isNil ? 'nil' : '…');
    const { type, start, end } = node, limit = level ? 40 : SHOWN_TEXT;
    switch (type.layout) {
      case 'bool': return el('span.scalar', {}, data[start] ? 'true' : 'false');
      case 'byte':
      case 'varint': return el('span.scalar', {}, String(Stele.integer(data, node)));
      case 'fixed':
        if (type.name === 'uuid') return el('span.scalar.data', {}, Stele.uuid(data, start));
        if (type.name === 'date') return dateView(Stele.float(data, start, 8), start, level);
        return el('span.scalar', {}, Stele.floatText(data, start, type.size));
      case 'string': {
        const text = Stele.utf8(data, node.textStart, Math.min(end, node.textStart + 4 * limit));
        const isCut = end - node.textStart > 4 * limit;
        return el('span.string', {}, '“', shown(text, { limit, lines: level === 0 }), isCut ? '…' : '', '”');
      }
      case 'bytes': {
        const count = end - node.textStart, some = Math.min(count, level ? 8 : 16);
        return el('span', {}, el('span.faint', {}, `${plural(count, 'byte')} `), el('span.data', {},
          Stele.hex(data, node.textStart, node.textStart + some).replace(/(..)(?=.)/g, '$1 ') + (some < count ? ' …' : '')));
      }
      case 'decimal': return el('span.scalar', {}, Stele.decimalText(data, node));
      case 'ref':
      case 'weak':
      case 'optional':
        return node.object ? objectLink(node.object, { isLong: level === 0 }) : el('span.faint', {}, 'nil');
      case 'list':
      case 'set':
      case 'map': {
        const count = node.count ?? 0, box = el('span', {}, el('span.faint', {},
          plural(count, type.layout === 'map' ? 'pair' : 'element')));
        if (level >= 2 || count === 0) return box;
        const items = node.data ? { length: count, at: i => Stele.element(node, i) } : node.items;
        // Elements that take a line of their own are not put into this one.
        if (!items || items.length > 0 && /struct|map|list|set/.test(items.at(0).type.layout)) return box;
        const some = Math.min(items.length, level ? 3 : 6);
        const preview = el('span.preview', {}, el('span.faint', {}, ': '));
        for (let i = 0; i < some; i++) preview.append(i ? ', ' : '', valueView(items.at(i), level + 1));
        if (some < count) preview.append(' …');
        box.append(preview);
        return box;
      }
      case 'struct': {
        const box = el('span', {}, el('span.faint', {}, shown(node.entry.name, { limit: 80 })));
        if (node.case) box.append(' ', shown(node.case.name, { limit: 80 }));
        if (level >= 2 || !node.fields) return box;
        const preview = el('span.preview');
        node.fields.slice(0, 4).forEach(({ key, value }, i) => preview.append(i ? ', ' : ' ',
          el('span.faint', {}, shown(key.name, { limit: 40 })), ' ', valueView(value, level + 1)));
        if (node.fields.length > 4) preview.append(' …');
        box.append(preview);
        return box;
      }
    }
    return el('span');
  }

  function dateView(seconds, start, level) {
    const date = new Date(Math.round((seconds + 978307200) * 1000));
    const text = Number.isNaN(date.getTime()) ? null
      : date.toISOString().replace('T', ' ').replace('.000Z', ' UTC').replace('Z', ' UTC');
    return el('span.scalar', {}, text ?? Stele.floatText(data, start, 8), text && !level
      ? el('span.faint', {}, ` (${Stele.floatText(data, start, 8)} s)`) : null);
  }

  function classView(entry) {
    within = { start: entry.offset, end: entry.end };
    const count = objectCounts[entry.number];
    const parts = [
      el('h2', {}, shown(entry.name)),
      el('p.about', {}, `${entry.kind}, version ${entry.version}, entry ${entry.number}`,
        entry.parent ? [', a ', link(`#class-${entry.parent.number}`, shown(entry.parent.name))] : null),
    ];
    if (entry.kind === 'class') {
      parts.push(el('p', {}, el('button', {
        type: 'button',
        onclick: () => {
          onlyName = entry.nameNumber;
          find('filter').value = '';
          showTab('Objects');
          find('list').focus();
        },
      }, 'List the objects that are a ', shown(entry.name, { limit: 60 })), ' ',
      el('span.faint', {}, `${plural(count, 'object')} of this entry`)));
    }
    if (entry.cases) {
      for (const part of entry.cases.slice(0, SHOWN_ITEMS)) {
        parts.push(el('h3', {}, 'case ', shown(part.name), `, since ${part.since}${part.isRetired ? ', retired' : ''}`));
        if (part.keys.length) parts.push(keysTable(part.keys), rest(part.keys.length, SHOWN_ITEMS));
      }
      parts.push(rest(entry.cases.length, SHOWN_ITEMS));
    } else if (entry.keys.length) {
      parts.push(el('h3', {}, 'Keys'), keysTable(entry.keys), rest(entry.keys.length, SHOWN_ITEMS));
    } else {
      parts.push(el('p.faint', {}, 'no keys'));
    }
    const below = archive.entries.filter(other => other.parent === entry).slice(0, 100);
    if (below.length) {
      parts.push(el('h3', {}, 'Subclasses'), el('div.links', {},
        below.map(other => link(`#class-${other.number}`, shown(other.name, { limit: 100 })))));
    }
    return parts.filter(part => part !== null);
  }

  function keysTable(keys) {
    return table(['name', 'type', 'since', ''], keys.slice(0, SHOWN_ITEMS).map(key => {
      const row = [shown(key.name), shown(archive.typeText(key.type), { limit: 300 }), String(key.since),
        key.flags === 'required' ? '' : key.flags];
      row.onclick = () => { lit = { start: key.offset, end: key.end }; revealLit(`key ${escaped(key.name.slice(0, 100))}`); };
      return row;
    }));
  }

  function table(heads, rows, right = []) {
    const name = (kind, i) => `${kind}${right.includes(i) ? '.right' : ''}`;
    return el('table', {}, el('thead', {}, el('tr', {}, heads.map((head, i) => el(name('th', i), { scope: 'col' }, head)))),
      el('tbody', {}, rows.map(row => el('tr', row.onclick ? { onclick: row.onclick } : {},
        row.map((cell, i) => el(name('td', i), {}, cell))))));
  }

  function namedView(item, kind) {
    if (!item) return null;
    within = { start: item.offset, end: item.end };
    const box = el('div.values', { role: 'tree', 'aria-label': 'Values' });
    box.append(fieldRow('value', item.value, { type: item.type }, null));
    box.firstChild.firstChild.toggle?.(true);
    return [el('h2', {}, nameView(item.name)), el('p.about', {}, `${kind}, `,
      `${plural(item.end - item.offset, 'byte')} at `, link(`#byte-${item.offset}`, grouped(item.offset))), box];
  }

  function chunkView(number) {
    const chunk = archive.chunks[number - 1];
    within = { start: chunk.offset, end: Math.min(data.length, chunk.next) };
    const content = {
      HEAD: () => number === 1 ? headView() : '',
      INDX: () => 'fingerprint is the payload check',
      OBJS: () => chunk.recordCount ? ['objects ', objectLink(chunk.first), ' to ',
        objectLink(chunk.first + chunk.recordCount - 1)] : 'no objects',
      ROOT: () => archive.roots.filter(root => root.chunk === chunk).slice(0, 100)
        .map(root => el('div', {}, link(rootHash(root), shown(root.name)))),
      WEAK: () => plural(archive.slots.length, 'slot'),
      CLAS: () => `${plural(archive.names.length, 'name')} and ${plural(archive.entries.length, 'entry')
        .replace('entrys', 'entries')} up to here`,
    }[chunk.type]?.() ?? '';
    return [el('h2', {}, chunk.type), el('p.about', {}, `chunk ${number} of ${archive.chunks.length}`),
      table(['field', 'value', 'byte'], [
        ['type', chunk.type, byteLink(chunk.offset)],
        ['header check', el('span.data', {}, Stele.hex(data, chunk.offset + 4, chunk.offset + 8)), byteLink(chunk.offset + 4)],
        ['length', grouped(chunk.length), byteLink(chunk.offset + 8)],
        ['payload check', el('span', {}, el('span.data', {}, Stele.hex(data, chunk.offset + 16, chunk.offset + 24)),
          chunk.isSound ? ', right' : el('span.refusal', {}, ', wrong')), byteLink(chunk.offset + 16)],
        ['payload', el('span', {}, content), byteLink(chunk.start)],
        ['padding', plural(chunk.next - chunk.end, 'byte'), byteLink(chunk.end)],
      ], [2])];
  }

  function byteLink(offset) { return link(`#byte-${offset}`, grouped(offset)); }

  /** The version, the document type and the writer on one line. */
  function headView() {
    const { head, version } = archive;
    if (version) return `Stele ${version.major}${version.minor === undefined ? '' : `.${version.minor}`}: only chunks are shown.`;
    if (!head) return 'The head cannot be read.';
    return ['Stele 1.0', head.documentType ? [', type ', shown(head.documentType)] : null,
      head.writer ? [', written by ', shown(head.writer)] : null];
  }

  function overview() {
    const { version, fingerprint } = archive, parts = [el('h2', {}, shown(fileName)), el('p.about', {}, headView())];
    if (fingerprint && !version) parts.push(el('p.about', {}, 'fingerprint ', el('span.data', {}, fingerprint)));
    const counts = new Map();
    for (const entry of archive.entries) {
      if (entry.kind !== 'class') continue;
      counts.set(entry.nameNumber, (counts.get(entry.nameNumber) ?? 0) + objectCounts[entry.number]);
    }
    if (!isChecked) parts.push(el('p.faint', {}, 'All values are being checked; roots come at the end.'));
    const items = (title, list, hash) => {
      if (!list?.length) return;
      const box = el('div.values', { role: 'tree', 'aria-label': 'Values' });
      for (const item of list.slice(0, SHOWN_ITEMS)) {
        box.append(fieldRow(link(hash(item), nameView(item.name)), item.value, { type: item.type }, null));
      }
      parts.push(el('h3', {}, title), box);
      if (list.length > SHOWN_ITEMS) parts.push(el('p.faint', {}, `and ${grouped(list.length - SHOWN_ITEMS)} more`));
    };
    items('Roots', archive.roots, rootHash);
    items('Metadata', archive.metadata, item => `#metadata-${encodeURIComponent(item.name)}`);
    const used = [...counts].filter(([, count]) => count).sort((a, b) => b[1] - a[1]);
    if (used.length) {
      parts.push(el('h3', {}, 'Objects'), table(['class', 'objects'], used.slice(0, 30).map(([name, count]) => [
        link(`#class-${archive.entries.find(entry => entry.nameNumber === name).number}`, shown(archive.names[name - 1].name)),
        grouped(count)]), [1]));
      if (used.length > 30) parts.push(el('p.faint', {}, `and ${grouped(used.length - 30)} more classes`));
    }
    if (archive.problems.length) {
      parts.push(el('h3', {}, `${plural(archive.problemCount, 'finding')}; later ones may follow from earlier ones`),
        ...archive.problems.slice(0, 50).map(refusalNote));
    }
    parts.push(el('h3', {}, 'Chunks'), table(['type', 'payload', 'byte'], archive.chunks.slice(0, 50).map((chunk, i) => [
      el('span', {}, link(`#chunk-${i + 1}`, chunk.type), chunk.isSound ? '' : el('span.refusal', {}, ' damaged')),
      grouped(chunk.length), byteLink(chunk.offset)]), [1, 2]));
    if (archive.chunks.length > 50) parts.push(el('p.faint', {}, `and ${grouped(archive.chunks.length - 50)} more`));
    return parts;
  }

  // Copying and saving

  const actions = el('div.actions', { role: 'none' },
    el('button', { type: 'button', title: 'c', onclick: () => copyValue() }, 'Copy'),
    el('button', { type: 'button', title: 's', onclick: () => saveValue() }, 'Save'),
    el('span.faint', { role: 'status' }));

  function sayAction(text) { actions.lastChild.textContent = text; }

  /** The value of the chosen row: {text} or {bytes}, or a reason why there is none. */
  function chosenValue() {
    const row = document.querySelector('.field.chosen'), outer = row?.node;
    if (!outer) return { reason: 'There is no value.' };
    const { node } = unwrapped(outer), name = row.name || 'value';
    if (node && ['string', 'bytes'].includes(node.type.layout)) {
      return { name, bytes: data.subarray(node.textStart, node.end), isText: node.type.layout === 'string' };
    }
    if (row.isCut && node && Places.inside(node).length) return { reason: 'It has too many values to be one text.' };
    // The text notation of the specification, annex C.
    const parts = [];
    let length = 0;
    class TooLong extends Error {}
    try {
      new Stele.Notation(archive, part => {
        if ((length += part.length) > MAX_COPIED) throw new TooLong();
        parts.push(part);
      }).value(outer);
    } catch (error) {
      if (!(error instanceof TooLong)) throw error;
      return { reason: 'It is too long to be one text.' };
    }
    return { name, text: parts.join('') };
  }

  async function copyValue() {
    const { text, bytes: part, isText, reason } = chosenValue();
    if (reason || part?.length > MAX_COPIED / 2) {
      sayAction(reason ?? 'It is too long; save it instead.');
      return;
    }
    const copied = text ?? (isText ? Stele.utf8(part, 0, part.length) : Stele.hex(part, 0, part.length));
    try {
      await navigator.clipboard.writeText(copied);
      sayAction('Copied');
    } catch {
      // Without the permission, by a field that is selected.
      const field = el('textarea', { 'aria-hidden': 'true', tabindex: '-1' }), focus = document.activeElement;
      field.value = copied;
      document.body.append(field);
      field.select();
      sayAction(document.execCommand('copy') ? 'Copied' : 'The browser does not let a page copy.');
      field.remove();
      focus?.focus({ preventScroll: true });
    }
  }

  /** Saves the content of a string or bytes as it is, and other values as text. */
  function saveValue() {
    const { name, text, bytes: part, isText, reason } = chosenValue();
    if (reason) {
      sayAction(reason);
      return;
    }
    const plain = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60) || 'value';
    const file = `${plain}.${part ? isText ? 'txt' : 'bin' : 'json'}`;
    // Of a type that no browser shows, so what an archive contains is never a page.
    const address = URL.createObjectURL(new Blob([part ?? text], { type: 'application/octet-stream' }));
    el('a', { href: address, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
    sayAction(`Saved as ${file}`);
  }

  /** Marks a row as chosen, and shows what can be done with its value. */
  function mark(row) {
    for (const other of document.querySelectorAll('.field.chosen')) other.classList.remove('chosen');
    row?.classList.add('chosen');
    actions.remove();
    sayAction('');
    if (row?.node) row.append(actions);
  }

  /** Chooses a row: its bytes are lit. */
  function choose(row, isQuiet) {
    mark(row);
    if (!isQuiet) row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
    if (!row.node) return;
    lit = { start: row.node.start, end: row.node.end };
    cursor = row.node.textStart ?? row.node.start;
    revealLit(row.querySelector('.key').textContent.replace(/^[▸▾]/, ''));
  }

  function revealLit(label) {
    bytes.reveal(Math.floor(lit.start / perRow));
    showPlace(label);
  }

  // The right pane

  function makeRow(index) {
    const start = perRow * index, end = Math.min(data.length, start + perRow);
    const row = el('div.row', {}, el('span.offset', {}, start.toString(16).toUpperCase().padStart(8, '0')));
    const cells = [], signs = [], runs = isReady ? places.kinds(start, end) : [];
    let run = 0;
    for (let p = start; p < start + perRow; p++) {
      if (p >= end) {
        cells.push(el('span.byte', {}, '  '));
        continue;
      }
      while (run < runs.length - 1 && p >= runs[run].end) run++;
      const byte = data[p];
      let kind = runs[run] ? `.k-${runs[run].kind}` : '';
      if (p === wrong) kind += '.wrong';
      else if (lit && p >= lit.start && p < lit.end) kind += '.lit';
      else if (within && p >= within.start && p < within.end) kind += '.within';
      const edge = `${runs[run]?.start === p ? '.begin' : ''}${p === cursor ? '.cursor' : ''}`;
      cells.push(el(`span.byte${kind}${edge}`, { 'data-p': p }, (byte < 16 ? '0' : '') + byte.toString(16).toUpperCase()));
      signs.push(el(`span.sign${kind}${p === start ? '.first' : ''}`, { 'data-p': p },
        byte > 0x20 && byte < 0x7F ? String.fromCharCode(byte) : byte === 0x20 ? ' ' : '·'));
    }
    row.append(...cells, ...signs);
    return row;
  }

  /** Fits the number of bytes in a row to the width of the pane. */
  function fitRows() {
    const width = find('bytes').clientWidth, probe = el('span.row', {}, '0'.repeat(20));
    if (width === 0) return;
    find('bytes').append(probe);
    probe.style.position = 'absolute';
    const { paddingLeft } = getComputedStyle(probe), letter = (probe.clientWidth - 2 * parseFloat(paddingLeft)) / 20;
    probe.remove();
    const count = [16, 8, 4].find(count => (8 + 3.5 * count) * letter + (count === 16 ? 66 : 32) <= width) ?? 4;
    if (count === perRow) return;
    const top = bytes.top * perRow;
    perRow = count;
    find('bytes').classList.toggle('slim', count < 16);
    bytes.top = top / perRow;
    if (data) bytes.setCount(Math.ceil(data.length / perRow));
    if (lit) bytes.reveal(Math.floor(lit.start / perRow));
  }

  /** Shows the byte at the cursor as each type that could begin there. */
  function showInspector() {
    const box = find('inspector');
    if (!data || !box.open || cursor >= data.length) return;
    box.lastElementChild.replaceChildren(...Inspector.inspect(data, cursor).flatMap(([name, text]) => [
      el('dt', {}, name), el('dd', {}, text === null ? el('span.faint', {}, '–') : shown(text))]));
  }

  function showKind() {
    if (!isReady || cursor >= data.length) return;
    find('kind').textContent = `Byte ${grouped(cursor)} (0x${cursor.toString(16).toUpperCase()}): ${KINDS[places.kinds(cursor, cursor + 1)[0].kind]}`;
  }

  function showLegend() {
    find('legend').lastElementChild.replaceChildren(...Object.entries(KINDS).map(([kind, name]) =>
      el('li', {}, el(`span.sample.k-${kind}`, { 'aria-hidden': 'true' }, '4E 2A'), name)));
  }

  /** Goes to the offset that is typed: decimal, or hexadecimal after 0x. */
  function jump() {
    const field = find('offset'), text = field.value.replace(/[\s,_]/gu, '');
    const offset = /^(?:\d{1,15}|0x[0-9a-f]{1,12})$/iu.test(text) ? Number(text) : NaN;
    const isFit = isReady && offset < data.length;
    field.setAttribute('aria-invalid', String(!isFit));
    if (isFit) {
      showByte(offset, false);
      find('bytes').focus();
    } else if (isReady) {
      find('kind').textContent = `Offsets go from 0 to ${grouped(data.length - 1)} (0x${(data.length - 1).toString(16).toUpperCase()}).`;
    }
  }

  function showPlace(label) {
    const box = find('place');
    if (lit) {
      box.replaceChildren(label ? `${label}: ` : '', lit.end - lit.start === 1 ? `byte ${grouped(lit.start)}`
        : `${plural(lit.end - lit.start, 'byte')} at ${grouped(lit.start)}`);
    } else if (within) {
      box.textContent = `${plural(within.end - within.start, 'byte')} at ${grouped(within.start)}`;
    } else {
      box.textContent = plural(data?.length ?? 0, 'byte');
    }
    box.title = box.textContent;
    showKind();
    showInspector();
  }

  /** Shows what a byte belongs to, in all panes. */
  function showByte(offset, isRoute) {
    const place = places.at(offset), middle = find('middle');
    // Of a string, its length is lit as well.
    const { start, end } = place.node?.textStart === undefined ? place : place.node;
    cursor = offset;
    lit = { start, end };
    if (place.object) {
      if (isRoute || current?.object?.number !== place.object) {
        if (!isRoute) {
          history.pushState(null, '', `#object-${place.object}`);
          current = { hash: location.hash };
        } else {
          current = { hash: `#object-${place.object}` };
        }
        middle.replaceChildren(...objectView(place.object));
        middle.scrollTop = 0;
      }
      mark(rowAt(middle, offset));
      middle.querySelector('.field.chosen')?.scrollIntoView({ block: 'nearest' });
      lit = { start, end };
    } else if (place.hash) {
      if (!isRoute && location.hash !== place.hash) history.pushState(null, '', place.hash);
      current = { hash: place.hash };
      const [, kind, number] = /^#(class|chunk|root|metadata)-(.*)$/su.exec(place.hash);
      const items = { root: archive.roots, metadata: archive.metadata }[kind];
      middle.replaceChildren(...kind === 'class' ? classView(archive.entries[number - 1]) : kind === 'chunk'
        ? chunkView(Number(number)) : namedView(items.find(item => item.name === decodeURIComponent(number)), kind));
      const row = rowAt(middle, offset);
      if (row) mark(row);
      lit = { start, end };
    } else {
      within = null;
      middle.replaceChildren(el('h2', {}, `Byte ${grouped(offset)}`), el('p.about', {}, place.text));
    }
    bytes.reveal(Math.floor(offset / perRow));
    showPlace(place.text);
    revealItem();
  }

  /** The innermost row of a byte; the rows around it are opened. */
  function rowAt(box, offset) {
    const has = row => row.node && row.node.start <= offset && offset < row.node.end;
    let row = [...box.querySelectorAll('.field')].find(has);
    for (let next = row; next; row = next ?? row) {
      next.toggle?.(true);
      const inner = next.nextElementSibling;
      next = inner?.matches('.inner') ? [...inner.querySelectorAll(':scope > div > .field')].find(has) : null;
    }
    return row;
  }

  // Keys and mouse

  function onKey(event) {
    const { key, target } = event, isTyping = target.matches?.('input, select') ?? false;
    if (event.ctrlKey || event.metaKey || event.altKey || find('help').open) return;
    if (key === 'Escape') {
      if (query) {
        stopSearch('cancelled');
      } else if (target === find('filter') && target.value) {
        target.value = '';
        applyFilter();
      } else if (isTyping || target !== find('list')) {
        find('list').focus();
      } else if (onlyName || find('filter').value) {
        onlyName = 0;
        find('filter').value = '';
        applyFilter();
      }
      return;
    }
    if (isTyping) {
      if (key === 'Enter' && target === find('query')) {
        event.preventDefault();
        if (query) stopSearch();
        toggleSearch();
      } else if (key === 'Enter' && target === find('offset')) {
        event.preventDefault();
        jump();
      } else if (target === find('filter') && (key === 'ArrowDown' || key === 'Enter')
        || target === find('query') && key === 'ArrowDown') {
        event.preventDefault();
        find('list').focus();
        if (rowCount()) openItem(0, true);
      }
      return;
    }
    const row = target.closest?.('.field');
    if (key === '/') {
      event.preventDefault();
      if (tab === 'Search') showTab('Objects');
      showPane('left');
      find('filter').focus();
      find('filter').select();
    } else if (key === 'f') {
      event.preventDefault();
      openSearch();
    } else if (key === 'g') {
      event.preventDefault();
      showPane('right');
      find('offset').focus();
      find('offset').select();
    } else if ((key === 'c' || key === 's') && actions.parentNode) {
      if (key === 'c') copyValue(); else saveValue();
    } else if (key === '?') {
      find('help').showModal();
    } else if (key === 'b' || key === 'Backspace') {
      event.preventDefault();
      history.back();
    } else if (target === find('list')) {
      listKey(event);
    } else if (row) {
      rowKey(event, row);
    } else if (target === find('bytes')) {
      byteKey(event);
    }
  }

  function listKey(event) {
    const page = Math.max(1, Math.floor(list.seen) - 1), count = rowCount();
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + page, PageUp: active - page, Home: 0,
      End: count - 1 }[event.key];
    if (to !== undefined && count) {
      event.preventDefault();
      openItem(Math.max(0, Math.min(count - 1, to)), false);
    } else if (event.key === 'Enter' || event.key === 'ArrowRight') {
      event.preventDefault();
      const field = find('middle').querySelector('.field');
      if (field) choose(field); else find('middle').querySelector('a, button')?.focus();
    }
  }

  /** Shows a row of the list; a walk by the arrows takes one step of the history. */
  function openItem(index, isStep) {
    active = index;
    const hash = itemHash(rowItem(index));
    if (isStep || !openItem.isWalking) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
    openItem.isWalking = true;
    route();
    if (tab === 'Search') {
      chosenResult = index;
      const { start, end } = results[index];
      lit = { start, end };
      bytes.reveal(Math.floor(start / perRow));
      list.draw();
    }
    list.reveal(index);
    find('list').setAttribute('aria-activedescendant', `item-${index}`);
  }

  function rowKey(event, row) {
    const rows = [...find('middle').querySelectorAll('.field')].filter(other => other.offsetParent);
    const at = rows.indexOf(row), next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      if (rows[next]) choose(rows[next]);
    } else if (event.key === 'Enter') {
      const reference = event.target.tagName === 'A' ? null : row.querySelector('a.reference');
      if (reference) {
        event.preventDefault();
        go(reference.getAttribute('href'));
      } else if (event.target === row) {
        row.toggle?.(row.getAttribute('aria-expanded') !== 'true');
      }
    } else if (event.key === 'ArrowRight') {
      event.preventDefault();
      row.toggle?.(true);
    } else if (event.key === 'ArrowLeft') {
      event.preventDefault();
      if (row.toggle?.(false)) return;
      const outer = row.parentNode.closest('.inner')?.previousElementSibling;
      if (outer) choose(outer); else find('list').focus();
    }
  }

  function byteKey(event) {
    if (!isReady) return;
    const field = event.shiftKey ? places.at(cursor) : null;
    const to = { ArrowLeft: field ? field.start - 1 : cursor - 1, ArrowRight: field ? field.end : cursor + 1,
      ArrowUp: cursor - perRow, ArrowDown: cursor + perRow }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to < data.length) showByte(to, false);
  }

  function start() {
    list = new VirtualList(find('list'), 26, makeItem);
    bytes = new VirtualList(find('bytes'), 18, makeRow);
    showPane = Panes.start(find);
    new ResizeObserver(fitRows).observe(find('bytes'));
    showLegend();
    showMode();
    find('mode').addEventListener('change', showMode);
    find('run').addEventListener('click', toggleSearch);
    find('jump').addEventListener('click', jump);
    find('inspector').addEventListener('toggle', showInspector);
    find('inspector').open = window.innerHeight >= 800 && window.innerWidth > 1080;
    document.addEventListener('click', event => {
      const address = event.target.closest?.('main a')?.getAttribute('href');
      if (address) showPane(address.startsWith('#byte-') ? 'right' : 'middle');
    });
    document.addEventListener('keydown', onKey);
    window.addEventListener('hashchange', () => { openItem.isWalking = false; route(); });
    window.addEventListener('popstate', () => { openItem.isWalking = false; });
    find('filter').addEventListener('input', applyFilter);
    find('only').addEventListener('click', () => { onlyName = 0; applyFilter(); });
    find('home').addEventListener('click', event => { event.preventDefault(); if (isReady) go('#'); });
    find('keys').addEventListener('click', () => find('help').showModal());
    for (const name of ['open', 'choose']) find(name).addEventListener('click', () => find('chooser').click());
    find('chooser').addEventListener('change', event => { openFile(event.target.files[0]); event.target.value = ''; });
    find('bytes').addEventListener('click', event => {
      const cell = event.target.closest('[data-p]');
      if (cell && isReady) showByte(Number(cell.dataset.p), false);
    });
    document.addEventListener('dragover', event => { event.preventDefault(); document.body.classList.add('dropping'); });
    document.addEventListener('dragleave', event => {
      if (!event.relatedTarget) document.body.classList.remove('dropping');
    });
    document.addEventListener('drop', event => {
      event.preventDefault();
      document.body.classList.remove('dropping');
      openFile(event.dataTransfer.files[0]);
    });
    if (embedded || find('archive')) {
      const { data, name, length } = embedded
        ?? { data: new Uint8Array(0), name: find('archive').dataset.name, length: 0 };
      find('archive').remove();
      embedded = null;
      load(data.subarray(0, length), name);
    } else {
      find('empty').hidden = false;
      say('');
    }
  }

  document.addEventListener('DOMContentLoaded', start);
  return { take, load, get isChecked() { return isChecked; } };
})();
