import type { Browser, Page } from '@playwright/test';
import { expect, joinElsewhere, newcomer, openElsewhere, openOffice, signIn, test } from '../product.ts';
import { appOrigin, sandboxOrigin } from '../world.ts';

const openSignIns = async (page: Page) => {
  await page.goto('/dispatcher/account-team');
  await page.getByRole('link', { name: /^Sign-ins/ }).click();
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
};

const rowsOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^(\\w\\w )?${name}`) });

/** The same person in a new browser. */
async function comeFromNewDevice(browser: Browser, person: { name: string; email: string }): Promise<Page> {
  const page = await openElsewhere(browser);
  await signIn(page, person);
  return page;
}

test('the owner ends a member’s session, and the member’s page is signed out', async ({ page, browser }) => {
  await openOffice(page, newcomer('Nina Alvarez'));
  const ann = await joinElsewhere(browser, page, newcomer('Ann Kowalski'));
  await openSignIns(page);
  await expect(page.getByText('2 sign-ins, 2 members')).toBeVisible();
  await ann.goto('/dispatcher/account-team/sign-ins');
  await expect(ann.getByText('1 sign-in', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /^End session of Ann Kowalski/ }).click();
  await expect(page.getByText(/^Ended Ann’s session: Chrome on/)).toBeVisible();
  await expect(rowsOf(page, 'Ann Kowalski')).toHaveCount(0);
  // Nobody has clicked on her page.
  await expect(ann).toHaveURL(new RegExp(`^${appOrigin}/login`));
  await ann.context().close();
});

test('a new device is asked about, by email and in the list, until somebody answers', async ({ page, browser, request }) => {
  await openOffice(page, newcomer('Nina Alvarez'));
  const jay = newcomer('Jay Ortiz');
  const desk = await joinElsewhere(browser, page, jay);
  await openSignIns(page);
  const away = await comeFromNewDevice(browser, jay);

  // The owner's list updates by itself.
  const bar = page.getByRole('region', { name: 'New sign-ins' });
  await expect(bar).toContainText('Jay signed in on a new device today at');
  await expect(page.getByText('1 on a new device')).toBeVisible();
  await expect(page.getByText('first time on this device')).toBeVisible();
  await expect
    .poll(async () => {
      const mails = await request.get(`${sandboxOrigin}/mailbox/messages?to=${encodeURIComponent(jay.email)}`);
      return ((await mails.json()) as { subject: string }[]).map(({ subject }) => subject);
    })
    .toContain('You signed in on a new device');

  // The new device can't confirm itself.
  await away.goto('/dispatcher/account-team/sign-ins');
  await expect(away.getByText('This device', { exact: true })).toBeVisible();
  await expect(away.getByRole('button', { name: 'It was me' })).toHaveCount(0);
  await desk.goto('/dispatcher/account-team/sign-ins');
  await desk.getByRole('button', { name: 'It was me' }).click();
  await expect(bar).toHaveCount(0);
  await expect(page.getByText('first time on this device')).toHaveCount(0);
  await away.context().close();
  await desk.context().close();
});

test('by keyboard: j moves, e ends; end all but mine asks first', async ({ page, browser }) => {
  await openOffice(page, newcomer('Nina Alvarez'));
  const ann = await joinElsewhere(browser, page, newcomer('Ann Kowalski'));
  const jay = await joinElsewhere(browser, page, newcomer('Jay Ortiz'));
  await openSignIns(page);
  await expect(page.getByText('3 sign-ins, 3 members')).toBeVisible();
  // Pressing e on the row of this device ends nothing.
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(page.getByText('2 sign-ins, 2 members')).toBeVisible();

  await page.getByRole('button', { name: 'End all but mine' }).click();
  const dialog = page.getByRole('dialog', { name: 'End all but mine?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'End 1 session' }).click();
  await expect(page.getByText('Nobody else is signed in.')).toBeVisible();
  for (const other of [ann, jay]) {
    await expect(other).toHaveURL(new RegExp(`^${appOrigin}/login`));
    await other.context().close();
  }
});
