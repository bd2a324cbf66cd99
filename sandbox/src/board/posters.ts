import type { RandomSource } from '@headhaul/domain/hours/testing/random-source';
import { seedRegistrants } from '../fmcsa/seed.ts';
import { type Market, markets } from './markets.ts';

/** Who posts loads. */
export interface Poster {
  name: string;
  mc: string;
  dot: string;
  place: string;
  contact: string;
  /** Ten digits. */
  phone: string;
  email: string;
  /** Null: the board shows neither credit nor days to pay. */
  credit: { score: number; daysToPay: number } | null;
  /** A factor on the market's rate. */
  rate: number;
  /** The letters that its reference numbers begin with. */
  initials: string;
}

/** Brokers that no demo office knows: name, MC number, place, contact. */
const strangers = `
Alder Creek Freight|1018834|Eau Claire, WI|Dana Whitcomb
Anchor Bay Logistics|862201|Mobile, AL|Russ Tillman
Badger Line Brokerage|744918|Madison, WI|Heidi Kranz
Bellwether Carriers Svc|690455|Macon, GA|Tanya Orr
Big Sandy Transport|1151207|Ashland, KY|Clint Boggs
Black Mesa Freight|933870|Flagstaff, AZ|Lena Yazzie
Bluestem Logistics|588342|Manhattan, KS|Erik Lund
Bridger Gap Freight|1098716|Bozeman, MT|Cody Hale
Buckhorn Load Desk|815590|Lubbock, TX|Marisol Vega
Cardinal Lane Brokerage|640773|Louisville, KY|Ben Amos
Cascadia Haul Group|1202958|Eugene, OR|Jill Tanaka
Catawba Freight Partners|527416|Hickory, NC|Wes Lowder
Clearfork Logistics|977104|Fort Worth, TX|Angela Ruiz
Coldwater Produce Haulers|459923|Salinas, CA|Rob Cardoza
Crescent Bend Freight|1110348|Kenner, LA|Andre Comeaux
Dry Creek Brokers|706215|Boise, ID|Marla Finch
Eastbank Transportation|631190|Camden, NJ|Joe Petrucci
Fallen Oak Logistics|1044120|Ocala, FL|Sherry Dow
Firstlight Freight|1287605|Athens, GA|Marcus Teel
Flint Hills Haul|569038|Emporia, KS|Gail Novak
Four Corners Load Co|890017|Farmington, NM|Ray Benally
Gray Wolf Transport|1132554|Duluth, MN|Kari Olson
Gulfbreeze Brokerage|748830|Pensacola, FL|Dean Futch
Hawkeye Freight Desk|512297|Ames, IA|Tom Hoekstra
High Plains Produce|667451|Greeley, CO|Becky Strand
Hudson Bend Logistics|950362|Albany, NY|Nick Farrell
Iron Range Freight|1075843|Hibbing, MN|Paul Maki
Kiawah Transport Svc|823119|Charleston, SC|Leigh Ravenel
Lantern Freight Partners|1240086|Dayton, OH|Yusuf Adan
Larkfield Brokerage|603374|Santa Rosa, CA|Nora Bianchi
Long Prairie Logistics|719926|Saint Cloud, MN|Deb Wolters
Meridian Load Co|555808|Meridian, MS|Curtis Vance
Millrace Logistics|868473|South Bend, IN|Amy Kovacs
Monarch Gap Freight|1166390|Pueblo, CO|Steve Archuleta
Oak Hollow Transport|734561|Tyler, TX|Brenda Sims
Osprey Freight Group|482205|Wilmington, NC|Hank Dorsey
Quarry Road Freight|1023317|Bloomington, IN|Sue Hendricks
Red Cedar Logistics|696048|Lansing, MI|Mike Dykstra
Redgate Freight Svc|911735|Gary, IN|Tony Marek
Sawtooth Brokers|1189224|Twin Falls, ID|Gwen Ashby
Stonegate Load Co|577690|Scranton, PA|Ed Wysocki
Summit Bridge Transport|884213|Waukesha, WI|Dale Foster
Tallgrass 3PL|629581|Omaha, NE|Kim Sorensen
Tidewater Haul Group|757342|Suffolk, VA|Reggie Boone
Timber Ridge Logistics|1057969|Spokane, WA|Holly Marsh
Two Harbors Freight|1214430|Superior, WI|Ole Bergstrom
Valley Forge Load Desk|646817|Reading, PA|Carol Stoltz
Wabash Line Logistics|598136|Lafayette, IN|Gary Whisler
White Oak Haulers|1140275|Knoxville, TN|Jenny Cates
Yellow Rose Freight|781653|Waco, TX|Luz Herrera
`;

/** "SANDHILL BROKERS INC" is in use as "Sandhill Brokers". */
function nameInUse({ legalName, dbaName }: { legalName: string; dbaName: string | null }): string {
  const plain = dbaName ?? legalName.replace(/ (?:LLC|INC|CO)$/, '');
  return plain.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** The address that the demo offices know a broker by. */
function addressOf(contact: string, name: string): string {
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, '');
  return `${contact.split(' ').map(letters).join('.')}@${letters(name)}.example`;
}

function posterOf(name: string, mc: string, dot: string, place: string, contact: string, phone: string): Poster {
  const number = Number(mc);
  return {
    name,
    mc,
    dot,
    place,
    contact,
    phone,
    email: addressOf(contact, name),
    // One in ten is too new or too small to be rated.
    credit: number % 10 === 3 ? null : { score: 100 - (number % 7) * (number % 5), daysToPay: 17 + (number % 41) },
    rate: 0.93 + (number % 16) / 100,
    initials: name
      .split(' ')
      .map((word) => word[0])
      .join('')
      .toUpperCase()
      .slice(0, 3),
  };
}

function readStranger(line: string): Poster {
  const [name = '', mc = '', place = '', contact = ''] = line.split('|');
  return posterOf(name, mc, String(2_000_000 + Number(mc)), place, contact, `${200 + (Number(mc) % 700)}5550${100 + (Number(mc) % 100)}`);
}

/** The brokers of the demo offices and those of FMCSA's register that need a second look come first. */
export function listPosters(nowMs: number): Poster[] {
  const registered = seedRegistrants(nowMs).filter(({ authority }) => authority.some(({ kind }) => kind === 'broker'));
  const known = registered.flatMap(({ dot, docket, identities }) => {
    const identity = identities.at(-1)?.identity;
    if (identity === undefined) return [];
    const name = nameInUse(identity);
    const contact = nameInUse({ legalName: identity.officers[0] ?? '', dbaName: null });
    const city = nameInUse({ legalName: identity.city, dbaName: null });
    return [posterOf(name, docket.number, dot, `${city}, ${identity.state}`, contact, identity.phone)];
  });
  return [...known, ...strangers.trim().split('\n').map(readStranger)];
}

/** Who posts from each market. A broker has its own customers, so the same names come back on the same lanes. */
export function assignMarkets(posters: readonly Poster[], random: RandomSource): Map<Market, Poster[]> {
  const perMarket = 12;
  return new Map(markets.map((market) => [market, Array.from({ length: perMarket }, () => random.pick(posters))]));
}
