import { choosePerson, comeIn, expect, expireAccessToken, logOut, newcomer, readSession, signIn, test } from '../product.ts';
import { watchStillness } from '../stillness.ts';
import { appOrigin } from '../world.ts';

test.describe('sign-in', () => {
  test('Demo owner signs in through the provider and lands in the shell', async ({ page }) => {
    await signIn(page);
    await expect(page.getByText('nina@bluffline.example').first()).toBeVisible();
    await expect(page.getByRole('navigation').getByText('Invite & Win')).toBeVisible();
    expect(page.url()).not.toContain('token=');
  });

  test('a newcomer gets an account through Microsoft', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
    await choosePerson(page, newcomer('Pat Jensen'));
    await expect(page).toHaveURL(`${appOrigin}/dispatcher/setup`);
    expect(await readSession(page)).toMatchObject({ name: 'Pat', familyName: 'Jensen', isFirstLogin: true, isTeamOwner: true });
  });

  test('cancelling at the provider leads back to the login page with the reason', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Something went wrong!' })).toBeVisible();
    await expect(page.getByText('Please go back to the login page or contact support')).toBeVisible();
    await page.getByRole('link', { name: 'To login page' }).click();
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  });

  test('someone else’s callback link signs nobody in', async ({ page, browser }) => {
    const attacker = await (await browser.newContext()).newPage();
    let stolen = '';
    attacker.on('request', (request) => {
      if (request.url().includes('/oauth/callback?token=')) stolen = request.url();
    });
    await attacker.route('**/api/auth/exchange', (route) => route.abort());
    await attacker.goto(`${appOrigin}/login`);
    await attacker.getByRole('button', { name: 'Continue with Google' }).click();
    await attacker.getByRole('button', { name: /Demo carrier/ }).click();
    await expect.poll(() => stolen).not.toBe('');
    await page.goto(stolen);
    await expect(page.getByText('Something went wrong!')).toBeVisible();
    expect(await readSession(page)).toBeNull();
    await attacker.context().close();
  });
});

test.describe('session', () => {
  test('an expired access token is refreshed without the user noticing', async ({ page }) => {
    await comeIn(page);
    const before = await readSession(page);
    // Waits from before the expiry, because the same person may sign out in another test, and then every page of this person asks again who
    // is signed in.
    const refreshed = page.waitForResponse((response) => response.url().endsWith('/api/auth/refresh-token'));
    await expireAccessToken(page);
    await page.reload();
    expect((await refreshed).status()).toBe(200);
    await expect(page.getByText('nina@bluffline.example').first()).toBeVisible();
    await expect.poll(async () => (await readSession(page))?.token.refreshToken).not.toBe(before?.token.refreshToken);
  });

  test('eight tabs with an expired token refresh once and all stay signed in', async ({ page, context }) => {
    // Eight whole screens load at once on few cores. How fast they load is not tested.
    test.slow();
    await comeIn(page);
    let refreshes = 0;
    context.on('response', (response) => {
      if (response.url().endsWith('/api/auth/refresh-token')) refreshes += 1;
    });
    const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    const watched = tabs.map(watchStillness);
    await expireAccessToken(page);
    await Promise.all(tabs.map((tab) => tab.goto('/dispatcher/my-loads')));
    for (const tab of tabs) await expect(tab.getByText('nina@bluffline.example').first()).toBeVisible();
    // When no request is open any more, any second refresh or redirect has already happened.
    for (const standStill of watched) await standStill();
    for (const tab of tabs) expect(tab.url()).toContain('/dispatcher/my-loads');
    expect(refreshes).toBe(1);
  });

  test('logging out ends the session everywhere', async ({ page, context }) => {
    await comeIn(page);
    const session = await readSession(page);
    const other = await context.newPage();
    await other.goto('/dispatcher/my-loads');
    await logOut(page);
    await expect(other).toHaveURL(/\/login/);
    expect(await readSession(page)).toBeNull();
    const answer = await page.request.get('/api/users/me', { headers: { authorization: `Bearer ${session?.token.accessToken}` } });
    expect(answer.status()).toBe(401);
  });

  test('signed out, a work page leads to the login page', async ({ page }) => {
    await page.goto('/dispatcher/my-loads');
    await expect(page).toHaveURL(/\/login/);
  });

  test('an unknown path shows the not-found page', async ({ page }) => {
    await page.goto('/no/such/road');
    await expect(page.getByText('Page Not Found')).toBeVisible();
    await expect(page.getByText('The page you are searching for is not found')).toBeVisible();
  });
});
