// Places: what each byte of an archive belongs to, and of which kind that is. The panes of the page, its colours and its
// search ask here.
'use strict';

const Places = ((Stele) => {
  const { PAGE_BUDGET } = Stele;
  const SHOWN_NAME = 100;                   // characters of a name in a path
  const LARGE_RECORD = 1 << 20;             // bytes of a record that is not read for its colours alone
  const KEPT = 4;                           // objects that stay read: bytes beside each other belong to few

  /** The last item of a list, in the order of its bytes, that begins at an offset or before. */
  function lastBefore(list, offset, start = item => item.offset) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (start(list[middle]) <= offset) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  /** The kind of a value without values inside. */
  function kindOf({ type }) {
    if (type.isReference) return 'reference';
    return type.layout === 'string' || type.layout === 'bytes' ? type.layout : 'scalar';
  }

  /** What is inside a node, in the order of its bytes: [step of the path, node]. */
  function inside(node) {
    if (node.fields) return node.fields.map(({ key, value }) => [key.name, value]);
    if (node.pairs) return node.pairs.flatMap(([key, value], i) => [[{ pair: i, part: 'key' }, key], [{ pair: i, part: 'value' }, value]]);
    if (!node.items) return [];
    return node.items.map((item, i) => [['any', 'optional'].includes(node.type.layout) ? null : i, item]);
  }

  /** A name in the notation of key paths: in quotation marks, unless it consists of letters, digits, _ and -. */
  function nameText(name, escaped) {
    const text = escaped(name.slice(0, SHOWN_NAME).replace(/["\\]/gu, '\\$&'));
    return text === name && /^[\p{Alphabetic}\p{N}_-]+$/u.test(name) ? name : `"${text}"`;
  }

  /** A path in the notation of the tool: `home.place[1]`. Steps are names, numbers of elements, or parts of maps. */
  function pathText(steps, escaped) {
    let text = '';
    for (const step of steps) {
      if (step === null) continue;
      if (typeof step === 'number') text += `[${step}]`;
      else if (typeof step === 'object') text += `[${step.pair}].${step.part}`;
      else text += `${text ? '.' : ''}${nameText(step, escaped)}`;
    }
    return text;
  }

  class Places {
    constructor(archive, escaped = text => text) {
      this.archive = archive;
      this.data = archive.data;
      this.escaped = escaped;
      this.kept = new Map();
      this.inner = new WeakMap();           // the nodes inside a node, once they have been listed
    }

    object(number) {
      let object = this.kept.get(number);
      if (!object) {
        object = this.archive.object(number, PAGE_BUDGET);
        if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value);
        this.kept.set(number, object);
      }
      return object;
    }

    parts(node) {
      let parts = this.inner.get(node);
      if (!parts) this.inner.set(node, parts = inside(node));
      return parts;
    }

    /** What a byte belongs to: {text, kind, start, end}, and the object or the address that shows it.
     *
     * From `start` to `end` is a whole field; of a list of numbers, one element.
     */
    at(offset) {
      const { archive, data } = this, { chunks } = archive;
      const field = (text, kind, start, end, more = {}) => ({ text, kind, start, end, ...more });
      const index = lastBefore(chunks, offset), chunk = chunks[index];
      if (!chunk || offset >= chunk.next) {
        if (offset < 8) return field('signature', 'header', 0, Math.min(8, data.length));
        if (offset >= data.length - 8) return field('closing signature', 'header', data.length - 8, data.length);
        return field('not part of a chunk', 'unknown', offset, offset + 1);
      }
      const own = { hash: `#chunk-${index + 1}` }, { start, end, type } = chunk;
      const heads = [['type', 'header', 0, 4], ['header check', 'check', 4, 8], ['length', 'header', 8, 16],
        ['payload check', 'check', 16, 24]];
      for (const [text, kind, from, to] of heads) {
        if (offset < chunk.offset + to) return field(`${type}, ${text}`, kind, chunk.offset + from, chunk.offset + to, own);
      }
      if (offset >= end) return field('padding', 'padding', end, chunk.next, own);
      return this.payload(chunk, offset, own, field) ?? field(`${type}, payload`, 'unknown', offset, offset + 1, own);
    }

    payload(chunk, offset, own, field) {
      const { archive } = this, { start, end, type } = chunk;
      switch (type) {
        case 'OBJS': {
          const first = chunk.recordCount ? archive.frameOf(chunk.first) : null;
          if (first && offset < first.offset) return field('first number and count of the block', 'structure', start, first.offset, own);
          const number = chunk.recordCount ? this.recordAt(chunk, offset) : 0;
          return number ? this.inRecord(this.object(number), offset) : null;
        }
        case 'WEAK': return archive.slots.length ? field('weak slots', 'reference', start, end, own) : null;
        case 'CLAS': return this.inClassTable(chunk, offset, own, field);
        case 'ROOT':
        case 'mETa': {
          const items = (type === 'ROOT' ? archive.roots : archive.metadata) ?? [], index = lastBefore(items, offset);
          const item = items[index], first = items[index + 1];
          if (first?.chunk === chunk && item?.chunk !== chunk) return field('count', 'structure', start, first.offset, own);
          if (!item || offset >= item.end) return null;
          const hash = `#${type === 'ROOT' ? 'root' : 'metadata'}-${encodeURIComponent(item.name)}`;
          if (offset < item.typeOffset) return field('name', 'string', item.offset, item.typeOffset, { hash });
          if (!item.value || offset < item.value.start) {
            return field('type', 'class', item.typeOffset, item.value?.start ?? item.end, { hash });
          }
          return { ...this.inValue(item.value, offset, item.name, item.isCut), hash };
        }
        case 'INDX': {
          const number = Math.floor((offset - start) / 24), p = start + 24 * number;
          if (p + 24 > end) return field('place of the index', 'header', end - 8, end, own);
          const [text, kind, from, to] = [['type', 'header', 0, 4], ['count', 'header', 4, 8], ['length', 'header', 8, 16],
            ['payload check', 'check', 16, 24]].find(([, , , to]) => offset < p + to);
          return field(`index entry ${number + 1}, ${text}`, kind, p + from, p + to, own);
        }
        case 'HEAD': {
          if (!archive.head || chunk !== archive.chunks[0]) return null;
          const { typeOffset, writerOffset, end } = archive.head;
          if (offset >= end) return null;
          if (offset < typeOffset) return field('version', 'header', start, typeOffset, own);
          return offset < writerOffset ? field('document type', 'string', typeOffset, writerOffset, own)
            : field('writer', 'string', writerOffset, end, own);
        }
        default: return null;
      }
    }

    inClassTable(chunk, offset, own, field) {
      const { archive, escaped } = this, { names, entries } = archive;
      const number = lastBefore(names, offset), name = names[number];
      if (name && offset < name.end) return field(`name ${number + 1}`, 'class', name.offset, name.end, own);
      const first = names[number + 1] ?? entries[0];
      if (first && !(name?.offset >= chunk.start) && offset < first.offset && first.offset < chunk.end) {
        return field('counts of names and entries', 'structure', chunk.start, first.offset, own);
      }
      const entry = entries[lastBefore(entries, offset)], has = part => part && part.offset <= offset && offset < part.end;
      if (!has(entry)) return null;
      const part = entry.cases?.[lastBefore(entry.cases, offset)], level = has(part) ? part : entry;
      const key = level.keys[lastBefore(level.keys, offset)], best = has(key) ? key : level;
      const text = best === entry ? '' : `, ${best.name.slice(0, SHOWN_NAME)}`;
      // Of an entry or case around keys, only what stands before the first of them.
      const inner = [...best.cases ?? [], ...best.keys ?? []].filter(other => other.offset > offset);
      const end = inner.length ? inner[0].offset : best.end;
      return field(escaped(`${entry.name.slice(0, SHOWN_NAME)}${text}`), 'class', best.offset, best === key ? best.end : end,
        { hash: `#class-${entry.number}` });
    }

    recordAt(chunk, offset) {
      const { archive } = this;
      let low = chunk.first, high = chunk.first + chunk.recordCount;
      while (high - low > 1) {
        const middle = low + high >> 1;
        if (archive.records.at(middle - 1) <= offset) low = middle; else high = middle;
      }
      const object = archive.frameOf(low);
      return object && object.offset <= offset && offset < object.end ? low : 0;
    }

    inRecord(object, offset) {
      const { offset: start, lengthEnd, entryEnd, number } = object, place = { object: number };
      if (offset < lengthEnd) return { text: 'length of the record', kind: 'record', start, end: lengthEnd, ...place };
      if (offset < entryEnd) return { text: 'class entry', kind: 'record', start: lengthEnd, end: entryEnd, ...place };
      let first = object.end;
      for (const { fields } of object.levels) {
        if (fields.length === 0) continue;
        first = Math.min(first, fields[0].value.start);
        const field = fields[lastBefore(fields, offset, ({ value }) => value.start)];
        if (field && offset < field.value.end) return { ...this.inValue(field.value, offset, field.key.name, object.isCut), ...place };
      }
      return offset < first && !object.refusal
        ? { text: 'which keys are present', kind: 'record', start: entryEnd, end: first, ...place }
        : { text: `object ${number}`, kind: 'unknown', start: offset, end: offset + 1, ...place };
    }

    /** The innermost field of a value at a byte. Of a value that is cut, the last nodes have not been made. */
    inValue(node, offset, name, isCut) {
      const steps = [name], place = (kind, start, end) => ({ text: pathText(steps, this.escaped), kind, start, end, node });
      for (; ;) {
        if (node.data) {
          const { start, size } = node.data;
          if (offset < start) return place('structure', node.start, start);
          const index = Math.floor((offset - start) / size);
          steps.push(index);
          return place('scalar', start + index * size, start + (index + 1) * size);
        }
        const parts = this.parts(node), index = lastBefore(parts, offset, ([, part]) => part.start);
        const [step, next] = parts[index] ?? [];
        if (next && offset < next.end) {
          steps.push(step);
          node = next;
          continue;
        }
        if (node.textStart !== undefined) {
          return offset < node.textStart ? place('structure', node.start, node.textStart)
            : place(kindOf(node), node.textStart, node.end);
        }
        const isContainer = node.items || node.pairs || node.fields;
        if (!isContainer) return place(kindOf(node), node.start, node.end);
        const more = parts[index + 1]?.[1];
        if (isCut && !more) return place('unknown', offset, offset + 1);
        return place('structure', next ? next.end : node.start, more ? more.start : node.end);
      }
    }

    /** The kinds of the bytes from one offset to another: [{kind, start, end}]. A large record is of one kind. */
    kinds(from, to) {
      const runs = [];
      for (let p = from; p < to;) {
        const { chunks } = this.archive, chunk = chunks[lastBefore(chunks, p)];
        let run = null;
        if (chunk?.type === 'OBJS' && chunk.recordCount && p >= chunk.start && p < chunk.end) {
          const frame = this.archive.frameOf(this.recordAt(chunk, p));
          if (frame && frame.end - frame.offset > LARGE_RECORD && !this.kept.has(frame.number)) {
            run = { kind: 'record', start: frame.offset, end: frame.end };
          }
        }
        run ??= this.at(p);
        runs.push({ kind: run.kind, start: run.start, end: Math.max(p + 1, run.end) });
        p = Math.max(p + 1, run.end);
      }
      return runs;
    }

    /** The references of an object, or of a root (its number below 0), to an object: {text, offset} of the first, and how many. */
    referencesFrom(holder, object) {
      const { first, offset, count } = this.archive.referencesFrom(holder, object);
      return { text: pathText(first ?? [], this.escaped), offset, count };
    }
  }

  return Object.assign(Places, { lastBefore, pathText, kindOf, inside });
})(typeof Stele === 'undefined' ? require('./reader.js') : Stele);

if (typeof module !== 'undefined' && typeof require === 'function') module.exports = Places;
