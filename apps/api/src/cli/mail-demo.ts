import { demoPeople } from '@headhaul/contracts/demo-people';
import { factsOfTemplate } from '@headhaul/domain/mail/render';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { saveMailbox } from '../features/email-accounts/save-mailbox.service.ts';
import { openSmtpSession } from '../features/email-accounts/senders/smtp-session.ts';
import { cleanHtml, cleanSignature } from '../features/email-templates/clean-html.service.ts';
import { startingTemplate } from '../features/email-templates/starting-template.ts';
import { requireActivePlan } from '../features/limits/plan-limits.service.ts';
import type { TenantTx } from '../lib/db/database.ts';
import { readApiEnv, readMigratorEnv } from '../lib/env.ts';
import { createApiPlatform } from '../lib/platform.ts';
import { type SeededTemplate, seededDays, seedMails } from './seed/mail.ts';

/**
 * `node src/cli/mail-demo.ts http://localhost:4100` connects a mailbox for each demo office at the sandbox with this address, as its
 * owner would in the form, and writes the mails of the last weeks. The seed can't do this, because a mailbox that nobody connected
 * can't send. Running it again changes nothing.
 */
const [home] = process.argv.slice(2);
if (home === undefined) throw new Error('Name the sandbox’s address.');
const smtpPort = Number(new URL(home).port) + 8;
const password = 'demo-mailbox';

const offices = [
  { subject: 'demo-owner', address: 'dispatch@bluffline.example', displayName: 'Bluff Line Dispatch', phone: '(712) 555-0148' },
  { subject: 'demo-carrier', address: 'loads@bellfreight.example', displayName: 'Bell Freight', phone: '(417) 555-0172' },
] as const;

const rateTemplate = {
  name: 'Rate first',
  subject: '{{offer.rate}} for {{origin}} to {{destination}}, {{pickup.date}}',
  htmlBody:
    '<p>{{broker.contact|Hello}}, {{offer.rate}} for {{origin}} to {{destination}} on {{pickup.date}}.</p><p>{{equipment}} {{length}}, empty in {{driver.location}} at {{driver.available}}.</p><p>MC {{company.mc}}, tracking on.</p>',
};

/** The mails are older than the tables, which have no partitions for those days yet. */
async function makePastDays(): Promise<void> {
  const migrator = new pg.Client({ connectionString: readMigratorEnv().DATABASE_MIGRATOR_URL });
  await migrator.connect();
  try {
    for (const table of ['emails', 'email_history']) {
      for (let daysAgo = 1; daysAgo <= seededDays + 1; daysAgo += 1) {
        const [day, next] = [daysAgo, daysAgo - 1].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
        const child = `${table}_${day?.replaceAll('-', '')}`;
        const { rows } = await migrator.query<{ known: string | null }>('select to_regclass($1) as known', [child]);
        if (rows[0]?.known != null) continue;
        await migrator.query(`create table ${child} partition of ${table} for values from ('${day} 00:00+00') to ('${next} 00:00+00')`);
        await migrator.query('select protect_tenant_table($1::regclass)', [child]);
      }
    }
  } finally {
    await migrator.end();
  }
}

async function writeTemplates(tx: TenantTx, accountId: string): Promise<SeededTemplate[]> {
  const templates = [startingTemplate, rateTemplate].map((template) => ({
    ...template,
    id: uuidv7(),
    htmlBody: cleanHtml(template.htmlBody),
  }));
  await tx.db
    .insertInto('email_templates')
    .values(
      templates.map(({ id, name, subject, htmlBody }, index) => {
        const { unknownVariables, hasText } = factsOfTemplate({ subject, htmlBody });
        return {
          company_id: tx.companyId,
          id,
          account_id: accountId,
          name,
          subject,
          html_body: htmlBody,
          is_default: index === 0,
          unknown_variables: unknownVariables,
          has_text: hasText,
        };
      }),
    )
    .execute();
  return templates;
}

const env = readApiEnv();
const platform = createApiPlatform(env);

async function connectOffice({ subject, address, displayName, phone }: (typeof offices)[number]): Promise<number> {
  const email = demoPeople.find((person) => person.subject === subject)?.email ?? '';
  const owner = await platform.db.global
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'current_company_id'])
    .executeTakeFirst();
  if (!owner) return 0;
  const isKnown = await platform.db.withTenant(owner.current_company_id, (tx) =>
    tx.db.selectFrom('email_accounts').where('company_id', '=', tx.companyId).select('id').limit(1).executeTakeFirst(),
  );
  if (isKnown) return 0;
  const smtp = { host: 'localhost', port: smtpPort, security: 'starttls' as const, username: address };
  const session = await openSmtpSession(smtp, password, env.SMTP_ACCOUNTS_ALLOWED_HOSTS);
  session.close();
  return platform.db.withTenant(owner.current_company_id, async (tx) => {
    const secrets = [{ field: 'smtp_password' as const, plain: password }];
    const accountId = await saveMailbox(platform, tx, owner.id, { provider: 'smtp', address, displayName, smtp, secrets }, null);
    const signature = cleanSignature(
      `<p><strong>{{user.name}}</strong>, dispatch<br>{{company.name}}, MC {{company.mc}}, USDOT {{company.dot}}<br><a href="tel:+1${phone.replace(/\D/g, '')}">${phone}</a></p>`,
      env.PUBLIC_URL,
    );
    await tx.db
      .updateTable('email_accounts')
      .set({ signature_html: signature, is_shared: true })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', accountId)
      .execute();
    const templates = await writeTemplates(tx, accountId);
    const { plan } = await requireActivePlan(tx, 'emailAddresses');
    const host = new URL(env.PUBLIC_URL).hostname;
    return seedMails(tx, { accountId, signature, hasWatermark: plan.hasWatermark, templates, host }, Date.now());
  });
}

try {
  await makePastDays();
  let mails = 0;
  for (const office of offices) mails += await connectOffice(office);
  process.stdout.write(`The demo offices have mailboxes; ${mails} mails were written down.\n`);
} finally {
  await platform.close();
}
