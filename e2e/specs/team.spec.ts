import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { readMail } from '../mailbox.ts';
import { choosePerson, expect, quietPrompts, readSession, signIn, skipSteps, extensionTest as test } from '../product.ts';
import { appOrigin } from '../world.ts';

const stamp = Date.now();

async function readInviteLink(request: APIRequestContext, email: string): Promise<string> {
  const { subject, text } = await readMail(request, email);
  expect(subject).toBe('Nina invited you to Bluff Line Logistics');
  return /Join the team: (\S+)/.exec(text)?.[1] ?? '';
}

async function openLink(browser: Browser, link: string, person: { name: string; email: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: appOrigin, viewport: { width: 1440, height: 900 } });
  await quietPrompts(context);
  const page = await context.newPage();
  await page.goto(link);
  await expect(page.getByText('Nina invited you to Bluff Line Logistics')).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await choosePerson(page, person);
  await enterOffice(page);
  return page;
}

/** Joined, and through the setup that greets everybody new. */
async function enterOffice(page: Page): Promise<void> {
  await expect.poll(async () => (await readSession(page).catch(() => null))?.companyName).toBe('Bluff Line Logistics');
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/setup`);
  await skipSteps(page);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/my-loads`);
}

test('an office grows by two emails and a link, live, and lets one go', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const people = ['ada', 'ben', 'cy'].map((name) => ({
    name: `${name[0]?.toUpperCase()}${name.slice(1)} Stone`,
    email: `${name}-${stamp}@example.test`,
  }));
  const [ada, ben, cy] = people as [(typeof people)[number], (typeof people)[number], (typeof people)[number]];

  await signIn(page);
  await page.goto('/dispatcher/account-team');
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  const field = dialog.getByLabel('Email addresses');
  await field.pressSequentially(`${ada.email},${ben.email} not-an-address `);
  await expect(dialog.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: /Remove not-an-address/ }).click();
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('We successfully sent invitation!')).toBeVisible();
  await expect(page.getByText(ada.email).first()).toBeVisible();

  const adaPage = await openLink(browser, await readInviteLink(page.request, ada.email), ada);
  await expect(page.getByText('Ada Stone')).toBeVisible();
  const benPage = await openLink(browser, await readInviteLink(page.request, ben.email), ben);
  await expect(page.getByText('Ben Stone')).toBeVisible();

  const session = await readSession(page);
  const target = encodeURIComponent(`${appOrigin}/oauth/login`);
  const answer = await page.request.get(`/api/user/team-members/link?redirectTo=${target}`, {
    headers: { authorization: `Bearer ${session?.token.accessToken}` },
  });
  const { link } = (await answer.json()) as { link: string };
  const cyPage = await openLink(browser, link, cy);
  await expect(page.getByText('Cy Stone')).toBeVisible();

  // A laptop: the row's menu must be within reach at this width too.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'More for Ben Stone' }).click();
  await page.getByRole('menuitem', { name: 'Remove from team' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Remove/ })
    .click();
  await expect(page.getByText('Ben Stone', { exact: true })).toBeHidden();
  // The live stream ends his session in the web app without a click.
  await expect(benPage).toHaveURL(/\/login/, { timeout: 5_000 });
  for (const stays of [adaPage, cyPage]) expect((await readSession(stays))?.companyName).toBe('Bluff Line Logistics');
  for (const done of [adaPage, benPage, cyPage]) await done.context().close();
});

test('removal reaches the extension within a second', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const owner = await browser.newContext({ baseURL: appOrigin, viewport: { width: 1440, height: 900 } });
  await quietPrompts(owner);
  const ownerPage = await owner.newPage();
  await signIn(ownerPage);
  const bearer = { authorization: `Bearer ${(await readSession(ownerPage))?.token.accessToken}` };
  const target = encodeURIComponent(`${appOrigin}/oauth/login`);
  const { link } = (await (
    await ownerPage.request.get(`/api/user/team-members/link?redirectTo=${target}`, { headers: bearer })
  ).json()) as { link: string };

  await page.goto(link);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await choosePerson(page, { name: 'Dee Stone', email: `dee-${stamp}@example.test` });
  await enterOffice(page);
  const popup = await page.context().newPage();
  await popup.goto(`chrome-extension://${developmentExtensionId}/popup.html`);
  await expect(popup.getByText(`dee-${stamp}@example.test`)).toBeVisible();

  const list = await ownerPage.request.get('/api/user/team-members?search=dee', { headers: bearer });
  const { members } = (await list.json()) as { members: { id: string; email: string }[] };
  const dee = members.find(({ email }) => email === `dee-${stamp}@example.test`);
  const removed = await ownerPage.request.delete(`/api/user/team-members/${dee?.id}`, { headers: bearer });
  expect(removed.status()).toBe(204);
  await page.waitForTimeout(1_000);
  await popup.reload();
  await expect(popup.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await owner.close();
});
