import type { Equipment } from '@headhaul/domain/equipment';

/** The demo offices: who drives what, who posts the freight, and which cities they go between. */
export interface DemoDriver {
  name: string;
  familyName: string;
  truck: string;
  trailer: Equipment;
  home: string;
  ownStatus?: 'READY' | 'HOME' | 'REST' | 'IN_SHOP' | 'NOT_READY';
  statusNote?: string;
  /** Where the truck is empty, and in how many hours from now. */
  ready?: { place: string; inHours: number };
  employment?: 'INACTIVE';
  type?: 'COMPANY_DRIVER' | 'LEASE' | 'OWNER_OPERATOR';
  /** Index in the office's list of dispatchers. */
  dispatcher: number;
}

export interface DemoBroker {
  name: string;
  mc: string;
  termsDays: number;
  /** Days that the broker really takes to pay. */
  paysInDays: number;
  contact: string;
  mark?: { mark: 'PREFERRED' | 'BLOCKED'; reason: string };
  /** Factor on the market rate. Above 1 the broker pays more than the market. */
  rate: number;
}

export interface DemoOffice {
  seed: number;
  drivers: DemoDriver[];
  brokers: DemoBroker[];
  cities: string[];
  /** Lanes that are driven again and again. */
  lanes: [string, string][];
  /** The number of the load that is booked next. */
  nextNumber: number;
  weeks: number;
}

const brokers: DemoBroker[] = [
  {
    name: 'Lakeshore Freight',
    mc: '428816',
    termsDays: 30,
    paysInDays: 22,
    contact: 'Kelly Brandt',
    rate: 1.04,
    mark: { mark: 'PREFERRED', reason: 'Pays detention without asking twice' },
  },
  { name: 'Sandhill Brokers', mc: '905533', termsDays: 30, paysInDays: 27, contact: 'Omar Reyes', rate: 0.97 },
  { name: 'Copper Basin Log.', mc: '771204', termsDays: 30, paysInDays: 41, contact: 'Trish Maddox', rate: 1.06 },
  { name: 'Palmetto Crown', mc: '286140', termsDays: 21, paysInDays: 19, contact: 'Devon Hale', rate: 0.92 },
  { name: 'Northgate Load Co.', mc: '340918', termsDays: 30, paysInDays: 34, contact: 'Sasha Ivanov', rate: 0.98 },
  { name: 'Juniper Ridge', mc: '118402', termsDays: 15, paysInDays: 16, contact: 'Carla Nuñez', rate: 0.95 },
  { name: 'Great Bend Freight', mc: '612877', termsDays: 30, paysInDays: 29, contact: 'Will Farrow', rate: 1 },
  { name: 'Kestrel Freight', mc: '550391', termsDays: 30, paysInDays: 25, contact: 'Priya Nair', rate: 1.08 },
  { name: 'Three Rivers Desk', mc: '733019', termsDays: 30, paysInDays: 31, contact: 'Jon Sayers', rate: 0.93 },
  { name: 'Harbor & Plains', mc: '467725', termsDays: 30, paysInDays: 24, contact: 'Beth Olsen', rate: 1.1 },
  { name: 'Ironwood Transport Desk', mc: '519460', termsDays: 45, paysInDays: 44, contact: 'Marty Quill', rate: 1.01 },
  { name: 'Blue Heron Brokerage', mc: '684215', termsDays: 30, paysInDays: 28, contact: 'Ana Castellano', rate: 0.99 },
  { name: 'Summit Line Partners', mc: '377908', termsDays: 30, paysInDays: 36, contact: 'Greg Stahl', rate: 0.96 },
  { name: 'Cedar Fork Logistics', mc: '802346', termsDays: 30, paysInDays: 30, contact: 'Lori Banks', rate: 1.02 },
  {
    name: 'Quickturn Freight Desk',
    mc: '991120',
    termsDays: 30,
    paysInDays: 58,
    contact: 'Rex Dunn',
    rate: 0.94,
    mark: { mark: 'BLOCKED', reason: 'Refused two detention claims with signed BOLs' },
  },
];

export const bluffLine: DemoOffice = {
  lanes: [
    ['Milwaukee, WI', 'Conley, GA'],
    ['Laredo, TX', 'Joliet, IL'],
    ['Dallas, TX', 'Denver, CO'],
    ['Joliet, IL', 'Harrisburg, PA'],
    ['Elizabeth, NJ', 'Lakeland, FL'],
    ['Stockton, CA', 'Salt Lake City, UT'],
    ['Conley, GA', 'Toledo, OH'],
    ['Toledo, OH', 'Milwaukee, WI'],
    ['Denver, CO', 'Dallas, TX'],
    ['Lakeland, FL', 'Charlotte, NC'],
    ['Charlotte, NC', 'Allentown, PA'],
    ['Harrisburg, PA', 'Joliet, IL'],
    ['Fontana, CA', 'Phoenix, AZ'],
    ['Phoenix, AZ', 'Dallas, TX'],
    ['Salinas, CA', 'Chicago, IL'],
  ],
  seed: 1_184_420,
  nextNumber: 24_828,
  weeks: 39,
  brokers,
  cities: [
    'Milwaukee, WI',
    'Conley, GA',
    'Laredo, TX',
    'Joliet, IL',
    'Elizabeth, NJ',
    'Lakeland, FL',
    'Dallas, TX',
    'Denver, CO',
    'Savannah, GA',
    'Charlotte, NC',
    'Stockton, CA',
    'Salt Lake City, UT',
    'Fontana, CA',
    'Phoenix, AZ',
    'Kansas City, MO',
    'Indianapolis, IN',
    'Allentown, PA',
    'Houston, TX',
    'Memphis, TN',
    'Toledo, OH',
    'Columbus, OH',
    'Harrisburg, PA',
    'Salinas, CA',
    'Chicago, IL',
    'Omaha, NE',
    'Louisville, KY',
    'Nashville, TN',
    'Macon, GA',
    'Portland, OR',
    'Boise, ID',
  ],
  drivers: [
    { name: 'Marcus', familyName: 'Bell', truck: '114', trailer: 'DRY_VAN', home: 'Toledo, OH', dispatcher: 0 },
    { name: 'Rosa', familyName: 'Delgado', truck: '102', trailer: 'DRY_VAN', home: 'Laredo, TX', dispatcher: 0, type: 'OWNER_OPERATOR' },
    { name: 'Dmitri', familyName: 'Volkov', truck: '108', trailer: 'REEFER', home: 'Chicago, IL', dispatcher: 0 },
    { name: 'Amrit', familyName: 'Gill', truck: '121', trailer: 'DRY_VAN', home: 'Harrisburg, PA', dispatcher: 0 },
    {
      name: 'Darnell',
      familyName: 'Price',
      truck: '116',
      trailer: 'DRY_VAN',
      home: 'Kansas City, MO',
      dispatcher: 0,
      ownStatus: 'REST',
      statusNote: '34 h reset',
    },
    { name: 'Terrence', familyName: 'Oakes', truck: '117', trailer: 'DRY_VAN', home: 'Elizabeth, NJ', dispatcher: 1 },
    { name: 'Luis', familyName: 'Herrera', truck: '119', trailer: 'DRY_VAN', home: 'Charlotte, NC', dispatcher: 0, type: 'LEASE' },
    { name: 'Wayne', familyName: 'Kowalczyk', truck: '105', trailer: 'DRY_VAN', home: 'Denver, CO', dispatcher: 1 },
    { name: 'Sam', familyName: 'Whitfield', truck: '111', trailer: 'REEFER', home: 'Boise, ID', dispatcher: 1 },
    {
      name: 'Joan',
      familyName: 'Pruitt',
      truck: '120',
      trailer: 'FLATBED',
      home: 'Houston, TX',
      dispatcher: 2,
      ownStatus: 'IN_SHOP',
      statusNote: 'Brakes',
      ready: { place: 'Houston, TX', inHours: 6 },
    },
    { name: 'Bekzod', familyName: 'Karimov', truck: '124', trailer: 'DRY_VAN', home: 'Fontana, CA', dispatcher: 1 },
    {
      name: 'Nate',
      familyName: 'Ferris',
      truck: '109',
      trailer: 'DRY_VAN',
      home: 'Louisville, KY',
      dispatcher: 0,
      ready: { place: 'Louisville, KY', inHours: -3 },
    },
    {
      name: 'Hollis',
      familyName: 'Greer',
      truck: '107',
      trailer: 'STEP_DECK',
      home: 'Tulsa, OK',
      dispatcher: 2,
      ownStatus: 'HOME',
      statusNote: 'Home time',
      ready: { place: 'Tulsa, OK', inHours: 70 },
    },
    { name: 'Eddie', familyName: 'Marsh', truck: '', trailer: 'DRY_VAN', home: 'Omaha, NE', dispatcher: 2, employment: 'INACTIVE' },
    { name: 'Carl', familyName: 'Benning', truck: '', trailer: 'DRY_VAN', home: 'Macon, GA', dispatcher: 2, employment: 'INACTIVE' },
  ],
};

export const bellFreight: DemoOffice = {
  lanes: [
    ['Joplin, MO', 'Dallas, TX'],
    ['Dallas, TX', 'Memphis, TN'],
    ['Memphis, TN', 'Joplin, MO'],
    ['Tulsa, OK', 'Chicago, IL'],
  ],
  seed: 902_217,
  nextNumber: 3_412,
  weeks: 39,
  brokers: brokers.slice(0, 8),
  cities: [
    'Joplin, MO',
    'Dallas, TX',
    'Memphis, TN',
    'Kansas City, MO',
    'Oklahoma City, OK',
    'Little Rock, AR',
    'St. Louis, MO',
    'Nashville, TN',
    'Houston, TX',
    'Wichita, KS',
    'Chicago, IL',
    'Indianapolis, IN',
    'Denver, CO',
    'Tulsa, OK',
  ],
  drivers: [
    { name: 'Marcus', familyName: 'Bell', truck: '1', trailer: 'DRY_VAN', home: 'Joplin, MO', dispatcher: 0, type: 'OWNER_OPERATOR' },
    { name: 'Ty', familyName: 'Bell', truck: '2', trailer: 'DRY_VAN', home: 'Joplin, MO', dispatcher: 0 },
    { name: 'Gloria', familyName: 'Santos', truck: '3', trailer: 'DRY_VAN', home: 'Tulsa, OK', dispatcher: 0 },
    { name: 'Pete', familyName: 'Lindqvist', truck: '4', trailer: 'REEFER', home: 'Wichita, KS', dispatcher: 0 },
    { name: 'Andre', familyName: 'Coles', truck: '5', trailer: 'FLATBED', home: 'Little Rock, AR', dispatcher: 0 },
    {
      name: 'Ronnie',
      familyName: 'Ochs',
      truck: '6',
      trailer: 'DRY_VAN',
      home: 'St. Louis, MO',
      dispatcher: 0,
      ownStatus: 'HOME',
      statusNote: 'Home time',
      ready: { place: 'St. Louis, MO', inHours: 40 },
    },
  ],
};
