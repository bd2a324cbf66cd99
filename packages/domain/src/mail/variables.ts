/**
 * The variables of mail templates. Values come from board pages and loads, so they are untrusted text and must be escaped in a mail.
 * `label` is the text of a chip in the editor. `sample` fills the preview when no load is chosen.
 */
interface MailVariable {
  label: string;
  group: 'Load' | 'Truck' | 'Us';
  sample: string;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** "Fri Nov 13" */
export function formatDay(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`)).replace(',', '');
}

/** Computed on each use, so that a sample load is never picked up in the past. */
function dayAhead(days: number): string {
  return formatDay(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
}

export const mailVariables = {
  origin: { label: 'Origin', group: 'Load', sample: 'Milwaukee, WI' },
  'origin.city': { label: 'Origin city', group: 'Load', sample: 'Milwaukee' },
  'origin.state': { label: 'Origin state', group: 'Load', sample: 'WI' },
  destination: { label: 'Destination', group: 'Load', sample: 'Conley, GA' },
  'destination.city': { label: 'Destination city', group: 'Load', sample: 'Conley' },
  'destination.state': { label: 'Destination state', group: 'Load', sample: 'GA' },
  'pickup.date': {
    label: 'Pickup date',
    group: 'Load',
    get sample() {
      return dayAhead(2);
    },
  },
  'pickup.time': { label: 'Pickup time', group: 'Load', sample: '08:00' },
  'delivery.date': {
    label: 'Delivery date',
    group: 'Load',
    get sample() {
      return dayAhead(4);
    },
  },
  equipment: { label: 'Equipment', group: 'Load', sample: 'dry van' },
  weight: { label: 'Weight', group: 'Load', sample: '42,000 lb' },
  length: { label: 'Length', group: 'Load', sample: '53 ft' },
  'trip.miles': { label: 'Trip miles', group: 'Load', sample: '812 mi' },
  rate: { label: 'Posted rate', group: 'Load', sample: '$2,200' },
  rpm: { label: 'Rate per mile', group: 'Load', sample: '$2.71' },
  reference: { label: 'Posting ID', group: 'Load', sample: 'L77120' },
  commodity: { label: 'Commodity', group: 'Load', sample: 'paper goods' },
  'broker.name': { label: 'Broker', group: 'Load', sample: 'Lakeshore Freight' },
  'broker.mc': { label: 'Broker MC', group: 'Load', sample: '428816' },
  'broker.dot': { label: 'Broker USDOT', group: 'Load', sample: '2411907' },
  'broker.contact': { label: 'Broker first name', group: 'Load', sample: 'Carla' },
  'driver.name': { label: 'Driver', group: 'Truck', sample: 'Marcus Bell' },
  'driver.location': { label: 'Truck city', group: 'Truck', sample: 'Racine, WI' },
  'driver.available': { label: 'Empty at', group: 'Truck', sample: '06:30 CST' },
  deadhead: { label: 'Miles to pickup', group: 'Truck', sample: '38 mi' },
  'offer.rate': { label: 'Ask rate', group: 'Us', sample: '$2,450' },
  'company.name': { label: 'Our company', group: 'Us', sample: 'Bluffline Carriers' },
  'company.mc': { label: 'Our MC', group: 'Us', sample: '918204' },
  'company.dot': { label: 'Our USDOT', group: 'Us', sample: '2740113' },
  'user.name': { label: 'Dispatcher', group: 'Us', sample: 'Nina Kovac' },
  'user.phone': { label: 'Phone', group: 'Us', sample: '(414) 555-0142' },
  signature: { label: 'Signature', group: 'Us', sample: '' },
} as const satisfies Record<string, MailVariable>;

export type MailVariableName = keyof typeof mailVariables;
/** The known values. The others are empty. `signature` is our own HTML, and only the renderer sets it. */
export type MailValues = Partial<Record<Exclude<MailVariableName, 'signature'>, string>>;

export function isMailVariable(name: string): name is MailVariableName {
  return Object.hasOwn(mailVariables, name);
}

/**
 * What brokers look for first. A mail lacks one of these when it uses none of its variables with a
 * value and its text does not say it either.
 */
export const brokerNeeds = {
  RATE: { label: 'Rate', variables: ['offer.rate', 'rate'] },
  EQUIPMENT: { label: 'Equipment', variables: ['equipment'] },
  TRUCK_PLACE: { label: 'Truck location', variables: ['driver.location'] },
  EMPTY_TIME: { label: 'Time empty', variables: ['driver.available'] },
  MC: { label: 'MC number', variables: ['company.mc'] },
} as const satisfies Record<string, { label: string; variables: readonly MailVariableName[] }>;
export type BrokerNeed = keyof typeof brokerNeeds;
