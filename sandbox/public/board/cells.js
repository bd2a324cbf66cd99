// The cells of a row. A row is built once and filled again for each load that it shows.
import { ageOf, make, switches } from './dom.js';

function cell(name, classes = []) {
  return make('div', { classes: ['b-cell', `b-${name}`, ...classes], test: name, role: 'cell' });
}

/** Writes the text only if it differs, as frameworks do. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function buildRate() {
  const [total, perMile] = [
    make('span', { classes: ['b-total'], test: 'rate-total' }),
    make('span', { classes: ['b-per-mile'], test: 'rate-per-mile' }),
  ];
  const rate = cell('rate');
  rate.append(total, perMile);
  return {
    rate,
    fill(posting) {
      write(total, posting.rate);
      write(perMile, posting.perMile);
    },
  };
}

function buildContact() {
  const contact = cell('contact');
  return {
    contact,
    fill({ email, phone }) {
      const text = email || phone;
      if (contact.textContent === text) return;
      if (email === '') contact.textContent = phone;
      else {
        const link = make('a', { classes: ['b-link'], text: email });
        link.href = `mailto:${email}`;
        contact.replaceChildren(link);
      }
    },
  };
}

/** Every value in a cell of its own. Where a cell is on the screen is decided by the style sheet, not by its place in the document. */
export function buildWide() {
  const { rate, fill: fillRate } = buildRate();
  const { contact, fill: fillContact } = buildContact();
  const names = [
    'age',
    'trip',
    'destination',
    'origin',
    'deadhead-destination',
    'deadhead-origin',
    'pickup',
    'equipment',
    'length',
    'weight',
    'size',
    'company',
    'credit',
    'days-to-pay',
    'reference',
  ];
  const cells = Object.fromEntries(names.map((name) => [name, cell(name)]));
  if (switches.broken === 'nested') cells.origin.append(make('span', { classes: ['b-city'] }), cells.destination);
  const texts = {
    trip: 'trip',
    destination: 'destination',
    'deadhead-destination': 'deadheadDestination',
    'deadhead-origin': 'deadheadOrigin',
    pickup: 'pickup',
    equipment: 'equipment',
    length: 'length',
    weight: 'weight',
    size: 'size',
    company: 'company',
    credit: 'credit',
    'days-to-pay': 'daysToPay',
    reference: 'reference',
  };
  return {
    cells: [
      cells.age,
      rate,
      ...names
        .slice(1)
        .map((name) => cells[name])
        .filter((one) => one.parentElement === null),
      contact,
    ],
    fillAge: (posting) => write(cells.age, ageOf(posting)),
    fill(posting) {
      fillRate(posting);
      fillContact(posting);
      write(switches.broken === 'nested' ? cells.origin.firstElementChild : cells.origin, posting.origin);
      for (const [name, key] of Object.entries(texts)) write(cells[name], posting[key]);
    },
  };
}

/** Two lines a cell, and the freight as one line: `V | 25k lbs | 53 ft | Full`. Contact and credit are only in the details. */
export function buildCompact() {
  const { rate, fill: fillRate } = buildRate();
  const [age, trip, route, deadheads, pickup, about] = [
    cell('age'),
    cell('trip'),
    cell('route'),
    cell('deadheads'),
    cell('pickup'),
    cell('about'),
  ];
  const line = (test) => make('div', { classes: ['b-line'], test });
  const [origin, destination, deadheadOrigin, deadheadDestination] = [
    line('origin'),
    line('destination'),
    line('deadhead-origin'),
    line('deadhead-destination'),
  ];
  const [company, info] = [line('company'), make('div', { classes: ['b-line', 'b-info'], test: 'info' })];
  const city = make('span', { classes: ['b-city'] });
  if (switches.broken === 'nested') {
    // The destination is inside the origin's cell, and the route is there twice, once hidden.
    origin.append(city, destination);
    route.append(origin, make('div', { classes: ['b-line', 'b-hidden'], test: 'origin' }));
  } else route.append(origin, destination);
  deadheads.append(deadheadOrigin, deadheadDestination);
  about.append(company, info);
  return {
    cells: [age, rate, trip, route, deadheads, pickup, about],
    fillAge: (posting) => write(age, ageOf(posting)),
    fill(posting) {
      fillRate(posting);
      write(trip, posting.trip);
      write(switches.broken === 'nested' ? city : origin, posting.origin);
      if (switches.broken === 'nested') write(route.lastElementChild, `${posting.origin}${posting.destination}`);
      write(destination, posting.destination);
      write(deadheadOrigin, posting.deadheadOrigin);
      write(deadheadDestination, posting.deadheadDestination);
      write(pickup, posting.pickup);
      write(company, posting.company);
      write(info, [posting.equipment, posting.shortWeight, posting.length, posting.size].join(' | '));
    },
  };
}
