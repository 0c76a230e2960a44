// swift-format-ignore-file

/// The page of `stele view` up to the archive: page.html with its scripts, page.css and their hashes in it.
///
/// A test writes this file, with `STELE_RECORD` in the environment, and fails if it is not up to date.
// Compiling the literal takes 0.01 s. A build-tool plug-in takes 0.5 s, for itself and its program, in each package that
// depends on this one, and a process in each build.
enum PageSources {
  /// The bytes before the archive.
  static let head = #"""
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-XP8Fa8NX2a+wkC3vVVjH956mrx4yFFyEbqlaqBjR3tQ=' 'sha256-ssuvVzzqi9SJy7HpLD3MkDFBD3ikM4Nty3uf/poUijY='; style-src 'sha256-4eixd3hIncbxwVrdoNAnXbLrcL68O/5eAfjh4hBKbwA='; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Stele</title>
<style>
:root {
  color-scheme: light dark;
  --paper: #fbfaf7;
  --panel: #ffffff;
  --line: #e2dfd7;
  --ink: #22211e;
  --soft: #65625a;
  --accent: #8a4b12;
  --link: #1f5a96;
  --chosen: #f3e6d3;
  --lit: #f6c877;
  --lit-ink: #2b1b00;
  --within: #f6ead2;
  --good: #2c6a37;
  --bad: #a3221c;
  --bad-paper: #fcebe8;
  --text: #2f6b3a;
  --number: #7a3e8c;
  --k-header: #7a4100; --k-check: #a3221c; --k-class: #5b3fa0; --k-record: #55524a; --k-structure: #6a6000;
  --k-reference: #1f5a96; --k-string: #2f6b3a; --k-bytes: #00696b; --k-scalar: #7a3e8c; --k-padding: #65625a;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #191816;
    --panel: #201f1c;
    --line: #37342e;
    --ink: #e9e5db;
    --soft: #a39e91;
    --accent: #e0a566;
    --link: #85b8ec;
    --chosen: #3d3120;
    --lit: #b57a1f;
    --lit-ink: #fff8ec;
    --within: #322c21;
    --good: #8cc795;
    --bad: #ff9a8f;
    --bad-paper: #3a1f1c;
    --text: #9ccf9f;
    --number: #d3a5e0;
    --k-header: #e0a566; --k-check: #ff9a8f; --k-class: #bda9f5; --k-record: #c9c3b4; --k-structure: #d6c95f;
    --k-reference: #85b8ec; --k-string: #9ccf9f; --k-bytes: #6fd0d0; --k-scalar: #d3a5e0; --k-padding: #a39e91;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body {
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
  font: 13px/1.45 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
  overflow: hidden;
}
header {
  display: flex;
  align-items: baseline;
  gap: 14px;
  padding: 9px 16px;
  border-bottom: 1px solid var(--line);
  background: var(--panel);
  white-space: nowrap;
}
header > * { flex: none; }
header > #file { flex: 0 1 auto; }
h1 {
  margin: 0;
  font: 600 17px/1.2 Georgia, "Iowan Old Style", "Noto Serif", "DejaVu Serif", serif;
  letter-spacing: .01em;
  color: var(--accent);
}
#file { font-weight: 600; overflow: hidden; text-overflow: ellipsis; }
#facts, .faint { color: var(--soft); }
#state { color: var(--soft); overflow: hidden; text-overflow: ellipsis; }
#state.good { color: var(--good); }
#state.bad { color: var(--bad); font-weight: 600; }
nav { margin-left: auto; display: flex; gap: 8px; align-items: baseline; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
button {
  font: inherit;
  color: var(--ink);
  background: var(--paper);
  border: 1px solid var(--line);
  border-radius: 5px;
  padding: 2px 10px;
  cursor: pointer;
}
button:hover { border-color: var(--soft); }
:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; border-radius: 3px; }
#middle:focus { outline: none; }
#banner {
  padding: 8px 16px;
  background: var(--bad-paper);
  color: var(--bad);
  border-bottom: 1px solid var(--line);
}
#banner b { margin-right: 3px; }
#banner a { color: inherit; text-decoration: underline; }
main {
  flex: 1;
  min-height: 0;
  display: grid;
  grid-template-columns: var(--left, minmax(248px, 1fr)) auto minmax(140px, 1.6fr) auto var(--right, max-content);
}
main > section { min-width: 0; min-height: 0; display: flex; flex-direction: column; }
#right { background: var(--panel); }
.divider { width: 7px; border: solid var(--line); border-width: 0 1px; cursor: col-resize; touch-action: none; }
.divider:hover, .divider:focus-visible { background: var(--chosen); }
#panes { display: flex; border-bottom: 1px solid var(--line); }
#panes button { flex: 1; border: 0; border-radius: 0; padding: 7px 2px; }
#panes button[aria-pressed=true] { box-shadow: inset 0 -2px var(--accent); background: var(--chosen); }
#tabs { display: flex; flex-wrap: wrap; gap: 0 3px; justify-content: space-between; padding: 0 5px; border-bottom: 1px solid var(--line); }
#tabs button {
  border: 0;
  border-bottom: 2px solid transparent;
  border-radius: 0;
  background: none;
  color: var(--soft);
  font-size: 12px;
  padding: 7px 0 5px;
}
#tabs button[aria-selected=true] { color: var(--ink); border-bottom-color: var(--accent); }
#search { display: flex; gap: 6px; padding: 8px; }
#finder { display: flex; flex-wrap: wrap; gap: 6px; padding: 8px; }
#finder > #query { flex: 1 1 100%; }
#progress { width: 100%; height: 6px; accent-color: var(--accent); }
#goto { display: flex; gap: 6px; padding: 8px 14px 0; width: 0; min-width: 100%; }
#filter, #query, #offset, #mode {
  flex: 1;
  min-width: 0;
  font: inherit;
  color: inherit;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 5px;
  padding: 3px 8px;
}
[aria-invalid=true] { border-color: var(--bad) !important; }
#filter::placeholder, #offset::placeholder { color: var(--soft); }
#only { max-width: 50%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; background: var(--chosen); }
#count { padding: 4px 12px; color: var(--soft); border-top: 1px solid var(--line); font-size: 12px; }
.scroller { position: relative; flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; }
.scroller .room { position: absolute; top: 0; left: 0; width: 1px; }
.scroller .rows { position: absolute; left: 0; right: 0; top: 0; will-change: transform; }
.item {
  display: flex;
  gap: 8px;
  height: 26px;
  line-height: 26px;
  padding: 0 12px;
  white-space: nowrap;
  overflow: hidden;
  cursor: default;
}
.item:hover, .field:hover { background: color-mix(in srgb, var(--within) 60%, transparent); }
.item.chosen { background: var(--chosen); }
.item .number { color: var(--soft); font: 12px/26px var(--mono); min-width: 3ch; text-align: right; }
.item .name { flex: none; max-width: 65%; overflow: hidden; text-overflow: ellipsis; }
.item .more { color: var(--soft); overflow: hidden; text-overflow: ellipsis; }
.item .name:last-child { flex: 0 1 auto; max-width: none; }
.item .refusal { flex: none; margin: 0 0 0 auto; }
.item.lost .name { color: var(--soft); font-style: italic; }
#middle { padding: 14px 18px 30px; overflow-y: auto; overflow-x: hidden; }
#middle h2 {
  margin: 0 0 2px;
  font: 600 19px/1.3 Georgia, "Iowan Old Style", "Noto Serif", "DejaVu Serif", serif;
  overflow-wrap: anywhere;
}
#middle h3 {
  margin: 20px 0 5px;
  font-size: 12px;
  font-weight: 600;
  color: var(--soft);
}
#middle h3 + h3 { margin-top: 0; }
#middle h3 .faint { font-weight: 400; }
.about { color: var(--soft); margin: 0 0 12px; overflow-wrap: anywhere; }
.refusal { color: var(--bad); margin: 10px 0; }
.values { border-top: 1px solid var(--line); }
.field {
  display: grid;
  grid-template-columns: minmax(110px, 28%) minmax(0, 1fr) fit-content(32%);
  gap: 0 12px;
  padding: 4px 6px;
  border-bottom: 1px solid var(--line);
  cursor: default;
}
.field[aria-expanded=true] .preview { display: none; }
.field.chosen { background: var(--chosen); }
.field .key { overflow-wrap: anywhere; display: flex; gap: 4px; }
.field .toggle { flex: none; width: 12px; color: var(--soft); cursor: pointer; user-select: none; }
.field .value { overflow-wrap: anywhere; }
.field .type { color: var(--soft); font-size: 12px; text-align: right; overflow-wrap: anywhere; }
.field.absent .key, .field.absent .value { color: var(--soft); }
.actions { grid-column: 1 / -1; display: flex; gap: 6px; align-items: baseline; padding: 3px 0 1px 16px; }
.actions button { font-size: 12px; padding: 0 8px; }
.inner { margin-left: 15px; border-left: 1px solid var(--line); }
.more-row { padding: 4px 6px; }
.string { color: var(--text); white-space: pre-wrap; }
.scalar { color: var(--number); font-variant-numeric: tabular-nums; }
.data { font-family: var(--mono); font-size: 12px; }
.escape { color: var(--bad); font-family: var(--mono); font-size: .92em; }
.whole { white-space: nowrap; }
bdi { unicode-bidi: isolate; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
th { font-weight: 600; font-size: 12px; color: var(--soft); }
td.right, th.right { text-align: right; font-variant-numeric: tabular-nums; }
.links { display: flex; flex-wrap: wrap; gap: 2px 14px; }
.holder { overflow-wrap: anywhere; }
#place {
  padding: 8px 14px;
  min-height: 34px;
  border-bottom: 1px solid var(--line);
  color: var(--soft);
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
  width: 0;
  min-width: 100%;
}
#kind { padding: 4px 14px; border-top: 1px solid var(--line); color: var(--soft); min-height: 27px; width: 0; min-width: 100%; }
#bytes {
  font: 12px/18px var(--mono);
  width: calc(2.5ch * 16 + 16ch + 8ch + 84px);
  min-width: 100%;
  max-width: 100%;
}
#right details { border-top: 1px solid var(--line); padding: 4px 14px; max-height: 45%; overflow-y: auto; width: 0; min-width: 100%; flex: none; }
#right summary { cursor: pointer; color: var(--soft); }
#inspector dl { gap: 0 10px; padding: 4px 0; grid-template-columns: max-content minmax(0, 1fr); font-size: 12px; }
#inspector dt { font-weight: 400; color: var(--soft); }
#inspector dd { font-family: var(--mono); overflow-wrap: anywhere; }
#legend ul { list-style: none; margin: 0; padding: 4px 0; display: flex; flex-wrap: wrap; gap: 3px 16px; }
#legend .sample { font: 12px/18px var(--mono); margin-right: 5px; }
/* Each kind has a line of its own beside its colour. */
.k-header { color: var(--k-header); text-decoration: overline; }
.k-check { color: var(--k-check); text-decoration: underline wavy; }
.k-class { color: var(--k-class); text-decoration: underline double; }
.k-record { color: var(--k-record); text-decoration: overline dotted; }
.k-structure { color: var(--k-structure); text-decoration: overline dashed; }
.k-reference { color: var(--k-reference); text-decoration: underline; }
.k-string { color: var(--k-string); text-decoration: underline dotted; }
.k-bytes { color: var(--k-bytes); text-decoration: underline dashed; }
.k-scalar { color: var(--k-scalar); }
.k-padding { color: var(--k-padding); font-style: italic; }
.k-unknown { color: var(--soft); text-decoration: line-through; }
.row { display: flex; height: 18px; padding: 0 14px; white-space: pre; }
.row .offset { color: var(--soft); width: 8ch; margin-right: 12px; }
.row .byte { width: 2.5ch; text-align: center; cursor: default; }
.row .byte:nth-child(9) { margin-right: 6px; }
.row .sign { width: 1ch; color: var(--soft); cursor: default; }
.row .sign.first { margin-left: 12px; }
.row .byte.begin { box-shadow: inset 1px 0 var(--line); }
.slim .row { padding: 0 6px; }
.slim .row .offset { margin-right: 6px; }
.slim .row .sign.first { margin-left: 8px; }
.row .within { background: var(--within); }
.row .lit { background: var(--lit); color: var(--lit-ink); }
.row .cursor { outline: 2px solid var(--link); outline-offset: -2px; }
.row .wrong { background: var(--bad); color: var(--panel); }
#empty {
  flex: 1;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 12px;
  background: var(--paper);
}
#empty p { margin: 0; }
#empty p:first-child { font: 600 22px/1.3 Georgia, "Iowan Old Style", "Noto Serif", "DejaVu Serif", serif; }
body.dropping::after {
  content: "";
  position: fixed;
  inset: 0;
  border: 3px solid var(--accent);
  pointer-events: none;
}
dialog {
  color: inherit;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 8px;
  padding: 18px 22px;
  max-width: 480px;
}
dialog::backdrop { background: rgb(0 0 0 / .35); }
dialog h2 { margin: 0 0 8px; font-size: 15px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; }
dt { font-weight: 600; }
dd { margin: 0; }
@media (max-width: 1080px) {
  main {
    grid-template-columns: var(--left, minmax(190px, 1fr)) auto minmax(140px, 2fr);
    grid-template-rows: minmax(140px, 1fr) auto var(--low, 42%);
  }
  #divide-right { grid-column: 1 / 4; width: auto; height: 7px; border-width: 1px 0; cursor: row-resize; }
  #right { grid-column: 1 / 4; }
}
@media (min-width: 641px) {
  #panes { display: none; }
}
/* One pane at a time. */
@media (max-width: 640px) {
  header { flex-wrap: wrap; gap: 2px 10px; padding: 7px 10px; white-space: normal; }
  header > #file { flex: 1 1 0; min-width: 60px; white-space: nowrap; }
  header > #facts { order: 2; flex: 1 1 100%; }
  header > #state { order: 1; flex: 0 1 auto; }
  #banner { padding: 8px 10px; max-height: 30%; overflow-y: auto; }
  main { grid-template-columns: minmax(0, 1fr); grid-template-rows: minmax(0, 1fr); }
  .divider { display: none; }
  main > section { display: none; }
  main[data-pane=left] > #left, main[data-pane=middle] > #middle, main[data-pane=right] > #right { display: flex; }
  #right { grid-column: 1; }
  #middle { padding: 12px 10px 24px; }
  main[data-pane=middle] > #middle { display: block; }
  .field { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 0 8px; }
  .field .type { grid-column: 1 / -1; text-align: left; padding-left: 16px; }
  .inner { margin-left: 8px; }
  dialog { padding: 12px 14px; }
}
@media (prefers-reduced-motion: no-preference) {
  .item, .field { transition: background-color .08s; }
}
</style>
</head>
<body>
<header>
  <h1>Stele</h1>
  <span id="file"></span>
  <span id="facts"></span>
  <span id="state" role="status"></span>
  <nav>
    <a href="#" id="home" hidden>Overview</a>
    <button type="button" id="open">Open…</button>
    <button type="button" id="keys" aria-label="Keys">?</button>
    <input type="file" id="chooser" hidden aria-label="Archive">
  </nav>
</header>
<div id="banner" role="alert" hidden></div>
<div id="panes" role="group" aria-label="Panes" hidden>
  <button type="button" data-pane="left" aria-pressed="false">Contents</button>
  <button type="button" data-pane="middle" aria-pressed="false">Values</button>
  <button type="button" data-pane="right" aria-pressed="false">Bytes</button>
</div>
<main hidden>
  <section id="left" aria-label="Contents">
    <div id="tabs" role="tablist" aria-label="Contents"></div>
    <div id="search">
      <input id="filter" type="search" placeholder="Filter  /" aria-label="Filter" autocomplete="off" spellcheck="false">
      <button type="button" id="only" hidden></button>
    </div>
    <div id="finder" role="search" hidden>
      <input id="query" type="search" aria-label="Text to search for" aria-describedby="count" autocomplete="off" spellcheck="false">
      <select id="mode" aria-label="Search for">
        <option value="text">Text</option>
        <option value="value">Value</option>
        <option value="bytes">Bytes</option>
      </select>
      <button type="button" id="run">Search</button>
      <progress id="progress" aria-label="Searched" max="100" value="0" hidden></progress>
    </div>
    <div id="list" role="listbox" tabindex="0" aria-label="Contents"></div>
    <div id="count" role="status"></div>
  </section>
  <div id="divide-left" class="divider" role="separator" tabindex="0" aria-label="Width of the contents" aria-controls="left"></div>
  <section id="middle" aria-label="Values" tabindex="-1"></section>
  <div id="divide-right" class="divider" role="separator" tabindex="0" aria-label="Size of the bytes" aria-controls="right"></div>
  <section id="right" aria-label="Bytes">
    <div id="goto">
      <input id="offset" type="text" placeholder="Offset  g" aria-label="Go to an offset, such as 181 or 0xB5" autocomplete="off" spellcheck="false">
      <button type="button" id="jump">Go</button>
    </div>
    <div id="place" aria-live="polite"></div>
    <div id="bytes" role="group" tabindex="0" aria-label="Bytes" aria-describedby="place kind"></div>
    <div id="kind" aria-live="polite"></div>
    <details id="inspector"><summary>Values at the byte</summary><dl></dl></details>
    <details id="legend"><summary>Kinds of fields</summary><ul></ul></details>
  </section>
</main>
<div id="empty" hidden>
  <p>Drop a Stele archive here</p>
  <button type="button" id="choose">Choose a file</button>
  <p class="faint">It is read in this page, and goes nowhere.</p>
</div>
<dialog id="help" aria-label="Keys">
  <h2>Keys</h2>
  <dl>
    <dt>↑ ↓</dt><dd>go through a list, or the values of an object</dd>
    <dt>Enter</dt><dd>open what is selected; follow a reference</dd>
    <dt>→ ←</dt><dd>show or hide what a value contains</dd>
    <dt>b, Backspace</dt><dd>go back</dd>
    <dt>/</dt><dd>filter</dd>
    <dt>f</dt><dd>search for text, a value or bytes</dd>
    <dt>g</dt><dd>go to an offset</dd>
    <dt>c, s</dt><dd>copy or save the value that is selected</dd>
    <dt>← → ↑ ↓</dt><dd>in the bytes: to the next byte or row; with Shift, to the next field</dd>
    <dt>Escape</dt><dd>clear the filter; cancel a search; leave a field</dd>
    <dt>?</dt><dd>show these keys</dd>
  </dl>
  <p>The dividers between the panes are moved by the arrow keys, too; Enter resets them.</p>
  <p>A click on a byte shows what it belongs to. The address leads back to a place:
    #object-12, #class-3, #root-NAME, #chunk-2, #byte-181.</p>
  <form method="dialog"><button>Close</button></form>
</dialog>
<noscript>This page reads the archive with JavaScript.</noscript>
<script>
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
// The panes of the page: dividers between them that a pointer or the keyboard moves, and one pane at a time in a narrow
// window.
'use strict';

const Panes = (() => {
  const STEP = 16;                          // pixels that an arrow key moves a divider by
  const LEAST = 140;                        // pixels that each pane keeps

  /** Makes a divider. It sets a property of `main`, which the style sheet makes a width or height of. */
  function divider(bar, main, { property, isVertical, size, extent, sign }) {
    const set = pixels => {
      const most = Math.max(LEAST, extent() - LEAST);
      main.style.setProperty(property(), `${Math.round(Math.max(LEAST, Math.min(most, pixels)))}px`);
      tell();
    };
    const tell = () => {
      bar.setAttribute('aria-orientation', isVertical() ? 'vertical' : 'horizontal');
      bar.setAttribute('aria-valuemin', LEAST);
      bar.setAttribute('aria-valuemax', Math.max(LEAST, Math.round(extent() - LEAST)));
      bar.setAttribute('aria-valuenow', Math.round(size()));
    };
    bar.addEventListener('pointerdown', event => {
      if (event.button !== 0) return;
      event.preventDefault();
      bar.focus();
      bar.setPointerCapture(event.pointerId);
      const at = () => isVertical() ? 'clientX' : 'clientY', from = event[at()], before = size();
      const move = next => set(before + sign * (next[at()] - from));
      bar.addEventListener('pointermove', move);
      bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', move), { once: true });
    });
    bar.addEventListener('keydown', event => {
      const [less, more] = isVertical() ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
      const to = { [less]: size() - sign * STEP, [more]: size() + sign * STEP, Home: LEAST, End: Infinity }[event.key];
      if (to !== undefined) set(to);
      else if (event.key === 'Enter') reset();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const reset = () => { main.style.removeProperty(property()); tell(); };
    bar.addEventListener('dblclick', reset);
    new ResizeObserver(tell).observe(main);
    return tell;
  }

  /** Makes the dividers, and the buttons that choose the pane of a narrow window; returns the function that chooses one. */
  function start(find) {
    const main = document.querySelector('main'), isLow = matchMedia('(max-width: 1080px)');
    const width = id => find(id).getBoundingClientRect().width, height = id => find(id).getBoundingClientRect().height;
    const tells = [divider(find('divide-left'), main, {
      property: () => '--left', isVertical: () => true, size: () => width('left'),
      extent: () => width('left') + width('middle'), sign: 1,
    }), divider(find('divide-right'), main, {
      property: () => isLow.matches ? '--low' : '--right', isVertical: () => !isLow.matches,
      size: () => isLow.matches ? height('right') : width('right'),
      extent: () => isLow.matches ? height('middle') + height('right') : width('middle') + width('right'), sign: -1,
    })];
    isLow.addEventListener('change', () => { for (const tell of tells) tell(); });
    const choose = name => {
      main.dataset.pane = name;
      for (const button of find('panes').children) button.setAttribute('aria-pressed', String(button.dataset.pane === name));
    };
    for (const button of find('panes').children) button.addEventListener('click', () => choose(button.dataset.pane));
    choose('middle');
    return choose;
  }

  return { start };
})();
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
</script>

"""#

  /// The script after each part of the archive, which hands it to the page.
  static let step = "Page.take()"

  /// What ends the page.
  static let tail = "</body>\n</html>\n"
}
