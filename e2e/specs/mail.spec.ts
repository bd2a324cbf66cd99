import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import type { Page } from '@playwright/test';
import { arrivedAt, bookFrom, composeFor, connectMailbox, delivered, grantAt, mailboxCard, writeTemplate } from '../mail.ts';
import { control } from '../payments.ts';
import { callAs, expect, joinElsewhere, newcomer, openOffice, test } from '../product.ts';
import { appOrigin, mailServerPort } from '../world.ts';

/** One pixel, so that the picture of a signature is a real one. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('Google, Microsoft and a mail server are connected, as far as the plan goes', async ({ page }) => {
  const person = newcomer('Gail Moss');
  await openOffice(page, person);
  await connectMailbox(page, 'Gmail or Google Workspace', person);
  const second = newcomer('Mila Moss');
  await connectMailbox(page, 'Outlook or Microsoft 365', second);

  const signInAtServer = async () => {
    await page.getByRole('button', { name: 'Connect mailbox' }).click();
    await page.getByRole('button', { name: 'Connect Other (SMTP)' }).click();
    const form = page.getByRole('dialog', { name: 'Connect with SMTP' });
    await form.getByLabel('Address').fill('dispatch@own-server.test');
    await form.getByLabel('Address').blur();
    await expect(form.getByLabel('Mail server')).toHaveValue('smtp.own-server.test');
    await form.getByLabel('Mail server').fill('localhost');
    await form.getByLabel('Port').fill(String(mailServerPort));
    await form.getByLabel('User name').fill('dispatch@own-server.test');
    await form.getByLabel('Password').fill('correct horse');
    await form.getByRole('button', { name: 'Sign in and connect' }).click();
  };
  await page.goto('/dispatcher/accounts');
  await page.getByRole('button', { name: 'Connect mailbox' }).click();
  await expect(page.getByText('You have used 2 of 2 email addresses on the trial.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Other (SMTP)' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await mailboxCard(page, second.email)
    .getByRole('button', { name: `What to do with ${second.email}` })
    .click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(mailboxCard(page, second.email)).toBeHidden();
  await signInAtServer();
  await expect(mailboxCard(page, 'dispatch@own-server.test')).toContainText('Good');
  await expect(mailboxCard(page, person.email)).toContainText('Good');
});

test('a template with variables and a signed picture: what is previewed arrives, and one mail is taken back', async ({ page, request }) => {
  const person = newcomer('Tess Orr');
  await openOffice(page, person);
  await connectMailbox(page, 'Gmail or Google Workspace', person);
  await page.getByRole('link', { name: 'Signature' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Tess Orr');
  await page.getByLabel('Picture file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel });
  await expect(page.getByRole('img', { name: 'In the signature' })).toBeVisible();
  await page.getByRole('button', { name: 'Save signature' }).click();
  await expect(page.getByText('The signature is saved for every template of this mailbox')).toBeVisible();

  await page.getByRole('button', { name: 'Template', exact: true }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Is it still open? My rate is ');
  await page.keyboard.type('{');
  await page.keyboard.type('ask');
  await page.getByRole('option', { name: /Ask rate/ }).click();
  await page.keyboard.type('for this dry van, MC 918204.');
  const seen = page.getByRole('region', { name: 'As the broker sees it' });
  await expect(seen.frameLocator('iframe').getByText('$2,450')).toBeVisible();
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText(/^Saved /).first()).toBeVisible();

  const { email: rita } = newcomer('Rita Ruiz');
  const first = await composeFor(page, await bookFrom(page, rita), '2,600');
  await first.getByRole('button', { name: /^Send/ }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByText(/was canceled$/)).toBeVisible();

  const { email: broker } = newcomer('Carla Ruiz');
  const load = await bookFrom(page, broker);
  const checked = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/emails/check') && answer.request().postData()?.includes('245000') === true,
  );
  const dialog = await composeFor(page, load, '2,450');
  const preview = await (await checked).json();
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByText('To Carla Ruiz', { exact: true })).toBeVisible();
  await delivered.poll(async () => (await arrivedAt(request, broker)).length).toBe(1);
  const [mail] = await arrivedAt(request, broker);
  expect(mail?.subject).toBe(preview.subject);
  expect(mail?.html.trim()).toBe(preview.html.trim());
  expect(mail?.html).toContain(`${appOrigin}/i/`);
  expect(mail?.account).toBe(person.email);
  await delivered(page.getByText('Sent', { exact: true }).first()).toBeVisible();
  // A mailbox sends in the order of writing, so the mail that was taken back would have been sent by now.
  expect(await arrivedAt(request, rita)).toHaveLength(0);
});

const mailTo = (page: Page, accountId: string, to: string) =>
  callAs(page, emailEndpoints.sendEmail, { body: { accountId, to, offerCents: 245_000, isConfirmed: true } });

test('the daily limit of a mailbox: what is over it waits and says until when', async ({ page, request }) => {
  const person = newcomer('Cal Dunn');
  await openOffice(page, person);
  await connectMailbox(page, 'Gmail or Google Workspace', person);
  const accountId = await writeTemplate(page);
  await control(request, 'PUT', `/services/gmail/sending/mailboxes/${person.email}`, { perDay: 2 });
  for (const number of [1, 2, 3]) await mailTo(page, accountId, `cap-${number}-${person.email}`);
  await page.goto('/dispatcher/accounts');
  const card = mailboxCard(page, person.email);
  await delivered(card).toContainText('At its limit');
  await expect(card).toContainText('1 email waits until then.');
  await expect(card).toContainText('2 of 2,000 in 24 h');
  expect(await arrivedAt(request, `cap-1-${person.email}`)).toHaveLength(1);
  expect(await arrivedAt(request, `cap-3-${person.email}`)).toHaveLength(0);
});

test('a permission that was taken back is told, and what waited leaves once it is given again', async ({ page, request }) => {
  const person = newcomer('Lon Pike');
  await openOffice(page, person);
  await connectMailbox(page, 'Gmail or Google Workspace', person);
  const accountId = await writeTemplate(page);
  await control(request, 'DELETE', `/services/google/grants/${person.email}`);
  await mailTo(page, accountId, `lost-${person.email}`);
  await page.goto('/dispatcher/accounts');
  const card = mailboxCard(page, person.email);
  await delivered(card).toContainText('Google no longer lets Headhaul send from this mailbox.');
  await card.getByRole('button', { name: 'Reconnect' }).click();
  await grantAt(page, 'Gmail or Google Workspace', person);
  await expect(page.getByRole('heading', { name: `${person.email} is connected` })).toBeVisible();
  await delivered.poll(async () => (await arrivedAt(request, `lost-${person.email}`)).length).toBe(1);
});

test('a teammate is told who has written about the load already', async ({ page: nina, browser, request }) => {
  await openOffice(nina, newcomer('Nina Brook'));
  const ann = await joinElsewhere(browser, nina, newcomer('Ann Field'));
  const shared = newcomer('Desk Shared');
  await connectMailbox(nina, 'Gmail or Google Workspace', shared);
  const { email: broker } = newcomer('Carla Ruiz');
  const load = await bookFrom(nina, broker);
  await nina.goto('/dispatcher/accounts');
  await mailboxCard(nina, shared.email).getByRole('switch').click();
  await expect(mailboxCard(nina, shared.email)).toContainText('The team sends from it too');
  await nina.getByText('Write it').first().click();
  await nina.getByRole('button', { name: 'Save template' }).click();
  await expect(nina.getByText(/^Saved /).first()).toBeVisible();

  const first = await composeFor(nina, load, '2,450');
  await first.getByRole('button', { name: /^Send/ }).click();
  await delivered.poll(async () => (await arrivedAt(request, broker)).length).toBe(1);
  const again = await composeFor(ann, load, '2,400');
  await expect(again.getByText(/^Already mailed .* by Nina .*, asked \$2,450\. You ask \$50 less now\.$/)).toBeVisible();
  await expect(again.getByRole('button', { name: 'Send anyway' })).toBeEnabled();
  await ann.context().close();
});
