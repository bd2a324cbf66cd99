import { type ColumnMapping, ImportColumn, importColumns } from '@headhaul/contracts/data-transfer';
import { mapLoadFields, tableFieldKeys } from '@headhaul/domain/loads/fields';
import { titleKey } from '../../lib/tables/cell-values.ts';

/**
 * What offices call a column, besides the titles of our own export. Compared without case, spaces and punctuation, with # read as
 * "number".
 */
const synonyms: Record<ImportColumn, readonly string[]> = {
  loadNumber: ['load #', 'load no', 'load id', 'our load number', 'internal load number', 'trip number', 'trip #', 'load'],
  status: ['load status', 'state of load', 'stage'],
  // A column that others call TONU mostly has amounts.
  isUnused: ['truck not used', 'truck ordered not used'],
  brokerName: ['broker name', 'customer', 'customer name', 'brokerage', 'bill to', 'client', 'shipper or broker'],
  brokerMc: ['mc', 'mc #', 'mc number', 'broker mc #', 'customer mc', 'docket'],
  brokerLoadNumber: [
    'broker load #',
    'broker load id',
    'customer load number',
    'reference',
    'reference number',
    'ref #',
    'order number',
    'order #',
    'po',
    'po number',
  ],
  rc: ['rc', 'rc #', 'rate con', 'rate con number', 'rate con #', 'rate confirmation', 'rate confirmation number'],
  equipment: ['equipment type', 'trailer type', 'truck type', 'equip', 'trailer'],
  ...mapLoadFields(({ table }) => table?.synonyms ?? [], tableFieldKeys),
  pickupCity: [
    'origin city',
    'pu city',
    'pick up city',
    'from city',
    'shipper city',
    'origin',
    'pickup',
    'pick up',
    'from',
    'pickup location',
    'pu location',
    'pickup city state',
    'origin city state',
  ],
  pickupState: ['origin state', 'pu state', 'pick up state', 'from state', 'shipper state', 'origin st'],
  pickupZip: ['origin zip', 'pu zip', 'pick up zip', 'from zip', 'pickup zip code', 'shipper zip', 'origin zip code'],
  pickupDay: [
    'pickup day',
    'pu date',
    'pick up date',
    'ship date',
    'origin date',
    'pickup',
    'pickup date time',
    'pickup appointment',
    'pickup appt',
    'pu',
  ],
  pickupTime: ['pu time', 'pick up time', 'ship time', 'origin time', 'pickup appointment time', 'pickup appt time'],
  deliveryCity: [
    'destination city',
    'del city',
    'drop city',
    'to city',
    'consignee city',
    'receiver city',
    'destination',
    'delivery',
    'drop off',
    'to',
    'dest',
    'delivery location',
    'del location',
    'delivery city state',
    'destination city state',
    'dest city',
  ],
  deliveryState: ['destination state', 'del state', 'drop state', 'to state', 'consignee state', 'receiver state', 'dest state'],
  deliveryZip: [
    'destination zip',
    'del zip',
    'drop zip',
    'to zip',
    'delivery zip code',
    'consignee zip',
    'dest zip',
    'destination zip code',
  ],
  deliveryDay: [
    'delivery day',
    'del date',
    'drop date',
    'destination date',
    'delivered',
    'delivered on',
    'delivery date time',
    'delivery appointment',
    'delivery appt',
    'do date',
  ],
  deliveryTime: ['del time', 'drop time', 'destination time', 'delivery appointment time', 'delivery appt time'],
  linehaul: [
    'linehaul',
    'line haul',
    'gross',
    'gross rate',
    'load rate',
    'total rate',
    'amount',
    'price',
    'revenue',
    'pay',
    'total',
    'flat rate',
    'linehaul rate',
  ],
  fuelSurcharge: ['fsc', 'fuel', 'fuel sc'],
  driverPay: ['driver rate', 'driver amount', 'driver settlement', 'paid to driver'],
  loadedMiles: ['miles', 'mileage', 'loaded mi', 'total miles', 'trip miles', 'distance'],
  deadheadMiles: ['deadhead', 'dh', 'dh miles', 'empty miles', 'dho'],
  driverName: ['driver name', 'drivers', 'operator'],
  invoicedDay: ['invoice date', 'invoiced date', 'date invoiced', 'invoice sent', 'billed on', 'billing date', 'date billed'],
  paidDay: ['paid date', 'date paid', 'payment date', 'payment received', 'date of payment', 'received on'],
};

/** Columns that offices often combine into one: the state is in the column of the city. */
const sharedWith: Partial<Record<ImportColumn, ImportColumn>> = { pickupState: 'pickupCity', deliveryState: 'deliveryCity' };

/**
 * Guesses which column holds what. The titles of our own export are tried first, then the synonyms in their order. Each column of
 * the file is used once, except for a state that shares the column of its city.
 */
export function suggestMapping(header: readonly string[]): ColumnMapping {
  const free = new Map<string, number>();
  header.forEach((title, index) => {
    const key = titleKey(title);
    if (key !== '' && !free.has(key)) free.set(key, index);
  });
  const mapping: ColumnMapping = {};
  const take = (column: ImportColumn, words: string) => {
    const key = titleKey(words);
    const index = free.get(key);
    if (index === undefined || mapping[column] !== undefined) return;
    mapping[column] = index;
    free.delete(key);
  };
  for (const column of ImportColumn.options) take(column, importColumns[column].words);
  const longest = Math.max(...Object.values(synonyms).map(({ length }) => length));
  for (let at = 0; at < longest; at++) {
    for (const column of ImportColumn.options) {
      const words = synonyms[column][at];
      if (words !== undefined) take(column, words);
    }
  }
  for (const [column, other] of Object.entries(sharedWith) as [ImportColumn, ImportColumn][]) {
    const shared = mapping[other];
    if (mapping[column] === undefined && shared !== undefined) mapping[column] = shared;
  }
  return mapping;
}

/** Required columns that the mapping leaves out. */
export function missingColumns(mapping: ColumnMapping): ImportColumn[] {
  return ImportColumn.options.filter((column) => importColumns[column].required && mapping[column] === undefined);
}
