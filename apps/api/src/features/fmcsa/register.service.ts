import type { ProviderAnswer } from '../../lib/net/providers/provider.ts';
import type { Platform } from '../../lib/platform.ts';
import { companyFromOpenData, mergeRecord, type OpenFacts, oldestOf, type RecordWithAge, withoutOlder } from './merge-record.ts';
import { type CensusEntry, createOpenData, type Published } from './open-data.ts';
import { createQcMobile, type QcCompany, type RegisterNumber } from './qcmobile.ts';
import { findKept } from './records.service.ts';

/** What FMCSA answered now. `unavailable` if neither of its services did, or if what it published is older than what is kept. */
export type RegisterAnswer =
  | ({ kind: 'found' } & RecordWithAge)
  | { kind: 'missing'; source: RecordWithAge['source']; checkedAt: Date; openDataAsOf: Date | null }
  | { kind: 'unavailable' };

export interface Register {
  /** Asks QCMobile first, and the open data for what it doesn't publish or if it does not answer. */
  ask(companyId: string, number: RegisterNumber): Promise<RegisterAnswer>;
}

export function createRegister(platform: Platform): Register {
  const qcMobile = createQcMobile(platform);
  const openData = createOpenData(platform);

  /** The value of an answer. A company without turns left, and a service that is resting, were logged when it began. */
  function readAnswer<T>(service: string, answer: ProviderAnswer<T>): T | undefined {
    if (answer.kind === 'answered') return answer.value;
    const { because, reason } = answer;
    if (because !== 'LIMIT' && because !== 'RESTING') platform.log.warn({ service, because, reason }, 'FMCSA did not answer');
    return undefined;
  }
  const published = async <T>(answer: Promise<ProviderAnswer<Published<T>>>) => readAnswer('open data', await answer);

  async function askOpenData(companyId: string, dot: string, isBondOnFile: boolean | null): Promise<OpenFacts> {
    const [census, events, filings, bondEnd] = await Promise.all([
      published(openData.findInCensus(companyId, dot)),
      published(openData.listAuthorityEvents(companyId, dot)),
      published(openData.findFilings(companyId, dot)),
      isBondOnFile === true ? undefined : published(openData.findBondEnd(companyId, dot)),
    ]);
    return { census, events, filings, bondEnd };
  }

  async function complete(companyId: string, number: RegisterNumber, company: QcCompany): Promise<RegisterAnswer> {
    const checkedAt = new Date();
    const kept = await findKept(platform.db.global, { dot: company.dot });
    const facts = withoutOlder(await askOpenData(companyId, company.dot, company.isBondOnFile), kept);
    const dockets = facts.census?.value?.dockets ?? [];
    const { mc } = { mc: null, ...number };
    // QCMobile searches by digits alone, and here they are a forwarder's.
    if (mc !== null && !dockets.includes(`MC${mc}`) && dockets.includes(`FF${mc}`)) {
      return { kind: 'missing', source: 'QCMOBILE', checkedAt, openDataAsOf: oldestOf(facts) } as const;
    }
    const record = mergeRecord({ ...company, mc: company.mc ?? mc }, facts, kept?.record);
    const isCarried = kept !== undefined && (!facts.census || !facts.events || !facts.filings);
    // What was carried over is at least as old as the rest.
    const openDataAsOf = (isCarried ? kept.openDataAsOf : null) ?? oldestOf(facts);
    return { kind: 'found', record, source: 'QCMOBILE', checkedAt, openDataAsOf };
  }

  /** An MC number with several companies names none of them: only QCMobile knows whose it is. */
  async function findInCensus(companyId: string, number: RegisterNumber): Promise<Published<CensusEntry | null> | undefined> {
    if ('dot' in number) return published(openData.findInCensus(companyId, number.dot));
    const listed = await published(openData.listWithMc(companyId, number.mc));
    if (!listed || listed.value.length > 1) return undefined;
    return { ...listed, value: listed.value[0] ?? null };
  }

  async function askOnlyOpenData(companyId: string, number: RegisterNumber): Promise<RegisterAnswer> {
    const census = await findInCensus(companyId, number);
    const checkedAt = new Date();
    if (!census) return { kind: 'unavailable' };
    if (!census.value) {
      // The open data may be older than the record that is kept.
      const isKept = (await findKept(platform.db.global, number)) !== undefined;
      return isKept ? { kind: 'unavailable' } : { kind: 'missing', source: 'OPEN_DATA', checkedAt, openDataAsOf: census.asOf };
    }
    const { dot } = census.value;
    const kept = await findKept(platform.db.global, { dot });
    const [events, authority, filings, bondEnd, outOfService] = await Promise.all([
      published(openData.listAuthorityEvents(companyId, dot)),
      published(openData.findAuthority(companyId, dot)),
      published(openData.findFilings(companyId, dot)),
      published(openData.findBondEnd(companyId, dot)),
      published(openData.findOutOfService(companyId, dot)),
    ]);
    const facts = { census, events, authority, filings, bondEnd, outOfService };
    const openDataAsOf = oldestOf(facts);
    const knownAt = kept?.source === 'QCMOBILE' ? kept.checkedAt : kept?.openDataAsOf;
    if (openDataAsOf === null || (knownAt && openDataAsOf < knownAt)) return { kind: 'unavailable' };
    const record = mergeRecord(companyFromOpenData(census.value, facts), facts, undefined);
    return { kind: 'found', record, source: 'OPEN_DATA', checkedAt, openDataAsOf };
  }

  return {
    async ask(companyId, number) {
      const company = qcMobile && readAnswer('QCMobile', await qcMobile.find(companyId, number));
      if (company) return complete(companyId, number, company);
      if (company === null) return { kind: 'missing', source: 'QCMOBILE', checkedAt: new Date(), openDataAsOf: null };
      return askOnlyOpenData(companyId, number);
    },
  };
}
