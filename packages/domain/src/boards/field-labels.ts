import type { BoardField } from './board-load.ts';

/** The names of fields, in the order in which they are listed. */
export const fieldLabels: Partial<Record<BoardField, string>> = {
  origin: 'Origin',
  destination: 'Destination',
  pickup: 'Pickup',
  delivery: 'Delivery',
  rateTotal: 'Rate',
  ratePerMile: 'Rate per mile',
  tripMiles: 'Trip miles',
  deadheadOrigin: 'Deadhead',
  deadheadDestination: 'Deadhead after',
  equipment: 'Equipment',
  weight: 'Weight',
  length: 'Length',
  size: 'Full or partial',
  company: 'Broker',
  email: 'Email',
  phone: 'Phone',
  mc: 'MC number',
  creditScore: 'Credit score',
  creditGrade: 'Credit grade',
  daysToPay: 'Days to pay',
  reference: 'Reference',
  commodity: 'Commodity',
  comments: 'Comments',
  age: 'Age',
};

/** The same in a sentence about all rows of a page. */
export const fieldPlurals: Record<BoardField, string> = {
  boardLoadId: 'Load IDs',
  reference: 'References',
  origin: 'Origins',
  destination: 'Destinations',
  stops: 'Stops',
  pickup: 'Pickup days',
  delivery: 'Delivery days',
  tripMiles: 'Trip miles',
  deadheadOrigin: 'Deadhead miles',
  deadheadDestination: 'Deadhead miles after',
  equipment: 'Trailers',
  size: 'Load sizes',
  length: 'Lengths',
  weight: 'Weights',
  rateTotal: 'Rates',
  ratePerMile: 'Rates per mile',
  company: 'Broker names',
  mc: 'MC numbers',
  dot: 'DOT numbers',
  creditScore: 'Credit scores',
  creditGrade: 'Credit grades',
  daysToPay: 'Days to pay',
  companyPlace: 'Broker cities',
  contactName: 'Contact names',
  email: 'Email addresses',
  phone: 'Phone numbers',
  commodity: 'Commodities',
  comments: 'Comments',
  age: 'Ages',
};

/** More names than these make no sentence. */
const mostNamed = 3;

/** "Rates and trip miles": the subject of a sentence about a page. */
export function nameFields(fields: readonly BoardField[]): string {
  if (fields.length > mostNamed) return `${fields.length} fields`;
  const names = fields.map((field, at) =>
    at === 0 ? fieldPlurals[field] : fieldPlurals[field].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
  );
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}

export const labelOf = (field: BoardField) => fieldLabels[field] ?? field;
