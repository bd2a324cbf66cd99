import { demoPeople } from '@headhaul/contracts/demo-people';
import { addDays, dayAt, daysBetween, timeAt } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { seedDemo } from './demo.ts';
import { seededDays, seedMails } from './mail.ts';

const nowMs = Date.now();
const template = {
  id: uuidv7(),
  name: 'Short',
  subject: '{{trip.miles}}: {{origin}} to {{destination}}, {{pickup.date}}',
  htmlBody: '<p></p>',
};
let api: TestApp;
let companyId: string;
let accountId: string;
beforeAll(async () => {
  api = await startTestApp();
  await seedDemo(api.platform.env, api.databaseUrl('worker'));
  const { rows } = await api.admin.query(
    `insert into email_accounts (company_id, id, user_id, provider, address, display_name, status, daily_cap)
     select current_company_id, $2, id, 'google', 'dispatch@bluffline.example', 'Bluff Line', 'CONNECTED', 2000 from users where email = $1
     returning company_id, id`,
    [demoPeople.find(({ subject }) => subject === 'demo-owner')?.email, uuidv7()],
  );
  companyId = rows[0].company_id;
  accountId = rows[0].id;
  for (let ago = 0; ago <= seededDays + 1; ago += 1) {
    const day = new Date(nowMs - ago * 86_400_000).toISOString().slice(0, 10);
    for (const table of ['emails', 'email_history']) {
      await api.admin.query(
        `create table if not exists ${table}_${day.replaceAll('-', '')} partition of ${table} for values from ('${day} 00:00Z') to ('${addDays(day, 1)} 00:00Z')`,
      );
    }
  }
}, 60_000);
afterAll(() => api.close());

interface SeededMail {
  id: string;
  at: Date;
  subject: string;
  offerCents: number;
  zone: string;
  /** Both are null for freight that another carrier got. */
  agreedCents: number | null;
  bookedAt: Date | null;
}

class TakeBack extends Error {}

/** Seeds the mails, reads them and rolls everything back. */
async function readMails(): Promise<SeededMail[]> {
  let mails: SeededMail[] = [];
  const writing = api.platform.db.withTenant(companyId, async (tx) => {
    await seedMails(tx, { accountId, signature: '', hasWatermark: false, templates: [template], host: 'test' }, nowMs);
    const { rows } = await sql<SeededMail>`
      select e.id, e.created_at as at, e.subject, e.offer_cents as "offerCents", c.time_zone as zone, l.booked_at as "bookedAt",
        coalesce((l.original ->> 'linehaulCents')::int, l.linehaul_cents::int) as "agreedCents"
      from emails e join companies c on c.company_id = e.company_id left join loads l on l.company_id = e.company_id and l.id = e.load_id
      where e.company_id = ${companyId} order by e.id`.execute(tx.db);
    mails = rows;
    throw new TakeBack();
  });
  await expect(writing).rejects.toThrow(TakeBack);
  return mails;
}

/** The subject ends with the pickup day: "330 mi: Toledo, OH to Milwaukee, WI, Fri Nov 13". Its year is that of the mail, or the next. */
function pickupDayOf({ subject, at }: SeededMail): string {
  const words = /(\w{3} \d+)$/.exec(subject)?.[1] ?? '';
  const year = at.getUTCFullYear();
  const days = [year, year + 1].map((one) => new Date(`${words}, ${one} UTC`).toISOString().slice(0, 10));
  return days.find((day) => day >= at.toISOString().slice(0, 10)) ?? '';
}

describe('the demo office’s mails', () => {
  it('are the same each time', async () => {
    const mails = await readMails();
    expect(mails.length).toBeGreaterThan(200);
    expect(await readMails()).toEqual(mails);
  });

  it('left while somebody sat at the desk, one to three days before the pickup', async () => {
    const mails = await readMails();
    const wrong = mails.filter((mail) => {
      const { at, zone } = mail;
      const day = dayAt(at.getTime(), zone);
      const time = timeAt(at.getTime(), zone);
      const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
      const [opens, closes] = isWeekend ? (['08:00', '13:00'] as const) : (['06:30', '18:30'] as const);
      const before = daysBetween(day, pickupDayOf(mail));
      return time < opens || time > closes || before < 1 || before > 3;
    });
    expect(wrong).toEqual([]);
  });

  it('ask what the miles are worth, and what was won before it was booked and for what was agreed', async () => {
    const mails = await readMails();
    const lost = mails.filter(({ agreedCents }) => agreedCents === null);
    const won = mails.filter(({ agreedCents }) => agreedCents !== null);
    const rpm = ({ offerCents, subject }: SeededMail) => offerCents / 100 / Number.parseInt(subject.replace(',', ''), 10);
    expect(lost.filter((mail) => rpm(mail) < 1.8 || rpm(mail) > 3.2)).toEqual([]);
    expect(won.filter((mail) => rpm(mail) < 1.8 || rpm(mail) > 3.6)).toEqual([]);
    expect(won.length).toBeGreaterThan(30);
    expect(won.filter(({ at, bookedAt, offerCents, agreedCents }) => !(bookedAt && at < bookedAt) || offerCents !== agreedCents)).toEqual(
      [],
    );
  });
});
