import type { Draft } from './filter.ts';

/**
 * Search by what words begin. Among the active loads every word is looked for in the text of the load. Among all loads, which may
 * be millions, each word leads to ranges of an index: the numbers that begin with it, and the loads of the brokers, drivers
 * and cities that do. What is read is bounded by the figures below, whatever the size of the company.
 */
const brokersOrDriversPerWord = 20;
const citiesPerWord = 20;
/** Of each kind of number, the highest first: they are the newest. */
const numbersPerWord = 200;
/** Read of one range when more than its order decides: a second word, another filter, another sort. */
const loadsPerRange = 1_000;
/** Of the brokers, the drivers or the cities that words lead to, all words together. Those that begin alike share it. */
const loadsPerKind = 2_000;
const words = 5;

/** "MC-123456" and "#1042" are typed as they are said. */
export function splitTerms(search: string): string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^mc[-#]?(?=\d+$)|^#/, ''))
    .filter((word) => word !== '')
    .slice(0, words);
}

/** Every word begins a word of the load's text. */
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
  /** `n`: how many brokers, drivers or cities begin so. */
  limit: string;
}

/** The ids of the loads that a word leads to. `pickup`: the page's own range, when it is in the order of pickup and nothing else decides. */
export function writeCandidates(search: string, pickup: Ranges | null, draft: Draft): string {
  const terms = splitTerms(search);
  // One letter leads to nearly everything; what a longer word leads to is compared with it all the same.
  const longer = terms.filter((word) => word.length > 1);
  const leading = longer.length > 0 ? longer : terms.slice(0, 1);
  const share = Math.floor(loadsPerKind / leading.length);
  const range = pickup ?? { order: 'l.pickup_at desc, l.id desc', after: 'true', limit: `least(${loadsPerRange}, ${share} / o.n)` };
  const selects = leading.flatMap((word) => writeWord(word, range, draft));
  return selects.length === 0 ? 'select null::uuid as id where false' : selects.map((select) => `(${select})`).join('\n union ');
}

function writeWord(word: string, { order, after, limit }: Ranges, { bind }: Draft): string[] {
  // Bytes are compared, and no character stands above this one.
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

/** Each city once, by stepping through the index from one to the next. */
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
