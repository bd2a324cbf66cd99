import type { Draft } from './filter.ts';

/**
 * Search by the beginnings of words. Among the active loads, every word is searched in the text of the load. Among all loads, which may
 * be millions, each word selects index ranges: the numbers that begin with it, and the loads of the brokers, drivers and cities that
 * begin with it. The constants below limit how much a search reads, whatever the size of the company.
 */
const brokersOrDriversPerWord = 20;
const citiesPerWord = 20;
/** For each kind of number, the highest numbers first: they are the newest. */
const numbersPerWord = 200;
/** Read from one range when a second word, another filter or another sort decides too. */
const loadsPerRange = 1_000;
/** Read for all words together by one kind of lookup, e.g. by broker name. The brokers that begin with a word share it equally. */
const loadsPerKind = 2_000;
const words = 5;

/** Removes the prefix of "MC-123456" and "#1042", which people type as they say it. */
export function splitTerms(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^mc[-#]?(?=\d+$)|^#/, ''))
    .filter((word) => word !== '')
    .slice(0, words);
}

/** A condition: every search word is the beginning of a word in the load's text. */
export function writeTerms(search: string, { bind }: Draft): string {
  const patterns = splitTerms(search).map((word) => `% ${word.replace(/[\\%_]/g, '\\$&')}%`);
  return `lower(concat(' ', l.load_number, ' ', l.broker_load_number, ' ', l.rc, ' ', l.pickup_city, ' ', l.delivery_city,
    (select concat(' ', o.name, ' ', o.mc) from brokers o where o.company_id = $1 and o.id = l.broker_id),
    (select concat(' ', o.name, ' ', o.family_name) from drivers o where o.company_id = $1 and o.id = l.driver_id),
    (select string_agg(' ' || o.value, '') from load_references o where o.company_id = $1 and o.load_id = l.id)))
    like all (${bind(patterns, 'text[]')})`;
}

interface Ranges {
  order: string;
  after: string;
  /** May use `o.n`, the number of brokers, drivers or cities that begin with the word. */
  limit: string;
}

/** The ids of the loads that a word may find. `pickup` is the page's range if the page is sorted by pickup and has no other filter. */
export function writeCandidates(search: string, pickup: Ranges | null, draft: Draft): string {
  const terms = splitTerms(search);
  // A single letter would find nearly everything, so longer words choose the candidates. The letter is still checked on them.
  const longer = terms.filter((word) => word.length > 1);
  const leading = longer.length > 0 ? longer : terms.slice(0, 1);
  const share = Math.floor(loadsPerKind / leading.length);
  const range = pickup ?? { order: 'l.pickup_at desc, l.id desc', after: 'true', limit: `least(${loadsPerRange}, ${share} / o.n)` };
  const selects = leading.flatMap((word) => writeWord(word, range, draft));
  return selects.length === 0 ? 'select null::uuid as id where false' : selects.map((select) => `(${select})`).join('\n union ');
}

function writeWord(word: string, { order, after, limit }: Ranges, { bind }: Draft): string[] {
  // The comparison is by bytes, and this is the highest character.
  const [from, to] = [bind(word, 'text'), bind(`${word}\u{10ffff}`, 'text')];
  const isDigits = /^\d{1,8}$/.test(word);
  const [fromMc, toMc] = [bind(isDigits ? word : '', 'text'), bind(isDigits ? word.padEnd(8, '9') : '', 'text')];
  const begins = (text: string) => `${text} ~>=~ ${from} and ${text} ~<~ ${to}`;
  const own = 'l.company_id = $1 and l.deleted_at is null';
  const range = (condition: string) =>
    `select l.id from loads l where ${own} and ${condition} and ${after} order by ${order} limit ${limit}`;
  const number = (column: string) =>
    `select l.id from loads l where ${own} and ${begins(`l.${column}`)}
      order by l.${column} using ~>~ limit ${numbersPerWord}`;
  const named = (table: string, condition: string, key: string) =>
    `select l.id from (select o.id, count(*) over () as n
        from (select o.id from ${table} o where o.company_id = $1 and ${condition} limit ${brokersOrDriversPerWord}) o) o
      cross join lateral (${range(`l.${key} = o.id`)}) l`;
  return [
    ...['load_number_word', 'broker_load_number_word', 'rc_word'].map(number),
    `select r.load_id from load_references r where r.company_id = $1 and ${begins('r.value_word')} limit ${numbersPerWord}`,
    named('brokers', begins('o.name_word'), 'broker_id'),
    named('brokers', `o.mc >= ${fromMc} and o.mc <= ${toMc}`, 'broker_id'),
    ...['driver_id', 'co_driver_id'].flatMap((key) =>
      ['name_word', 'family_name_word'].map((column) => named('drivers', begins(`o.${column}`), key)),
    ),
    ...['l.pickup_city_word', 'l.delivery_city_word'].map(
      (column) =>
        `select l.id from (select c.city, count(*) over () as n from (${writeCities(column, from, to)}) c) o cross join lateral (${range(`${column} = o.city`)}) l`,
    ),
  ];
}

/** Lists each city once, by stepping through the index from city to city. */
function writeCities(city: string, from: string, to: string): string {
  const next = (start: string) =>
    `select ${city} as city from loads l where l.company_id = $1 and l.deleted_at is null and ${start} and ${city} ~<~ ${to}
      order by ${city} using ~<~ limit 1`;
  return `with recursive cities as (
      (${next(`${city} ~>=~ ${from}`)})
      union all
      select o.city from cities cross join lateral (${next(`${city} ~>~ cities.city`)}) o)
    select city from cities limit ${citiesPerWord}`;
}
