// Rows and cards.
import { buildCompact, buildWide } from './cells.js';
import { ageOf, make, switches } from './dom.js';

/** A row's id is the key of the load that it shows now. After a change of the layout rows are called otherwise. */
const rowPrefix = () => (switches.broken === 'rows' ? 'r-' : 'row-');
const rowClass = () => (switches.broken === 'rows' ? 'b-item' : 'b-row');

const laneOf = ({ origin, destination }) => `${origin} to ${destination}`;

function buildOpenButton(onOpen) {
  const button = make('button', { classes: ['b-open'], text: '›' });
  button.type = 'button';
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    onOpen();
  });
  return button;
}

/** A row of the list. `bind` makes it show a load; `redraw` builds its cells anew for the same load. */
export function createRow(onOpen) {
  const element = make('div', { classes: [rowClass()], test: 'load-row', role: 'row' });
  const cells = make('div', { classes: ['b-cells', `b-${switches.layout}`], role: 'presentation' });
  const row = { element, posting: undefined };
  const open = () => onOpen(row);
  const button = buildOpenButton(open);
  const last = make('div', { classes: ['b-cell', 'b-opener'], role: 'cell' }, button);
  let content;
  element.append(cells);
  element.addEventListener('click', open);

  function build() {
    content = switches.layout === 'compact' ? buildCompact() : buildWide();
    cells.replaceChildren(...content.cells, last);
  }

  function fill() {
    content.fill(row.posting);
    content.fillAge(row.posting);
    button.setAttribute('aria-label', `Open ${laneOf(row.posting)}`);
  }

  build();
  return Object.assign(row, {
    bind(posting, index) {
      row.posting = posting;
      element.id = rowPrefix() + posting.key;
      element.setAttribute('aria-rowindex', String(index + 2));
      fill();
    },
    redraw() {
      build();
      fill();
    },
    tick: () => content.fillAge(row.posting),
    setOpen: (isOpen) => button.setAttribute('aria-expanded', String(isOpen)),
  });
}

/** A card. Its id is on an element inside it and looks like a UUID; the first element with an id may be a mark that is no load. */
export function createCard(onOpen) {
  const element = make('div', { classes: ['b-card'], role: 'listitem' });
  const row = { element, posting: undefined };
  const open = () => onOpen(row);
  const button = buildOpenButton(open);
  element.addEventListener('click', open);

  function fill() {
    const { posting } = row;
    const line = (test, text) => make('div', { classes: ['b-line'], test, text });
    const body = make(
      'div',
      { classes: ['b-card-body'] },
      make('div', { classes: ['b-card-route'] }, line('origin', posting.origin), line('destination', posting.destination)),
      make('div', { classes: ['b-card-money'] }, line('rate-total', posting.rate), line('rate-per-mile', posting.perMile)),
      make(
        'div',
        { classes: ['b-card-facts'] },
        line('trip', `${posting.trip} mi`),
        line('deadhead-origin', posting.deadheadOrigin),
        line('pickup', posting.pickup),
        line('info', [posting.equipment, posting.weight, posting.length, posting.size].join(' | ')),
      ),
      make('div', { classes: ['b-card-facts'] }, line('company', posting.company), line('age', ageOf(posting))),
      button,
    );
    body.id = posting.uuid;
    button.setAttribute('aria-label', `Open ${laneOf(posting)}`);
    const marks =
      posting.pickup === 'Today'
        ? [Object.assign(make('div', { classes: ['b-soon'], text: 'Starting soon' }), { id: `STARTING_SOON_${posting.key}` })]
        : [];
    element.replaceChildren(...marks, body, ...element.querySelectorAll(':scope > [data-for]'));
  }

  return Object.assign(row, {
    bind(posting) {
      row.posting = posting;
      fill();
    },
    redraw: fill,
    tick() {
      for (const age of element.querySelectorAll('[data-test="age"], [data-qa="age"]')) age.textContent = ageOf(row.posting);
    },
    setOpen: (isOpen) => button.setAttribute('aria-expanded', String(isOpen)),
  });
}
