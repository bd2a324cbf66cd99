import { createHash } from 'node:crypto';
import { brokerKeyOf, fingerprintText, freightOfLoad } from '@headhaul/domain/loads/fingerprint';
import { renderMail } from '@headhaul/domain/mail/render';
import { valuesOfLoad } from '@headhaul/domain/mail/values';
import { timeAt, zoneShort } from '@headhaul/domain/time/zoned-time';
import type { Insertable } from 'kysely';
import { readLoad, type WholeLoad } from '../../features/loads/read/read.service.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import type { EmailHistory, Emails } from '../../lib/db/generated.ts';
import { insertRows } from '../../lib/db/row-sets.ts';
import { type Chance, createChance } from './chance.ts';
import { asAgreed, askedAt, earliestAskDays, likeIt, sameDayAt } from './mail-asking.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
export const seededDays = 24;

export interface SeededTemplate {
  id: string;
  name: string;
  subject: string;
  htmlBody: string;
}

interface Correspondence {
  accountId: string;
  signature: string;
  hasWatermark: boolean;
  templates: readonly SeededTemplate[];
  host: string;
}

/**
 * Seeds weeks of mails to brokers: one for each load that the office won and that did not come by phone, and for each of
 * those some mails about freight that it lost.
 */
export async function seedMails(tx: TenantTx, correspondence: Correspondence, nowMs: number): Promise<number> {
  const chance = createChance(6_2026);
  const loads = await readAskedLoads(tx, nowMs);
  const company = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select(['name', 'mc', 'dot'])
    .executeTakeFirstOrThrow();
  const people = new Map(
    (await tx.db.selectFrom('users').select(['id', 'name', 'family_name', 'phone']).execute()).map((user) => [
      user.id,
      { name: `${user.name} ${user.family_name}`, phone: user.phone },
    ]),
  );
  const mails: Insertable<Emails>[] = [];
  const write = (load: WholeLoad, isWon: boolean, atMs: number) => {
    const user = people.get(load.dispatcherId ?? '');
    if (!user || !load.dispatcherId || atMs > nowMs - 5 * minuteMs) return;
    mails.push(toMail(tx, correspondence, chance, { load, isWon, atMs, nowMs, company, user, userId: load.dispatcherId }));
  };
  for (const [index, load] of loads.entries()) {
    const atMs = askedAt(load, chance);
    if (atMs === null) continue;
    write(load, true, atMs);
    // Freight that other carriers got.
    for (let others = 3 + chance.below(6); others > 0; others -= 1) {
      const other = loads[(index + 1 + chance.below(loads.length)) % loads.length];
      if (!other || other.id === load.id) continue;
      const otherMs = sameDayAt(atMs, load.companyZone, chance);
      write(likeIt(other, otherMs, chance), false, otherMs);
    }
  }
  await insertRows(tx, 'emails', mails);
  await insertRows(
    tx,
    'email_history',
    mails.flatMap((mail) => historyOf(mail, chance)),
  );
  for (const { id } of correspondence.templates) {
    const ofTemplate = mails.filter((mail) => mail.template_id === id && mail.state === 'SENT');
    await tx.db
      .updateTable('email_templates')
      .set({ sent: ofTemplate.length, answered: ofTemplate.filter(({ answer }) => answer !== null).length })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .execute();
  }
  return mails.length;
}

async function readAskedLoads(tx: TenantTx, nowMs: number): Promise<WholeLoad[]> {
  const rows = await tx.db
    .selectFrom('loads')
    .where('company_id', '=', tx.companyId)
    .where('deleted_at', 'is', null)
    .where('broker_contact_email', 'is not', null)
    .where('booked_at', '>', new Date(nowMs - (seededDays - earliestAskDays - 1) * dayMs))
    .orderBy('booked_at')
    .orderBy('id')
    .limit(150)
    .select('id')
    .execute();
  const loads: WholeLoad[] = [];
  for (const { id } of rows) loads.push(asAgreed(await readLoad(tx, id)));
  return loads;
}

interface Asked {
  load: WholeLoad;
  isWon: boolean;
  atMs: number;
  nowMs: number;
  company: { name: string; mc: string | null; dot: string | null };
  user: { name: string; phone: string | null };
  userId: string;
}

function toMail(
  tx: TenantTx,
  about: Correspondence,
  chance: Chance,
  { load, isWon, atMs, nowMs, company, user, userId }: Asked,
): Insertable<Emails> {
  const template = chance.once(4) ? (about.templates[1] ?? about.templates[0]) : about.templates[0];
  if (!template) throw new Error('The demo mailbox has no template.');
  const emptyMs = Date.parse(load.pickupAt) - 2 * 60 * minuteMs;
  const known = valuesOfLoad({
    load,
    milesToPickup: null,
    driver: null,
    company,
    user,
    offerCents: load.linehaulCents,
    now: new Date(atMs),
  });
  const values = {
    ...known,
    'driver.location': `${load.pickupCity}, ${load.pickupState}`,
    'driver.available': `${known['pickup.date']} ${timeAt(emptyMs, load.pickupZone)} ${zoneShort(emptyMs, load.pickupZone)}`,
  };
  const { subject, html, text } = renderMail(
    { subject: template.subject, htmlBody: template.htmlBody, signature: about.signature, hasWatermark: about.hasWatermark },
    values,
  );
  const brokerKey = brokerKeyOf({ mc: load.brokerMc, email: load.brokerContactEmail, name: load.brokerName });
  const fingerprint = isWon ? fingerprintText(freightOfLoad(load, brokerKey)) : null;
  const at = Math.floor(atMs);
  const id = chance.id(at);
  const isBounce = !isWon && chance.once(80);
  const answer = isBounce ? null : isWon ? 'REPLIED' : chance.once(9) ? chance.of(['REPLIED', 'DECLINED', 'DECLINED']) : null;
  const leftMs = at + 10_000 + chance.below(4_000);
  return {
    company_id: tx.companyId,
    created_at: new Date(at),
    id,
    kind: 'BROKER',
    state: isBounce ? 'FAILED' : 'SENT',
    account_id: about.accountId,
    user_id: userId,
    template_id: template.id,
    template_name: template.name,
    to_address: (load.brokerContactEmail ?? '').toLowerCase(),
    to_name: load.brokerContactName,
    subject,
    html,
    text,
    load_id: isWon ? load.id : null,
    broker_id: load.brokerId,
    broker_name: load.brokerName,
    broker_key: brokerKey,
    fingerprint: fingerprint && createHash('sha256').update(fingerprint).digest('hex').slice(0, 32),
    lane: `${load.pickupCity}, ${load.pickupState} to ${load.deliveryCity}, ${load.deliveryState}`,
    offer_cents: load.linehaulCents,
    message_id: `<${id}@${about.host}>`,
    leaves_at: new Date(at + 10_000),
    sent_at: isBounce ? null : new Date(leftMs),
    finished_at: new Date(leftMs),
    attempts: 1,
    reason: isBounce ? 'The recipient’s server does not know this address.' : null,
    is_bounce: isBounce,
    answer,
    answered_at: answer === null ? null : new Date(Math.min(leftMs + chance.between(6, 75) * minuteMs, nowMs)),
  };
}

function historyOf(mail: Insertable<Emails>, chance: Chance): Insertable<EmailHistory>[] {
  const line = (state: string, at: Date, userId: string | null): Insertable<EmailHistory> => ({
    company_id: mail.company_id,
    at,
    id: chance.id(at.getTime()),
    email_id: mail.id,
    state,
    user_id: userId,
    note: state === 'FAILED' ? (mail.reason ?? null) : null,
  });
  return [line('QUEUED', mail.created_at as Date, mail.user_id), line(mail.state, mail.finished_at as Date, null)];
}
