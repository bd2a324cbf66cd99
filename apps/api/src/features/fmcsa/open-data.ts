import type { AuthorityRecord } from '@headhaul/domain/brokers/authority';
import { z } from 'zod';
import { createProvider, type ProviderAnswer, ProviderRefusal, type Question } from '../../lib/net/providers/provider.ts';
import type { Platform } from '../../lib/platform.ts';
import { Digits, Dollars, type PlainObject, PublishedDay, PublishedPhone, readItems, Text } from './published-values.ts';

/** The datasets on data.transportation.gov. The census has everybody. The others have only a part of all companies. */
const datasets = {
  census: 'az4n-8mr2',
  authorities: 'inys-ebih',
  authorityHistory: 'yu5v-wbh6',
  filings: 'c5y8-a4uz',
  canceledFilings: '3uet-3z4i',
  outOfService: 'p2mt-9ige',
} as const;
type Dataset = keyof typeof datasets;
/** The others name the company's number `usdot_number`. */
const withDotNumber: readonly Dataset[] = ['census', 'outOfService'];
/** No company has more rows in one of these. */
const mostRows = '200';

/** Rows of a dataset, and how current it is. */
export interface Published<T> {
  value: T;
  asOf: Date;
}

export type CensusEntry = Pick<AuthorityRecord, 'dot' | 'mc' | 'legalName' | 'dbaName' | 'address' | 'phone' | 'officers'> & {
  /** Such as `MC428816`. */
  dockets: string[];
};
export interface AuthorityEvent {
  isActive: boolean;
  reason: string;
  on: string;
}
export interface BrokerFilings {
  bondCents: number | null;
  bondSince: string | null;
  liabilityCents: number | null;
}

export interface OpenData {
  findInCensus(companyId: string, dot: string): Promise<ProviderAnswer<Published<CensusEntry | null>>>;
  /** Mostly one. A number that changed hands may stand with more, and nothing here says whose it is now. */
  listWithMc(companyId: string, mc: string): Promise<ProviderAnswer<Published<CensusEntry[]>>>;
  /** The changes of the broker authority, the oldest first. None does not mean that there is no authority. */
  listAuthorityEvents(companyId: string, dot: string): Promise<ProviderAnswer<Published<AuthorityEvent[]>>>;
  /** Null where this dataset does not have the company as a broker. */
  findAuthority(
    companyId: string,
    dot: string,
  ): Promise<ProviderAnswer<Published<{ status: string | null; bondFile: string | null } | null>>>;
  findFilings(companyId: string, dot: string): Promise<ProviderAnswer<Published<BrokerFilings>>>;
  /** The day on which the last bond ended. */
  findBondEnd(companyId: string, dot: string): Promise<ProviderAnswer<Published<string | null>>>;
  /** The day of an order out of service, `unknown` if it has none, null if there is no order. */
  findOutOfService(companyId: string, dot: string): Promise<ProviderAnswer<Published<string | null>>>;
}

const Census = z.object({
  dot_number: Digits,
  legal_name: Text,
  dba_name: Text,
  phone: PublishedPhone,
  company_officer_1: Text,
  company_officer_2: Text,
  phy_street: Text,
  phy_city: Text,
  phy_state: Text,
  phy_zip: Text,
});
const docketColumns = [1, 2, 3].map((index) => ({ prefix: `docket${index}prefix`, number: `docket${index}` }));
const HistoryRow = z.object({ op_auth_type: Text, op_auth_status: Text, reason: Text, status_change_date: PublishedDay });
const AuthorityRow = z.object({ op_auth_type: Text, op_auth_status: Text, bond_file: Text });
const Filing = z.object({
  ins_form_code: Text,
  max_cov_amount: Dollars,
  effective_date: PublishedDay,
  cancl_effective_date: PublishedDay,
});
const OrderRow = z.object({ oos_date: PublishedDay, status: Text });

export function createOpenData(platform: Platform): OpenData {
  const { FMCSA_OPEN_DATA_BASE: base, FMCSA_APP_TOKEN: token } = platform.env;
  // Questions without a token share what Socrata allows everybody at this address.
  const perMinute = token ? 600 : 120;
  const socrata = createProvider(platform, { name: 'fmcsa_open_data', base, timeoutMs: 4_000, patienceMs: 6_000, perMinute });

  function ask<T>(
    companyId: string,
    dataset: Dataset,
    query: Record<string, string>,
    interpret: (rows: PlainObject[]) => T,
  ): Promise<ProviderAnswer<Published<T>>> {
    return socrata.ask({
      companyId,
      account: 'ours',
      path: `/resource/${datasets[dataset]}.json`,
      query: { ...query, $limit: mostRows },
      headers: token ? { 'x-app-token': token } : {},
      read(reply) {
        const { value, asOf } = readRows(reply);
        return { value: interpret(value), asOf };
      },
    });
  }

  function askAbout<T>(companyId: string, dataset: Dataset, dot: string, interpret: (rows: PlainObject[]) => T) {
    const column = withDotNumber.includes(dataset) ? 'dot_number' : 'usdot_number';
    return ask(companyId, dataset, { [column]: dot }, (rows) => {
      if (rows.some((row) => Digits.parse(row[column]) !== dot)) throw new Error('rows about another company');
      return interpret(rows);
    });
  }

  return {
    findInCensus: (companyId, dot) => askAbout(companyId, 'census', dot, ([row]) => (row ? toEntry(row) : null)),
    listWithMc: (companyId, mc) =>
      ask(companyId, 'census', { $where: whereMc(mc) }, (rows) => {
        const entries = rows.map(toEntry);
        if (entries.some(({ dockets }) => !dockets.includes(`MC${mc}`))) throw new Error('rows about another company');
        return [...new Map(entries.map((entry) => [entry.dot, { ...entry, mc }])).values()];
      }),
    listAuthorityEvents: (companyId, dot) => askAbout(companyId, 'authorityHistory', dot, toEvents),
    findAuthority: (companyId, dot) =>
      askAbout(companyId, 'authorities', dot, (rows) => {
        const row = rows.map((one) => AuthorityRow.parse(one)).find(({ op_auth_type }) => isBroker(op_auth_type));
        return row ? { status: row.op_auth_status, bondFile: row.bond_file } : null;
      }),
    findFilings: (companyId, dot) => askAbout(companyId, 'filings', dot, toFilings),
    findBondEnd: (companyId, dot) =>
      askAbout(companyId, 'canceledFilings', dot, (rows) => {
        const bonds = rows.map((row) => Filing.parse(row)).filter(isBond);
        return latest(bonds.map(({ cancl_effective_date }) => cancl_effective_date));
      }),
    findOutOfService: (companyId, dot) =>
      askAbout(companyId, 'outOfService', dot, (rows) => {
        const orders = rows.map((row) => OrderRow.parse(row)).filter(({ status }) => status === 'ACTIVE');
        return orders.length === 0 ? null : (latest(orders.map(({ oos_date }) => oos_date)) ?? 'unknown');
      }),
  };
}

/** The number is digits. A company that forwarded freight first has its MC number second or third. */
function whereMc(mc: string): string {
  return docketColumns.map(({ prefix, number }) => `(${prefix} = 'MC' and ${number} = '${mc}')`).join(' or ');
}

/** Throws if this is no list of rows, or if it does not say how current it is: such an answer could not be labeled. */
export function readRows({ status, headers, body }: Parameters<Question<unknown>['read']>[0]): Published<PlainObject[]> {
  if (status === 401 || status === 403) throw new ProviderRefusal(`status ${status}`);
  if (status !== 200) throw new Error(`status ${status}`);
  const asOfMs = Date.parse(headers.get('x-soda2-truth-last-modified') ?? headers.get('last-modified') ?? '');
  if (Number.isNaN(asOfMs)) throw new Error('no age');
  const rows = readItems(body, (item) => 'dot_number' in item || 'usdot_number' in item);
  return { value: rows, asOf: new Date(Math.min(asOfMs, Date.now())) };
}

function latest(days: readonly (string | null)[]): string | null {
  return days.reduce((last, day) => (day !== null && (last === null || day > last) ? day : last), null);
}

/** "Broker of Property (Except Household Goods)" */
function isBroker(type: string | null): boolean {
  return type !== null && /\bbroker of property\b/i.test(type);
}

/** BMC-84 is a bond, BMC-85 a trust fund. Either is enough for a broker. */
function isBond({ ins_form_code }: z.output<typeof Filing>): boolean {
  return ins_form_code !== null && /^(BMC-?)?8[45]$/i.test(ins_form_code);
}

function toEntry(row: PlainObject): CensusEntry {
  const { dot_number: dot, legal_name: legalName, ...entry } = Census.parse(row);
  if (dot === null || legalName === null) throw new Error('a company without number or name');
  const dockets = docketColumns.flatMap(({ prefix, number }) => {
    const digits = Digits.parse(row[number]);
    return digits === null ? [] : [`${Text.parse(row[prefix]) ?? ''}${digits}`];
  });
  const officers = [entry.company_officer_1, entry.company_officer_2].filter((name) => name !== null);
  const address = { street: entry.phy_street, city: entry.phy_city, state: entry.phy_state, zip: entry.phy_zip };
  return {
    dot,
    mc: dockets.find((docket) => docket.startsWith('MC'))?.slice(2) ?? null,
    legalName,
    dbaName: entry.dba_name,
    address: Object.values(address).every((part) => part === null) ? null : address,
    phone: entry.phone,
    officers: officers.length === 0 ? null : officers,
    dockets,
  };
}

function toEvents(rows: PlainObject[]): AuthorityEvent[] {
  return rows
    .map((row) => HistoryRow.parse(row))
    .filter(({ op_auth_type }) => isBroker(op_auth_type))
    .flatMap(({ op_auth_status, reason, status_change_date: on }) =>
      on === null || (op_auth_status !== 'Active' && op_auth_status !== 'Inactive')
        ? []
        : [{ isActive: op_auth_status === 'Active', reason: reason ?? '', on }],
    )
    .sort((left, right) => left.on.localeCompare(right.on));
}

function toFilings(rows: PlainObject[]): BrokerFilings {
  const filings = rows.map((row) => Filing.parse(row));
  const bonds = filings.filter(isBond);
  const liability = filings.filter(({ ins_form_code }) => ins_form_code !== null && /^(BMC-?)?91/i.test(ins_form_code));
  const largest = (amounts: (number | null)[]) =>
    amounts.reduce((most, amount) => (amount !== null && (most === null || amount > most) ? amount : most), null);
  return {
    bondCents: largest(bonds.map(({ max_cov_amount }) => max_cov_amount)),
    bondSince: latest(bonds.map(({ effective_date }) => effective_date)),
    liabilityCents: largest(liability.map(({ max_cov_amount }) => max_cov_amount)),
  };
}
