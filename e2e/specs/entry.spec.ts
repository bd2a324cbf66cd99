import type { Page } from '@playwright/test';
import { choosePerson, comeIn, expect, newcomer, readSession, skipSteps, test } from '../product.ts';
import { appOrigin } from '../world.ts';

async function passProvider(page: Page, person: RegExp | { name: string; email: string }): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await choosePerson(page, person);
}

test('plain: signed out at the root, then the extension page', async ({ page }) => {
  await page.goto('/?utm_source=ad');
  await expect(page).toHaveURL(`${appOrigin}/login?utm_source=ad`);
  await passProvider(page, /Demo owner/);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/extension`);
  await page.goto('/');
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/extension`);
});

test('first login: setup, skipped to its end, then loads; and setup is closed afterwards', async ({ page }) => {
  await page.goto('/login');
  await passProvider(page, newcomer('Robin Fox'));
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/setup`);
  await page.goto('/dispatcher/my-loads');
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/setup`);
  await skipSteps(page);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/my-loads`);
  await page.goto('/setup/signature');
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/my-loads`);
  // The server also knows that the setup is done, so a second browser doesn't ask again.
  expect(await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('hh.setup-completed')))).toBe(true);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('hh.setup-completed')) localStorage.removeItem(key);
  });
  await page.goto('/dispatcher/setup');
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/my-loads`);
});

test('referral: a saved token that is no good is ignored', async ({ page }) => {
  await page.goto('/login?token=not-an-invite');
  await expect(page.getByText('This invite is no longer valid. You can still sign in.')).toBeVisible();
  await passProvider(page, /Demo owner/);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/extension`);
});

test('referral on a phone: invite and win', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/login?token=not-an-invite');
  await passProvider(page, /Demo owner/);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/invite-win`);
});

test('landing page with plan=pro: the checkout fails, the referral rules decide', async ({ page }) => {
  await page.goto('/?fromLandingPage=true&plan=pro');
  await expect(page).toHaveURL(`${appOrigin}/login?fromLandingPage=true&plan=pro`);
  const checkout = page.waitForResponse((response) => response.url().endsWith('/api/billing/checkout'));
  await passProvider(page, /Demo owner/);
  expect((await checkout).ok()).toBe(false);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/extension`);
});

test('pricing-modal is carried along', async ({ page }) => {
  await page.goto('/login?pricing-modal=pro');
  await passProvider(page, /Demo owner/);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/extension?pricing-modal=pro`);
});

test('phone: the root leads to invite and win', async ({ page }) => {
  await comeIn(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/invite-win`);
});

test('expired session: the refresh token is refused and the login page comes', async ({ page }) => {
  await comeIn(page);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('hh.session.v1') ?? '{}');
    localStorage.setItem('hh.session.v1', JSON.stringify({ ...session, token: { accessToken: 'x.y.z', refreshToken: 'gone' } }));
  });
  await page.goto('/dispatcher/my-loads');
  await expect(page).toHaveURL(/\/login/);
  expect(await readSession(page)).toBeNull();
});

test('a stored session without one of the four fields is discarded', async ({ page }) => {
  await comeIn(page);
  await page.evaluate(() => {
    const { isBillActive: _, ...rest } = JSON.parse(localStorage.getItem('hh.session.v1') ?? '{}');
    localStorage.setItem('hh.session.v1', JSON.stringify(rest));
  });
  await page.goto('/dispatcher/my-loads');
  await expect(page).toHaveURL(/\/login/);
});

test('paths are matched whatever their case', async ({ page }) => {
  await comeIn(page);
  await page.goto('/Dispatcher/Account-Team');
  await expect(page.getByRole('heading', { name: 'Account & Team' })).toBeVisible();
});
