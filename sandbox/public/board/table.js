// The loads as a plain table, a hundred on a page.
import { ageOf, make, switches } from './dom.js';

const pageSize = 100;
const columns = [
  'Posted by',
  'Ref no.',
  'Load type',
  'MC',
  'Pickup',
  'Pickup date',
  'Delivery',
  'Delivery date',
  'Miles',
  'Weight',
  'Amount',
  'Credit',
  'Days to pay',
  'Posted',
];
const pages = document.querySelector('.pages');
const board = { isReady: false, idOf: (key) => known.get(key)?.id };
window.demoBoard = board;
const known = new Map();

function textsOf(posting) {
  return [
    posting.company,
    posting.reference,
    posting.equipment,
    posting.mc,
    posting.origin,
    posting.pickup,
    posting.destination,
    posting.deliveryTime,
    posting.trip,
    posting.weight,
    posting.rate,
    posting.credit,
    posting.daysToPay,
    ageOf(posting),
  ];
}

function fill(row, posting) {
  row.id = switches.broken === 'rows' ? `r-${posting.key}` : `row-${posting.key}`;
  row.replaceChildren(...textsOf(posting).map((text) => make('td', { text })));
  if (switches.broken === 'nested') row.cells[4].append(row.cells[6].textContent);
}

function showPage(postings, index) {
  const rows = postings.slice(index * pageSize, (index + 1) * pageSize).map((posting) => {
    const row = make('tr', { classes: ['b-tr'] });
    fill(row, posting);
    return { row, posting };
  });
  const head = make('tr', {}, ...columns.map((text) => Object.assign(make('th', { text }), { scope: 'col' })));
  const table = make(
    'table',
    { classes: [switches.broken === 'container' ? 'b-grid' : 'b-table'] },
    make('thead', {}, head),
    make('tbody', {}, ...rows.map(({ row }) => row)),
  );
  table.setAttribute('aria-label', 'Posted loads');
  const last = Math.ceil(postings.length / pageSize) - 1;
  const turn = (label, to) => {
    const button = make('button', { classes: ['b-turn'], text: label });
    button.type = 'button';
    button.disabled = to < 0 || to > last;
    button.addEventListener('click', () => showPage(postings, to));
    return button;
  };
  const foot = make(
    'p',
    { classes: ['b-foot'] },
    turn('Previous', index - 1),
    make('span', { text: `Page ${index + 1} of ${last + 1}` }),
    turn('Next', index + 1),
  );
  pages.replaceChildren(table, foot);
  board.rows = rows;
}

function everyRow(milliseconds, work) {
  if (milliseconds !== undefined) setInterval(() => board.rows.forEach(work), milliseconds);
}

const answer = await fetch(`/board/postings.json${location.search}`);
const { postings } = await answer.json();
for (const posting of postings) known.set(posting.key, posting);
showPage(postings.slice(0, 10_000), 0);
everyRow(switches.tick, ({ row, posting }) => {
  row.lastElementChild.textContent = ageOf(posting);
});
everyRow(switches.churn, ({ row, posting }) => fill(row, posting));
if (switches.swap !== undefined) {
  let turn = 0;
  setInterval(() => {
    turn += 1;
    const [one, other] = [board.rows[turn % pageSize], board.rows[(turn * 7 + 3) % pageSize]];
    if (one === other) return;
    [one.posting, other.posting] = [other.posting, one.posting];
    fill(one.row, one.posting);
    fill(other.row, other.posting);
  }, 1_000 / switches.swap);
}
board.isReady = true;
