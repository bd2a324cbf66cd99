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

export const labelOf = (field: BoardField) => fieldLabels[field] ?? field;
