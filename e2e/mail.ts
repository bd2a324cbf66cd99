import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { callAs, choosePerson, expect } from './product.ts';
import { sandboxOrigin } from './world.ts';

/** Long enough for the ten seconds in which a mail can be taken back, the way to the provider, and the update of the screen. */
export const delivered = expect.configure({ timeout: 60_000 });

interface ArrivedMail {
  subject: string;
  html: string;
  account: string | null;
  provider: string;
}

/** All mails that reached this address. */
export async function arrivedAt(request: APIRequestContext, address: string): Promise<ArrivedMail[]> {
  const answer = await request.get(`${sandboxOrigin}/mailbox/messages?to=${encodeURIComponent(address)}`);
  return answer.json();
}

type Way = 'Gmail or Google Workspace' | 'Outlook or Microsoft 365';

/** On the provider's pages: chooses the account and grants the right to send. */
export async function grantAt(page: Page, way: Way, person: { name: string; email: string }): Promise<void> {
  await choosePerson(page, person);
  if (way === 'Gmail or Google Workspace') await page.getByLabel('Send email on your behalf').check();
  await page.getByRole('button', { name: way === 'Gmail or Google Workspace' ? 'Continue' : 'Accept' }).click();
}

export async function connectMailbox(page: Page, way: Way, person: { name: string; email: string }): Promise<void> {
  await page.goto('/dispatcher/accounts');
  const first = page.getByRole('button', { name: `Connect ${way}` });
  const another = page.getByRole('button', { name: 'Connect mailbox', disabled: false });
  await expect(first.or(another)).toBeVisible();
  if (await another.isVisible()) await another.click();
  await first.click();
  await grantAt(page, way, person);
  await expect(page.getByRole('heading', { name: `${person.email} is connected` })).toBeVisible();
}

export function mailboxCard(page: Page, address: string): Locator {
  return page.getByRole('article', { name: address });
}

/** Saves the default template of the first mailbox, without the editor. */
export async function writeTemplate(page: Page): Promise<string> {
  const { emailAccounts } = await callAs(page, emailAccountEndpoints.listEmailAccounts, {});
  const id = emailAccounts[0]?.id ?? '';
  await callAs(page, emailTemplateEndpoints.saveTemplate, {
    params: { id },
    body: {
      subject: 'Is the load still open?',
      htmlBody: '<p>Is it still open? I can do it for {{offer.rate}}. {{equipment}}, MC {{company.mc|918204}}.</p>',
    },
  });
  return id;
}

const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A load whose broker has an email address. */
export function bookFrom(page: Page, contactEmail: string): Promise<Load> {
  return callAs(page, loadEndpoints.createLoad, {
    body: {
      brokerName: 'Lakeshore Freight',
      brokerMc: '428816',
      brokerContactName: 'Carla Ruiz',
      brokerContactEmail: contactEmail,
      stops: [
        { kind: 'PICKUP', city: 'Milwaukee', state: 'WI', day: daysAhead(2), time: '08:00' },
        { kind: 'DELIVERY', city: 'Conley', state: 'GA', day: daysAhead(4), time: '14:00' },
      ],
      linehaulCents: 220_000,
      rc: 'LF-77120',
    },
  });
}

/** The dialog "Email broker" on the load's page, filled in. */
export async function composeFor(page: Page, load: Load, askRate: string): Promise<Locator> {
  await page.goto(`/dispatcher/my-loads/${load.id}`);
  await page.getByRole('button', { name: 'Email broker' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Email Lakeshore Freight' });
  await dialog.getByLabel('Ask rate').fill(askRate);
  await expect(dialog.frameLocator('iframe').getByText(`$${askRate}`)).toBeVisible();
  return dialog;
}
