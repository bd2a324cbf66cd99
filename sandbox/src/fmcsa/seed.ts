import { type AuthorityEvent, daysBefore, type Filing, type Identity, type Registrant } from './registrant.ts';

/** A broker of the demo offices: MC, legal name, name in use, street, city, state, ZIP, officer, and the years it has had its authority. */
const demoBrokers = `
428816|LAKESHORE FREIGHT LLC|LAKESHORE FREIGHT|1420 N SHERIDAN RD|WAUKEGAN|IL|60085|KELLY BRANDT|14
905533|SANDHILL BROKERS INC||310 W 4TH ST|NORTH PLATTE|NE|69101|OMAR REYES|8
771204|COPPER BASIN LOGISTICS LLC|COPPER BASIN LOG.|2275 N ORACLE RD|TUCSON|AZ|85705|TRISH MADDOX|11
286140|PALMETTO CROWN TRANSPORT INC|PALMETTO CROWN|88 WAPPOO CREEK DR|CHARLESTON|SC|29412|DEVON HALE|19
340918|NORTHGATE LOAD CO|NORTHGATE LOAD CO.|901 E 79TH ST STE 210|BLOOMINGTON|MN|55420|SASHA IVANOV|16
118402|JUNIPER RIDGE FREIGHT SERVICES LLC|JUNIPER RIDGE|640 NW BOND ST|BEND|OR|97703|CARLA NUNEZ|26
612877|GREAT BEND FREIGHT INC|GREAT BEND FREIGHT|3015 10TH ST|GREAT BEND|KS|67530|WILL FARROW|12
550391|KESTREL FREIGHT LLC||7200 W 13TH ST N|WICHITA|KS|67212|PRIYA NAIR|13
733019|THREE RIVERS DESK LLC|THREE RIVERS DESK|200 FORT PITT BLVD|PITTSBURGH|PA|15222|JON SAYERS|11
467725|HARBOR & PLAINS LOGISTICS INC|HARBOR & PLAINS|1855 SE HARBOR DR|CORPUS CHRISTI|TX|78401|BETH OLSEN|15
519460|IRONWOOD TRANSPORT DESK LLC||4471 LINDEN AVE|DAYTON|OH|45432|MARTY QUILL|13
684215|BLUE HERON BROKERAGE LLC||1212 BAYSHORE BLVD|TAMPA|FL|33606|ANA CASTELLANO|12
377908|SUMMIT LINE PARTNERS LLC|SUMMIT LINE|950 17TH ST STE 1400|DENVER|CO|80202|GREG STAHL|15
802346|CEDAR FORK LOGISTICS INC||2010 CORPORATE DR|CEDAR RAPIDS|IA|52404|LORI BANKS|10
991120|QUICKTURN FREIGHT DESK LLC||5608 NW LOOP 410 STE 12|SAN ANTONIO|TX|78238|REX DUNN|7
`;

const sureties = ['GREAT PLAINS SURETY COMPANY', 'AMERICAN LAKES INSURANCE COMPANY', 'SECOND CITY BONDING INC'];

function bond(mc: string, effectiveOn: string, cancelledOn: string | null = null): Filing {
  const company = sureties[Number(mc) % sureties.length] ?? '';
  return { form: 'BMC-84', dollars: 75_000, policy: `FB${mc.padStart(7, '0')}`, company, effectiveOn, cancelledOn };
}

function liability(mc: string, effectiveOn: string): Filing {
  return {
    form: 'BMC-91X',
    dollars: 1_000_000,
    policy: `CA${mc.padStart(7, '0')}`,
    company: 'HEARTLAND MUTUAL INSURANCE COMPANY',
    effectiveOn,
    cancelledOn: null,
  };
}

function granted(kind: AuthorityEvent['kind'], on: string): AuthorityEvent {
  return { kind, status: 'Active', reason: 'GRANTED', on };
}

/** A broker in good standing since `brokerSince`. */
export function createBroker(dot: string, mc: string, identity: Identity, brokerSince: string): Registrant {
  return {
    dot,
    docket: { prefix: 'MC', number: mc },
    olderDockets: [],
    identities: [{ sinceMs: 0, identity }],
    authority: [granted('broker', brokerSince)],
    filings: [bond(mc, brokerSince)],
    outOfService: null,
    addedOn: brokerSince,
    powerUnits: 0,
  };
}

function readDemoBroker(line: string, nowMs: number): Registrant {
  const [mc = '', legalName = '', dbaName = '', street = '', city = '', state = '', zip = '', officer = '', years = ''] = line.split('|');
  const identity = {
    legalName,
    dbaName: dbaName === '' ? null : dbaName,
    street,
    city,
    state,
    zip,
    phone: `312555${mc.slice(-4)}`,
    email: null,
    officers: [officer],
  };
  // The demo data makes a broker's USDOT number the same way.
  return createBroker(String(1_000_000 + Number(mc)), mc, identity, daysBefore(nowMs, Number(years) * 365 + (Number(mc) % 300)));
}

function identityOf(legalName: string, place: string, phone: string, officer: string): Identity {
  const [street = '', city = '', state = '', zip = ''] = place.split('|');
  return { legalName, dbaName: null, street, city, state, zip, phone, email: null, officers: [officer] };
}

/** Companies that a dispatcher should not book without a second look, and the demo offices' own. */
function listOthers(nowMs: number): Registrant[] {
  const ago = (days: number) => daysBefore(nowMs, days);
  const dayMs = 86_400_000;

  const revoked = createBroker(
    '3401771',
    '1207731',
    identityOf('RAPID RIVER LOGISTICS LLC', '77 MILL RACE RD|ROCKFORD|IL|61101', '8155550177', 'DALE HUTCHENS'),
    ago(1_480),
  );
  revoked.authority.push({ kind: 'broker', status: 'Inactive', reason: 'Involuntary Revocation', on: ago(63) });
  revoked.filings = [bond('1207731', ago(1_480), ago(95))];

  const reinstated = createBroker(
    '2518440',
    '874410',
    identityOf('SILVERLINE FREIGHT SOLUTIONS INC', '4050 AIRPORT FWY STE 300|FORT WORTH|TX|76117', '8175550144', 'NADIA CORTEZ'),
    ago(4_020),
  );
  reinstated.authority.push(
    { kind: 'broker', status: 'Inactive', reason: 'Involuntary Suspension - insurance cancellation effective', on: ago(47) },
    { kind: 'broker', status: 'Active', reason: 'REINSTATED', on: ago(12) },
  );
  reinstated.filings = [bond('874410', ago(4_020), ago(47)), { ...bond('874410', ago(13)), policy: 'FB0874410A' }];

  const withoutBond = createBroker(
    '3622095',
    '1330952',
    identityOf('PRAIRIE STAR BROKERAGE LLC', '118 MAIN ST|SALINA|KS|67401', '7855550195', 'TOM WEBER'),
    ago(1_120),
  );
  withoutBond.filings = [bond('1330952', ago(1_120), ago(5))];

  // The same digits as the broker above, under another prefix. A search by number alone finds both.
  const forwarder: Registrant = {
    ...createBroker(
      '3559004',
      '1330952',
      identityOf('TIDEWATER FORWARDING INC', '500 WATERSIDE DR|NORFOLK|VA|23510', '7575550104', 'GRACE LIANG'),
      ago(2_300),
    ),
    docket: { prefix: 'FF', number: '1330952' },
    authority: [granted('forwarder', ago(2_300))],
  };

  const carrier: Registrant = {
    ...createBroker(
      '1990127',
      '690127',
      identityOf('DELTA RIDGE TRUCKING LLC', '2600 HWY 82 E|GREENVILLE|MS|38701', '6625550127', 'MARVIN TATE'),
      ago(3_900),
    ),
    authority: [granted('property', ago(3_900))],
    filings: [liability('690127', ago(330))],
    powerUnits: 14,
  };

  const outOfService: Registrant = {
    ...createBroker(
      '2415503',
      '815503',
      identityOf('NORTHWIND HAULING INC', '1809 RIVERSIDE AVE|SOUTH BEND|IN|46616', '5745550183', 'IGOR PETRENKO'),
      ago(3_300),
    ),
    authority: [granted('property', ago(3_300)), granted('broker', ago(2_900))],
    filings: [liability('815503', ago(200)), bond('815503', ago(2_900))],
    outOfService: { on: ago(20), reason: 'Unsatisfactory = Unfit' },
    powerUnits: 31,
  };

  const nameClash = createBroker(
    '4080021',
    '1512208',
    identityOf('LAKESHORE FREIGHT GROUP LLC', '8 THE GREEN STE A|DOVER|DE|19901', '3025550108', 'ALEX MORROW'),
    ago(41),
  );

  const newPhone = createBroker(
    '3077345',
    '1044873',
    identityOf('GOLDEN GATE LOAD EXCHANGE LLC', '1901 HARRISON ST|OAKLAND|CA|94612', '5105550173', 'VIVIAN CHU'),
    ago(2_150),
  );
  const before = newPhone.identities[0]?.identity;
  if (before) newPhone.identities.push({ sinceMs: nowMs - dayMs, identity: { ...before, phone: '9295550116' } });
  // It forwarded freight before it was a broker, so its MC number is not the first that the census lists.
  newPhone.olderDockets.push({ prefix: 'FF', number: '41873' });

  const ownCarrier = (dot: string, mc: string, identity: Identity, years: number, powerUnits: number): Registrant => ({
    ...createBroker(dot, mc, identity, ago(years * 365)),
    authority: [granted('property', ago(years * 365))],
    filings: [liability(mc, ago(150))],
    powerUnits,
  });
  return [
    revoked,
    reinstated,
    withoutBond,
    forwarder,
    carrier,
    outOfService,
    nameClash,
    newPhone,
    ownCarrier(
      '3318907',
      '1184420',
      identityOf('BLUFF LINE LOGISTICS LLC', '2140 RIVERPORT RD STE 300|COUNCIL BLUFFS|IA|51501', '7125550148', 'NINA ALVAREZ'),
      5,
      13,
    ),
    ownCarrier('2640158', '902217', identityOf('BELL FREIGHT LLC', '880 DEPOT ST|JOPLIN|MO|64801', '4175550172', 'MARCUS BELL'), 9, 6),
  ];
}

/** Everyone in the register when the sandbox starts. Dates count back from `nowMs`. */
export function seedRegistrants(nowMs: number): Registrant[] {
  const demo = demoBrokers.trim().split('\n');
  return [...demo.map((line) => readDemoBroker(line, nowMs)), ...listOthers(nowMs)];
}
