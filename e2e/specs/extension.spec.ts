import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import type { Page } from '@playwright/test';
import { findViolations } from '../axe.ts';
import { expect, expireAccessToken, killWorker, logOut, readSession, signIn, extensionTest as test } from '../product.ts';
import { sandboxOrigin } from '../world.ts';

interface Pong {
  type: string;
  payload: { extVersion: string; signedInUserId: string | null; sessionEpoch: number };
}

/** Sends a message to the extension as the web app does. */
function ping(page: Page): Promise<Pong> {
  return page.evaluate((extensionId) => {
    const message = { v: 1, type: 'PING', id: crypto.randomUUID(), ts: Date.now(), src: 'web', payload: {} };
    return new Promise<Pong>((resolve, reject) => {
      chrome.runtime.sendMessage(extensionId, message, (reply: Pong) => {
        const error = chrome.runtime.lastError;
        if (error) reject(new Error(error.message ?? 'no answer'));
        else resolve(reply);
      });
    });
  }, developmentExtensionId);
}

async function signedInUser(page: Page): Promise<string | null> {
  return (await ping(page)).payload.signedInUserId;
}

test('answers PING, and the web app says it is there', async ({ page }) => {
  await page.goto('/login');
  expect(await ping(page)).toMatchObject({ type: 'PONG', payload: { extVersion: expect.any(String), signedInUserId: null } });
});

test('signing in on the web signs the extension in, with a family of its own', async ({ page, context }) => {
  await signIn(page);
  const session = await readSession(page);
  await expect.poll(() => signedInUser(page)).toBe(session?.id);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();

  const popup = await context.newPage();
  await popup.goto(`chrome-extension://${developmentExtensionId}/popup.html`);
  await expect(popup.getByText('nina@bluffline.example')).toBeVisible();

  // The web app's refresh must not disturb the extension's session, nor the other way round.
  await expireAccessToken(page);
  await page.reload();
  await popup.reload();
  await expect(popup.getByText('nina@bluffline.example')).toBeVisible();
});

test('axe finds nothing on the popup, signed out and signed in', async ({ page, context }) => {
  const popup = await context.newPage();
  const check = async (what: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await popup.emulateMedia({ colorScheme: theme });
      expect(await findViolations(popup, theme), `${what}, ${theme}`).toEqual([]);
    }
  };
  await popup.goto(`chrome-extension://${developmentExtensionId}/popup.html`);
  await expect(popup.getByText('Connected', { exact: true })).toHaveCount(0);
  await check('signed out');
  await signIn(page);
  await expect(popup.getByText('nina@bluffline.example')).toBeVisible();
  await check('signed in');
});

test('logging out on the web reaches the extension', async ({ page }) => {
  await signIn(page);
  const session = await readSession(page);
  await expect.poll(() => signedInUser(page)).toBe(session?.id);
  await logOut(page);
  await expect.poll(() => signedInUser(page)).toBeNull();
});

test('a killed worker wakes with its session and still hears a logout', async ({ page, context }) => {
  await signIn(page);
  const session = await readSession(page);
  await expect.poll(() => signedInUser(page)).toBe(session?.id);
  await killWorker(context, page);
  expect(await signedInUser(page)).toBe(session?.id);
  await killWorker(context, page);
  await logOut(page);
  await expect.poll(() => signedInUser(page)).toBeNull();
});

test('another person signing in replaces the extension’s session', async ({ page }) => {
  await signIn(page);
  await expect.poll(() => signedInUser(page)).toBe((await readSession(page))?.id);
  await logOut(page);
  await signIn(page, /Demo carrier/);
  const carrier = await readSession(page);
  await expect.poll(() => signedInUser(page)).toBe(carrier?.id);
});

test('a page of another origin gets no answer', async ({ page }) => {
  await page.goto(`${sandboxOrigin}/`);
  await expect(ping(page)).resolves.toMatchObject({ type: 'NACK', payload: { code: 'BAD_ORIGIN' } });
});
