/**
 * What runs in the host's frame, as it is sent. Results come by the host's messages (JSON-RPC over postMessage); everything that is shown is
 * set as text. Rows are read from the result's text, whose numbers have all of their digits.
 */
export const ANSWER_SCRIPT = `'use strict';
const main = document.getElementById('answer');
const waiting = new Map();
let id = 0;
let host = {};
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const notify = (method, params = {}) => post({ method, params });
const request = (method, params = {}) => new Promise((resolve, reject) => {
  id += 1;
  waiting.set(id, { resolve, reject });
  post({ id, method, params });
});
const el = (name, attributes = {}, ...inside) => {
  const made = name === 'svg' || attributes.svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (key !== 'svg') made.setAttribute(key, String(value));
  made.append(...inside.filter((one) => one !== null));
  return made;
};
const visible = (text) => text.replace(/(?![\\n\\t])\\p{Cc}|[\\u202a-\\u202e\\u2066-\\u2069]/gu, (mark) => '\\\\u' + mark.charCodeAt(0).toString(16).padStart(4, '0'));
const shown = (value) => value === null || value === undefined ? '–' : visible(typeof value === 'object' ? JSON.stringify(value) : String(value));
const exact = (_, value, context) => typeof value === 'number' && context && String(value) !== context.source ? context.source : value;
// The same result as text has every digit of a number; JSON of the host may not.
const rowsIn = (content) => {
  const lines = (content ?? []).map(({ text }) => text ?? '').join('\\n').split('\\n');
  const from = lines.findIndex((line) => line.startsWith('columns: '));
  const mark = /^<<([0-9a-f]{16})$/.exec(lines.find((line) => /^<<[0-9a-f]{16}$/.test(line)) ?? '');
  const until = mark ? lines.indexOf(mark[1] + '>>') : -1;
  if (from < 0 || until < from) return null;
  try { return lines.slice(from + 1, until).map((line) => JSON.parse(line, exact)); } catch { return null; }
};
const NUMBER = /^(?:nullable\\()?(?:u?int|float|numeric|decimal|smallint|bigint|real|double)/i;
const TIME = /^(?:nullable\\()?(?:date|timestamp)/i;
const isNumber = ({ name, type }) => NUMBER.test(type) && !type.includes('[') && !/(?:^|_)id$/i.test(name);

function table(columns, rows) {
  const head = el('tr', {}, ...columns.map((column) => el('th', { scope: 'col', class: isNumber(column) ? 'number' : '' }, visible(column.name))));
  const body = rows.map((row) => el('tr', {}, ...columns.map((column, at) => el('td', { class: isNumber(column) ? 'number' : '' }, shown(row[at])))));
  return el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Rows of the answer' }, el('table', {}, el('thead', {}, head), el('tbody', {}, ...body)));
}

// A number for each name is a bar, for each time a point of a line. Null where a picture would show less than the table, or wrongly.
function chart(columns, rows, truncated) {
  if (truncated || columns.length !== 2 || rows.length < 2 || rows.length > 40) return null;
  const measure = columns.findLastIndex(isNumber);
  if (measure < 0 || isNumber(columns[1 - measure])) return null;
  const points = rows.map((row) => ({ label: shown(row[1 - measure]), value: row[measure] === null ? NaN : Number(row[measure]), at: Date.parse(row[1 - measure]) }));
  if (points.some(({ value }) => !Number.isFinite(value)) || new Set(points.map(({ label }) => label)).size < points.length) return null;
  const isTime = TIME.test(columns[1 - measure].type) && points.every(({ at }) => Number.isFinite(at));
  const said = (isTime ? 'Line: ' : 'Bars: ') + visible(columns[measure].name) + ' by ' + visible(columns[1 - measure].name) + ', ' + points.length + ' values';
  const [low, high] = [Math.min(0, ...points.map(({ value }) => value)), Math.max(0, ...points.map(({ value }) => value))];
  const part = (value) => (value - low) / (high - low || 1);
  const text = (x, y, words, anchor = 'start') => el('text', { svg: true, x, y, 'text-anchor': anchor }, words.length > 24 ? words.slice(0, 23) + '…' : words);
  if (isTime) {
    points.sort((a, b) => a.at - b.at);
    const [first, last] = [points[0].at, points.at(-1).at];
    const place = ({ at, value }) => 60 + ((at - first) / (last - first || 1)) * 520 + ',' + (150 - part(value) * 130);
    return el('svg', { viewBox: '0 0 600 180', role: 'img', 'aria-label': said },
      el('polyline', { svg: true, class: 'trace', points: points.map(place).join(' ') }),
      text(54, 24, shown(high), 'end'), text(54, 154, shown(low), 'end'), text(60, 172, points[0].label), text(580, 172, points.at(-1).label, 'end'));
  }
  return el('svg', { viewBox: '0 0 600 ' + (points.length * 24 + 4), role: 'img', 'aria-label': said }, ...points.flatMap(({ label, value }, at) => [
    text(170, at * 24 + 16, label, 'end'),
    el('rect', { svg: true, class: 'mark', x: 178 + part(Math.min(0, value)) * 340, y: at * 24 + 4, width: Math.max(Math.abs(part(value) - part(0)) * 340, 1), height: 16, rx: 2 }),
    text(184 + part(Math.max(0, value)) * 340, at * 24 + 16, shown(value)),
  ]));
}

function diffTable({ sample, affectedRows }) {
  const columns = [...new Set(sample.flatMap(({ before, after }) => [...Object.keys(before ?? {}), ...Object.keys(after ?? {})]))];
  if (columns.length === 0) return null;
  const cell = (before, after, column) => {
    const [was, is] = [before && shown(before[column]), after && shown(after[column])];
    return was === is ? el('td', {}, is ?? '') : el('td', {}, was === null ? null : el('del', {}, was), ' ', is === null ? null : el('ins', {}, is));
  };
  const rows = sample.map(({ before, after }) => el('tr', {}, ...columns.map((column) => cell(before, after, column))));
  return el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Rows before and after' }, el('table', {},
    el('caption', { class: 'soft' }, sample.length < affectedRows ? sample.length + ' of ' + affectedRows + ' rows' : affectedRows + (affectedRows === 1 ? ' row' : ' rows')),
    el('thead', {}, el('tr', {}, ...columns.map((column) => el('th', { scope: 'col' }, visible(column))))), el('tbody', {}, ...rows)));
}

// Approved here it is the person who confirms; where the account's owner alone may, the page of the service is opened.
function decide({ calls, approvalUrl, needsApproval }) {
  const confirm = (calls ?? []).find(({ tool }) => tool === 'confirm');
  const buttons = el('div', { class: 'buttons' });
  const button = (words, act, kind = '') => {
    const made = el('button', { type: 'button', class: kind }, words);
    made.addEventListener('click', () => { if (made.getAttribute('aria-disabled') !== 'true') act(made); });
    buttons.append(made);
  };
  if (confirm && !needsApproval && host.serverTools) {
    button('Confirm', (made) => {
      made.setAttribute('aria-disabled', 'true');
      made.textContent = 'Writing…';
      request('tools/call', { name: 'confirm', arguments: confirm.arguments }).then(
        (result) => { buttons.remove(); outcome(result); },
        (error) => { made.removeAttribute('aria-disabled'); made.textContent = 'Confirm'; outcome({ isError: true, structuredContent: { message: error.message } }); },
      );
    }, 'primary');
    button('Leave as it is', () => { buttons.replaceChildren(); main.append(el('p', { class: 'soft' }, 'Nothing was written.')); sized(); });
  }
  if (approvalUrl && host.openLinks) button('Open the page to approve', () => { request('ui/open-link', { url: approvalUrl }).catch(() => undefined); }, confirm && !needsApproval ? '' : 'primary');
  return buttons;
}

function outcome(result) {
  const { structuredContent: said = {}, isError } = result;
  main.append(el('p', { class: isError ? 'bad' : 'answer', role: isError ? 'alert' : 'status' }, visible(String(said.answer ?? said.message ?? (isError ? 'It failed.' : 'Done.')))));
  sized();
}

function show(result) {
  main.replaceChildren();
  const said = result.structuredContent;
  if (!said || result.isError) {
    main.append(el('p', { class: 'bad', role: 'alert' }, visible(String(said?.message ?? said?.error ?? 'There is no answer to show.'))), said?.next ? el('p', { class: 'soft' }, visible(String(said.next))) : '');
    return sized();
  }
  if (said.diff) main.append(el('p', { class: 'answer' }, visible(said.diff.summary)), diffTable(said.diff) ?? '', decide(said));
  else if (said.answer) main.append(el('p', { class: 'answer' }, visible(said.answer)));
  if (said.columns && said.rows) {
    const rows = rowsIn(result.content) ?? said.rows;
    main.append(chart(said.columns, rows, said.truncated) ?? '', rows.length > 0 ? table(said.columns, rows) : '');
    if (said.truncated) main.append(el('p', { class: 'soft' }, 'These are the first ' + rows.length + ' rows.'));
  }
  for (const text of said.assumptions ?? []) main.append(el('p', { class: 'soft' }, visible(text)));
  if (said.sql) main.append(el('details', {}, el('summary', {}, 'SQL'), el('pre', {}, visible(said.sql) + ((said.params ?? []).length > 0 ? '\\n' + said.params.map((value, at) => '$' + (at + 1) + ' ' + shown(value)).join('\\n') : ''))));
  sized();
}

const sized = () => notify('ui/notifications/size-changed', { height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
new ResizeObserver(sized).observe(document.documentElement);
function dressed({ theme, styles }) {
  if (theme) document.documentElement.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) if (name.startsWith('--')) document.documentElement.style.setProperty(name, value);
}
const HEARD = {
  'ui/notifications/tool-result': show,
  'ui/notifications/tool-cancelled': () => { main.replaceChildren(el('p', { class: 'soft' }, 'Cancelled before the answer came.')); sized(); },
  'ui/notifications/host-context-changed': dressed,
};
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return;
  if (data.method !== undefined) {
    if (data.id !== undefined) post(data.method === 'ping' || data.method === 'ui/resource-teardown' ? { id: data.id, result: {} } : { id: data.id, error: { code: -32601, message: 'Method not found' } });
    else HEARD[data.method]?.(data.params ?? {});
    return;
  }
  const asked = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.error) asked?.reject(new Error(String(data.error.message)));
  else asked?.resolve(data.result);
});
request('ui/initialize', { protocolVersion: '2026-01-26', appInfo: { name: 'svc', version: '0.1.0' }, appCapabilities: { availableDisplayModes: ['inline'] } }).then((reply) => {
  host = reply.hostCapabilities ?? {};
  dressed(reply.hostContext ?? {});
  notify('ui/notifications/initialized');
}, () => undefined);
`;
