// The demo board.
import { buildDetails } from './details.js';
import { disturb } from './disturb.js';
import { adoptStyles, make, switches } from './dom.js';
import { createList } from './list.js';
import { createCard, createRow } from './rows.js';

const heights = { wide: 44, compact: 44, cards: 124 };
const detailsHeight = 232;
const loadsAtFirst = 10_000;
const kindsOfTab = { all: null, vans: ['V', 'VR', 'VA', 'VT'], reefers: ['R', 'VR'], decks: ['F', 'FS', 'FT', 'SD'] };
const headings = {
  wide: [
    'Age',
    'Rate',
    'Trip',
    'Origin',
    'DH-O',
    'Destination',
    'DH-D',
    'Pickup',
    'EQ',
    'Len',
    'Weight',
    'Load',
    'Company',
    'Contact',
    'Credit',
    'DTP',
    'Ref',
  ],
  compact: ['Age', 'Rate', 'Trip', 'Origin / Destination', 'DH', 'Pickup', 'Company / Load'],
};
const headingClasses = {
  wide: [
    'age',
    'rate',
    'trip',
    'origin',
    'deadhead-origin',
    'destination',
    'deadhead-destination',
    'pickup',
    'equipment',
    'length',
    'weight',
    'size',
    'company',
    'contact',
    'credit',
    'days-to-pay',
    'reference',
  ],
  compact: ['age', 'rate', 'trip', 'route', 'deadheads', 'pickup', 'about'],
};

const stage = document.querySelector('.stage');
const count = document.querySelector('.count');
const form = document.querySelector('.search');
/** What a test may ask: which load a row shows now, and how the list works. And what it may do: change the layout while somebody looks. */
const board = { isReady: false, list: undefined, idOf: (key) => known.get(key)?.id, break: changeLayout };
window.demoBoard = board;

const known = new Map();
let later = [];
let first = [];
let stop = () => undefined;

/** A load that arrives now. When all new ones are there, older ones are posted again under a new key. */
let arrivals = 0;
function nextPosting() {
  const source = later.shift() ?? first[(arrivals * 7) % first.length];
  arrivals += 1;
  const posting = {
    ...source,
    key: known.has(source.key) ? `R${String(arrivals).padStart(7, '0')}` : source.key,
    ageMinutes: 0,
    arrivedMs: performance.now(),
  };
  known.set(posting.key, posting);
  return posting;
}

function renderHeader(layout) {
  const names = headings[layout] ?? [];
  const cells = names.map((text, index) =>
    make('div', { classes: ['b-cell', `b-${headingClasses[layout][index]}`], role: 'columnheader', text }),
  );
  const opener = make(
    'div',
    { classes: ['b-cell', 'b-opener'], role: 'columnheader' },
    make('span', { classes: ['b-unseen'], text: 'Details' }),
  );
  return make('div', { classes: ['b-cells', 'b-header', `b-${layout}`], role: 'row' }, ...cells, opener);
}

/** A list of the loads that were searched for. A new search replaces it, with new elements. */
function show(items) {
  stop();
  board.list?.dispose();
  stage.replaceChildren();
  let details;

  function close() {
    const key = details?.dataset.for;
    details?.remove();
    details = undefined;
    list
      .rows()
      .find((row) => row.posting.key === key)
      ?.setOpen(false);
    list.setOpen(null, 0);
  }

  function open(row) {
    const isSame = details?.dataset.for === row.posting.key;
    close();
    if (isSame) return;
    details = buildDetails(row.posting, close);
    row.setOpen(true);
    if (switches.expand !== '1') stage.append(details);
    else {
      row.element.append(details);
      list.setOpen(row.posting.key, detailsHeight);
    }
  }

  /** Details inside a row go with their load: they leave with it, and come back when it is on the screen again. */
  function moveDetails(row) {
    const isOpen = details?.dataset.for === row.posting.key;
    row.setOpen(isOpen);
    if (switches.expand !== '1' || details === undefined) return;
    if (isOpen) row.element.append(details);
    else if (details.parentElement === row.element) details.remove();
  }

  const isCards = switches.layout === 'cards';
  const list = createList({
    items,
    rowHeight: heights[switches.layout],
    role: isCards ? 'list' : 'table',
    header: isCards ? undefined : renderHeader(switches.layout),
    createRow() {
      const row = (isCards ? createCard : createRow)(open);
      const { bind } = row;
      row.bind = (posting, index) => {
        bind(posting, index);
        moveDetails(row);
      };
      return row;
    },
  });
  stage.append(list.root);
  list.render();
  board.list = list;
  count.textContent = `${items.length.toLocaleString('en-US')} results`;
  stop = disturb(list, nextPosting);
}

/** "WI" is a state; "milwaukee" and "Milwaukee, WI" begin a place. */
function isAt(place, wanted) {
  const text = wanted.trim().toLowerCase();
  return text.length === 2 ? place.toLowerCase().endsWith(`, ${text}`) : place.toLowerCase().startsWith(text);
}

function search() {
  const tab = new URLSearchParams(location.search).get('tab') ?? 'all';
  const kinds = kindsOfTab[tab] ?? null;
  const { origin, destination, deadhead } = Object.fromEntries(new FormData(form));
  for (const link of document.querySelectorAll('.tabs a')) {
    if (link.dataset.tab === tab) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const most = deadhead === '' ? Number.POSITIVE_INFINITY : Number(deadhead);
  show(
    first.filter(
      (posting) =>
        (kinds === null || kinds.includes(posting.equipment)) &&
        isAt(posting.origin, origin) &&
        isAt(posting.destination, destination) &&
        Number(posting.deadheadOrigin.slice(1, -1)) <= most,
    ),
  );
}

/** From now on `broken` is this. A list or its rows get other names by a new list; what is inside rows changes where it stands. */
function changeLayout(broken) {
  switches.broken = broken;
  if (broken === 'rows' || broken === 'container') search();
  else board.list.redraw();
}

async function start() {
  if (switches.zoom !== undefined) document.documentElement.style.zoom = String(switches.zoom / 100);
  if (switches.layout === 'table-iframe') {
    count.textContent = 'Posted loads';
    form.hidden = true;
    return;
  }
  await adoptStyles('/board/rows.css');
  const answer = await fetch(`/board/postings.json${location.search}`);
  if (!answer.ok) throw new Error(`the loads were answered with ${answer.status}`);
  const { postings } = await answer.json();
  first = postings.slice(0, loadsAtFirst);
  later = postings.slice(loadsAtFirst);
  for (const posting of first) known.set(posting.key, posting);
  search();
  board.isReady = true;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (switches.spa === '1') history.pushState(null, '', location.href);
  search();
});
if (switches.spa === '1') {
  document.querySelector('.tabs').addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (link === null) return;
    event.preventDefault();
    history.pushState(null, '', link.href);
    search();
  });
  addEventListener('popstate', search);
}
start().catch(() => {
  count.textContent = 'The loads did not load. Reload the page.';
});
