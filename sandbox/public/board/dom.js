// How elements of the board are named. Switches change it: new class names in each visit, other attributes after a change of the layout.

/** @typedef {{ layout: string, seed: number, day?: string, tick?: number, live?: number, churn?: number, swap?: number, expand?: '1', spa?: '1', hash?: '1', broken?: string, rtl?: '1', zoom?: number, tab: string }} Switches */

/** @type {Switches} */
export const switches = JSON.parse(document.body.dataset.switches);

const visit = Math.random().toString(36).slice(2, 5);
const hashed = new Map();

/** The class name as it is in this visit. */
export function className(name) {
  if (switches.hash !== '1') return name;
  if (!hashed.has(name)) hashed.set(name, `css-${Math.random().toString(36).slice(2, 9)}`);
  return hashed.get(name);
}

/** The marks of values that change together. Other values have one mark, of their own name. */
const marksOf = {
  rate: ['rate-total', 'rate-per-mile'],
  miles: ['trip'],
  deadhead: ['deadhead-origin', 'deadhead-destination'],
  // Where there is little room, one line says all of it.
  equipment: ['equipment', 'info'],
  weight: ['weight', 'info'],
  length: ['length', 'info'],
  size: ['size', 'info'],
};

/** After a change of the layout, cells are marked by another attribute: all of them, or those of one value. */
function markAttribute(mark) {
  const { broken } = switches;
  return broken === 'attrs' || (marksOf[broken] ?? [broken]).includes(mark) ? 'data-qa' : 'data-test';
}

/** An element with its classes, its mark and its children. */
export function make(tag, { classes = [], test, role, label, text } = {}, ...children) {
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.map(className).join(' ');
  if (test !== undefined) element.setAttribute(markAttribute(test), test);
  if (role !== undefined) element.setAttribute('role', role);
  if (label !== undefined) element.setAttribute('aria-label', label);
  if (text !== undefined) element.textContent = text;
  if (switches.hash === '1') element.setAttribute(`_ngcontent-${visit}-c548`, '');
  element.append(...children);
  return element;
}

/** With new class names the style sheet needs them too. */
export async function adoptStyles(file) {
  if (switches.hash !== '1') return;
  const text = await (await fetch(file)).text();
  const sheet = new CSSStyleSheet();
  // Classes of what the scripts draw begin with `b-`. The frame of the page keeps its names.
  await sheet.replace(text.replace(/\.(b-[a-z-]+)/g, (_, name) => `.${className(name)}`));
  document.adoptedStyleSheets = [sheet];
}

/** "5m", "2h", "1d" */
export function formatAge(minutes) {
  if (minutes < 60) return `${minutes}m`;
  return minutes < 1_440 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1_440)}d`;
}

const openedMs = performance.now();

/** A posting's age grows while the board is open. Those that came later are counted from their arrival. */
export function ageOf({ ageMinutes, arrivedMs = openedMs }) {
  return formatAge(ageMinutes + Math.floor((performance.now() - arrivedMs) / 60_000));
}
