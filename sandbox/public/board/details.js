// What a load shows when it is opened: beside the list, or inside its row.
import { make, switches } from './dom.js';

/** Inside a row of the table only cells may stand. */
const roleOfDetails = switches.expand !== '1' ? undefined : switches.layout === 'cards' ? 'group' : 'cell';

function pair(label, test, ...values) {
  return make(
    'div',
    { classes: ['b-pair'] },
    make('dt', { classes: ['b-label'], text: label }),
    make('dd', { classes: ['b-value'], test }, ...values),
  );
}

function link(href, text) {
  const anchor = make('a', { classes: ['b-link'], text });
  anchor.href = href;
  return anchor;
}

function block(title, ...pairs) {
  return make(
    'section',
    { classes: ['b-block'] },
    make('h2', { classes: ['b-block-title'], text: title }),
    make('dl', { classes: ['b-pairs'] }, ...pairs),
  );
}

export function buildDetails(posting, onClose) {
  const close = make('button', { classes: ['b-close'], label: 'Close details', text: '×' });
  close.type = 'button';
  close.addEventListener('click', (event) => {
    event.stopPropagation();
    onClose();
  });
  const digits = posting.phone.replace(/\D/g, '');
  const contact = [
    pair('Name', 'contact-name', posting.contact),
    pair('Phone', 'phone', digits === '' ? posting.phone : link(`tel:+1${digits}`, posting.phone)),
    pair('Email', 'email', posting.email === '' ? '–' : link(`mailto:${posting.email}`, posting.email)),
  ];
  const details = make(
    switches.expand === '1' ? 'div' : 'aside',
    {
      classes: ['b-details'],
      test: 'load-details',
      label: `Details, ${posting.origin} to ${posting.destination}`,
      role: roleOfDetails,
    },
    close,
    block(
      'Trip',
      pair('Origin', 'origin', posting.origin),
      pair('Pickup', 'pickup-time', posting.pickupTime),
      pair('Destination', 'destination', posting.destination),
      pair('Delivery', 'delivery-time', posting.deliveryTime),
      pair('Miles', 'trip', posting.trip),
    ),
    block(
      'Freight',
      pair('Equipment', 'equipment', posting.equipment),
      pair('Weight', 'weight', posting.weight),
      pair('Length', 'length', posting.length),
      pair('Load', 'size', posting.size),
      pair('Commodity', 'commodity', posting.commodity),
      pair('Reference ID', 'reference', posting.reference),
    ),
    block('Contact', ...contact),
    block(
      'Company',
      pair('Name', 'company', posting.company),
      pair('MC', 'mc', posting.mc),
      pair('From', 'company-place', posting.companyPlace),
      pair('Credit Score', 'credit', posting.credit),
      pair('Days to Pay', 'days-to-pay', posting.daysToPay),
      pair('Rate', 'rate-total', posting.rate),
    ),
    ...(posting.comments === '' ? [] : [block('Comments', pair('', 'comments', posting.comments))]),
  );
  details.dataset.for = posting.key;
  details.addEventListener('click', (event) => event.stopPropagation());
  return details;
}
