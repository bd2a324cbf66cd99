import type { AuthorityRecord, AuthorityStatus } from '@headhaul/domain/brokers/authority';
import { z } from 'zod';
import { createProvider, type ProviderAnswer, ProviderRefusal, type Question } from '../../lib/net/providers/provider.ts';
import type { Platform } from '../../lib/platform.ts';
import { Digits, PublishedDay, readItems, Text, ThousandsOfDollars } from './published-values.ts';

/** The number by which a broker is asked for, as digits. */
export type RegisterNumber = { mc: string } | { dot: string };

/** QCMobile publishes neither phone nor officers, and no day except that of an order out of service. */
export type QcCompany = Pick<
  AuthorityRecord,
  | 'dot'
  | 'mc'
  | 'legalName'
  | 'dbaName'
  | 'authorityStatus'
  | 'isBondOnFile'
  | 'bondCents'
  | 'liabilityCents'
  | 'isOutOfService'
  | 'outOfServiceSince'
  | 'address'
>;

export interface QcMobile {
  /** `answered` with null if FMCSA has no such company. */
  find(companyId: string, number: RegisterNumber): Promise<ProviderAnswer<QcCompany | null>>;
}

type Reply = Parameters<Question<unknown>['read']>[0];

const statuses: Readonly<Record<string, AuthorityStatus>> = { A: 'ACTIVE', I: 'INACTIVE', N: 'NONE' };

/** The documented and the real names of the fields differ, and both occur. */
const Carrier = z.object({
  dotNumber: Digits,
  mcNumber: Digits,
  legalName: Text,
  dbaName: Text,
  brokerAuthorityStatus: Text,
  bondInsuranceOnFile: ThousandsOfDollars,
  bipdInsuranceOnFile: ThousandsOfDollars,
  oosDate: z.unknown().optional(),
  outOfService: Text,
  outOfServiceDate: PublishedDay,
  phyStreet: Text,
  phyCity: Text,
  phyState: Text,
  phyZipcode: Text,
  phyZip: Text,
});
const Docket = z.object({ prefix: Text, docketNumber: Digits });

/** Companies with the same digits under another prefix. There are three prefixes. */
const mostWithSameDigits = 5;

/** Undefined without a key. */
export function createQcMobile(platform: Platform): QcMobile | undefined {
  const { FMCSA_API_BASE: base, FMCSA_WEB_KEY: webKey } = platform.env;
  if (!webKey) return undefined;
  const query = { webKey };
  // FMCSA publishes no limit, so the rate is our own choice.
  const qc = createProvider(platform, { name: 'fmcsa_qcmobile', base, timeoutMs: 4_000, patienceMs: 6_000, perMinute: 600 });

  function ask<T>(companyId: string, path: string, read: (reply: Reply) => T): Promise<ProviderAnswer<T>> {
    return qc.ask({ companyId, account: 'ours', path: `/qc/services/carriers/${path}`, query, read });
  }

  /** A search by digits finds MC, MX and FF numbers. Only the list of dockets tells which company has the MC number. */
  async function choose(companyId: string, mc: string, found: readonly QcCompany[]): Promise<ProviderAnswer<QcCompany | null>> {
    if (found.length <= 1) return { kind: 'answered', value: found[0] ?? null };
    for (const company of found.slice(0, mostWithSameDigits)) {
      const dockets = await ask(companyId, `${company.dot}/authority`, readDockets);
      if (dockets.kind === 'unavailable') return dockets;
      if (dockets.value.some((docket) => docket === `MC${mc}`)) return { kind: 'answered', value: company };
    }
    return { kind: 'answered', value: null };
  }

  return {
    async find(companyId, number) {
      if ('dot' in number) return ask(companyId, number.dot, (reply) => readCompany(reply, number.dot));
      const found = await ask(companyId, `docket-number/${number.mc}`, readCompanies);
      return found.kind === 'unavailable' ? found : choose(companyId, number.mc, found.value);
    },
  };
}

/** Throws on everything that is no answer of QCMobile: a page for people, half of an answer, an error. */
function readContent({ status, body }: Reply): unknown {
  if (status === 401 || status === 403) throw new ProviderRefusal(`status ${status}`);
  const { content } = z
    .object({ content: z.unknown() })
    .refine((answer) => 'content' in answer)
    .parse(body);
  // A wrong key has the status of an unknown company, and only this text tells them apart.
  if (typeof content === 'string' && /web\s?key/i.test(content)) throw new ProviderRefusal(`status ${status}, a text about the key`);
  if (status !== 200 || typeof content === 'string') throw new Error(`status ${status}`);
  return content;
}

export function readCompanies(reply: Reply): QcCompany[] {
  const content = readContent(reply);
  if (content === null) return [];
  return readItems(content, (item) => 'carrier' in item).map(({ carrier }) => toCompany(Carrier.parse(carrier), carrier as object));
}

function readCompany(reply: Reply, dot: string): QcCompany | null {
  const [company] = readCompanies(reply);
  if (company === undefined) return null;
  if (company.dot !== dot) throw new Error('an answer about another company');
  return company;
}

function readDockets(reply: Reply): string[] {
  const items = readItems(readContent(reply), (item) => 'carrierAuthority' in item);
  return items.map(({ carrierAuthority }) => {
    const { prefix, docketNumber } = Docket.parse(carrierAuthority);
    return `${prefix}${docketNumber}`;
  });
}

function toCompany(carrier: z.output<typeof Carrier>, raw: object): QcCompany {
  const { dotNumber: dot, legalName, brokerAuthorityStatus, bondInsuranceOnFile: bondCents } = carrier;
  if (dot === null || legalName === null) throw new Error('a company without number or name');
  const orderDay = PublishedDay.parse(carrier.oosDate) ?? carrier.outOfServiceDate;
  const isOut = orderDay !== null || carrier.outOfService === 'Y';
  const saysNotOut = ('oosDate' in raw && carrier.oosDate === null) || carrier.outOfService === 'N';
  const address = {
    street: carrier.phyStreet,
    city: carrier.phyCity,
    state: carrier.phyState,
    zip: carrier.phyZipcode ?? carrier.phyZip,
  };
  return {
    dot,
    mc: carrier.mcNumber,
    legalName,
    dbaName: carrier.dbaName,
    authorityStatus: statuses[brokerAuthorityStatus ?? ''] ?? null,
    isBondOnFile: bondCents === null ? null : bondCents > 0,
    bondCents,
    liabilityCents: carrier.bipdInsuranceOnFile,
    isOutOfService: isOut ? true : saysNotOut ? false : null,
    outOfServiceSince: orderDay,
    address: Object.values(address).every((part) => part === null) ? null : address,
  };
}
