// Drives a headless Chromium through a pipe, by the DevTools protocol.
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs'), os = require('node:os'), path = require('node:path');

class Browser {
  static async start() {
    const browser = new Browser();
    browser.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stele-view-'));
    browser.process = spawn(process.env.CHROMIUM ?? 'chromium', [
      '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--remote-debugging-pipe',
      '--no-first-run', '--disable-extensions', '--disable-background-networking', '--window-size=1200,750',
      `--user-data-dir=${browser.folder}`, 'about:blank',
    ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    browser.waiting = new Map();
    browser.listeners = [];
    browser.next = 1;
    let rest = [];
    browser.process.stdio[4].on('data', data => {
      for (let end; (end = data.indexOf(0)) >= 0; data = data.subarray(end + 1)) {
        browser.hear(JSON.parse(Buffer.concat([...rest, data.subarray(0, end)]).toString()));
        rest = [];
      }
      rest.push(data);
    });
    return browser;
  }

  hear(message) {
    const asked = this.waiting.get(message.id);
    if (asked) {
      this.waiting.delete(message.id);
      if (message.error) asked.reject(new Error(message.error.message));
      else asked.resolve(message.result);
    } else {
      for (const listener of this.listeners) listener(message);
    }
  }

  ask(method, params = {}, sessionId) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async page() {
    const { targetId } = await this.ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.ask('Target.attachToTarget', { targetId, flatten: true });
    const page = new PageSession(this, sessionId, targetId);
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.ask(`${domain}.enable`);
    await page.size(1200, 750);
    return page;
  }

  async stop() {
    const ended = new Promise(resolve => this.process.once('exit', resolve));
    await this.ask('Browser.close').catch(() => {});
    await ended;
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

class PageSession {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target, complaints: [], requests: [] });
    browser.listeners.push(({ sessionId, method, params }) => {
      if (sessionId !== session) return;
      if (method === 'Runtime.exceptionThrown') this.complaints.push(params.exceptionDetails.exception?.description);
      if (method === 'Runtime.consoleAPICalled') this.complaints.push(`console.${params.type}`);
      if (method === 'Log.entryAdded') this.complaints.push(params.entry.text);
      if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    });
  }

  ask(method, params) { return this.browser.ask(method, params, this.session); }

  size(width, height) {
    return this.ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  }

  /** Opens a page, and waits until the archive is checked. */
  async open(url, { isEmpty = false } = {}) {
    await this.ask('Page.navigate', { url: 'about:blank' });
    await this.ask('Page.navigate', { url });
    await this.until(isEmpty ? `document.readyState === 'complete'` : `typeof Page === 'object' && Page.isChecked`);
  }

  /** The value of an expression. */
  async value(expression) {
    const { result, exceptionDetails } = await this.ask('Runtime.evaluate', {
      expression, returnByValue: true, awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression is true. */
  async until(expression, seconds = 60) {
    const end = Date.now() + 1000 * seconds;
    while (!await this.value(expression).catch(() => false)) {
      if (Date.now() > end) throw new Error(`never true: ${expression}`);
      await new Promise(resolve => setTimeout(resolve, 15));
    }
  }

  text(selector) { return this.value(`document.querySelector(${JSON.stringify(selector)})?.innerText ?? null`); }

  texts(selector) {
    return this.value(`[...document.querySelectorAll(${JSON.stringify(selector)})].map(e => e.innerText)`);
  }

  click(selector) { return this.value(`document.querySelector(${JSON.stringify(selector)}).click()`); }

  /** Presses a key, as a person would. */
  async key(key, text = key.length === 1 ? key : undefined) {
    const code = { Enter: 13, Escape: 27, ArrowDown: 40, ArrowUp: 38, ArrowLeft: 37, ArrowRight: 39, Backspace: 8, End: 35 }[key];
    const params = { key, windowsVirtualKeyCode: code ?? key.toUpperCase().charCodeAt(0), text };
    await this.ask('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...params });
    await this.ask('Input.dispatchKeyEvent', { type: 'keyUp', ...params });
  }

  scheme(value) {
    return this.ask('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
  }

  async screenshot(file) {
    const { data } = await this.ask('Page.captureScreenshot', { format: 'png' });
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }
}

module.exports = { Browser };
