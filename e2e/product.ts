import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { demoPeople } from '@headhaul/contracts/demo-people';
import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { call, toWire } from '@headhaul/contracts/http/call';
import type { Answer, Endpoint, SentExactly } from '@headhaul/contracts/http/endpoint';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { chromiumArgs, chromiumPath } from '@headhaul/test-servers/browsers';
import { type Browser, type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test';
import { expire } from './expired-token.ts';
import { appOrigin, extensionDir } from './world.ts';

const sessionKey = 'hh.session.v1';

interface StoredSession {
  id: string;
  companyName: string;
  email: string;
  token: { accessToken: string; refreshToken: string };
}

interface Newcomer {
  name: string;
  email: string;
}

/** A person at the provider: one of the demo people by label, or anybody else by name and email. */
type Person = RegExp | Newcomer;

/** A new person whose address has a new domain, so that they get a new company. */
export function newcomer(name: string): Newcomer {
  return { name, email: `${name.split(' ')[0]?.toLowerCase()}@office-${randomUUID()}.test` };
}

export async function choosePerson(page: Page, person: Person): Promise<void> {
  if (person instanceof RegExp) return page.getByRole('button', { name: person }).click();
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/**
 * Signs in at Google without its page and our sign-in page, which other tests cover. The web app takes over where the provider sends the
 * browser back. Every test has its own session, because two browsers with the same refresh token would sign each other out.
 */
async function passGoogle(page: Page, person: Person): Promise<void> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const { path } = toWire(sessionEndpoints.authorize, {
    query: { provider: 'google', redirectTo: `${appOrigin}/oauth/callback`, challenge },
  });
  const form = await page.request.get(`/api${path}`);
  const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(await form.text()) ?? [];
  const demo = person instanceof RegExp ? demoPeople.find(({ label }) => person.test(label)) : undefined;
  const answer = await page.request.post(new URL(action, form.url()).href, {
    form: person instanceof RegExp ? { subject: demo?.subject ?? '' } : { ...person, emailState: 'verified' },
  });
  const attempt = JSON.stringify({ verifier, provider: 'google' });
  await page.addInitScript(
    ([url = '', kept = '']) => {
      if (window.location.href === url) sessionStorage.setItem('hh.sign-in-attempt.v1', kept);
    },
    [answer.url(), attempt],
  );
  await page.goto(answer.url());
}

/** Signs in and waits for the first screen. */
export async function comeIn(page: Page, person: Person = /Demo owner/): Promise<void> {
  await passGoogle(page, person);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/extension`);
}

/** Signs in as a person does, page by page. */
export async function signIn(page: Page, person: Person = /Demo owner/, provider = 'Google'): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: `Continue with ${provider}` }).click();
  await choosePerson(page, person);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/extension`);
}

/** A new person gets a new, empty office and skips the setup. */
export async function openOffice(page: Page, person: Newcomer): Promise<void> {
  await beginSetup(page, person);
  await skipSetup(page);
}

/** A new person, at the first step of the setup. */
export async function beginSetup(page: Page, person: Newcomer): Promise<void> {
  await passGoogle(page, person);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/setup`);
}

/** Skips all steps. It waits for each step, because a click before the next step is shown would skip the same step again. */
export async function skipSteps(page: Page): Promise<void> {
  for (const step of ['Connect email', 'Template and signature', 'First driver', 'Install extension']) {
    await expect(page.locator('[aria-current="step"]')).toContainText(step);
    await page.getByRole('button', { name: 'Skip for now' }).click();
  }
}

export async function skipSetup(page: Page): Promise<void> {
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/setup`);
  await skipSteps(page);
  await expect(page).toHaveURL(`${appOrigin}/dispatcher/my-loads`);
  // The address changes before the screen is shown.
  await expect(page.getByRole('heading', { name: 'Loads', level: 1 })).toBeVisible();
}

/** Marks the prompts for new browsers as seen. */
function quietPrompts(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    sessionStorage.setItem('hh.install-prompt-closed.v1', 'true');
    localStorage.setItem('hh.promo-shown-at.v1', String(Date.now()));
  });
}

/** A page in another browser, like another computer. Close its context when done. */
export async function openElsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: appOrigin, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await quietPrompts(context);
  return context.newPage();
}

/** The link by which anybody can join the signed-in person's office. */
export async function readTeamLink(page: Page): Promise<string> {
  return (await callAs(page, teamEndpoints.getTeamLink, { query: { redirectTo: `${appOrigin}/oauth/login` } })).link;
}

/** Signs in on an invite's page, joins the office and skips the setup, which every new person sees. */
export async function joinOffice(page: Page, person: Newcomer, companyName: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await choosePerson(page, person);
  await expect.poll(async () => (await readSession(page).catch(() => null))?.companyName).toBe(companyName);
  await skipSetup(page);
}

/** A teammate of the person who is signed in, at another computer. Close its context when done. */
export async function joinElsewhere(browser: Browser, owner: Page, person: Newcomer): Promise<Page> {
  const page = await openElsewhere(browser);
  await page.goto(await readTeamLink(owner));
  await joinOffice(page, person, (await readSession(owner))?.companyName ?? '');
  return page;
}

export function readSession(page: Page): Promise<StoredSession | null> {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), sessionKey);
}

/** Calls the API as the person who is signed in. */
export async function callAs<E extends Endpoint>(page: Page, endpoint: E, input: SentExactly<E>): Promise<Answer<E>> {
  const accessToken = (await readSession(page))?.token.accessToken;
  return call(endpoint, input, { base: `${appOrigin}/api`, headers: { authorization: `Bearer ${accessToken}` } });
}

/** Replaces the access token by an expired one, as after ten minutes. */
export async function expireAccessToken(page: Page): Promise<void> {
  const session = await readSession(page);
  if (!session) throw new Error('nobody is signed in');
  const token = { ...session.token, accessToken: expire(session.token.accessToken) };
  await page.evaluate(([key, value]) => localStorage.setItem(key ?? '', value ?? ''), [sessionKey, JSON.stringify({ ...session, token })]);
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Logout' });
  await expect(dialog.getByText('Are you sure you want to log out?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(`${appOrigin}/login`);
}

/** A page whose test fails if the browser blocks something by policy or a script throws. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page, context }, use) => {
    await quietPrompts(context);
    const complaints: string[] = [];
    watch(page, complaints);
    await use(page);
    expect(complaints).toEqual([]);
  },
});

function watch(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}

interface Launch {
  /** Another build of the extension than this run's. */
  dir?: string;
  timezoneId?: string;
}

/** A browser with the real extension loaded. Close it when done. */
export async function launchWithExtension(
  settings: readonly string[] = [],
  { dir = extensionDir, ...where }: Launch = {},
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext('', {
    ...where,
    baseURL: appOrigin,
    executablePath: chromiumPath,
    headless: true,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    args: [...chromiumArgs, ...settings, `--disable-extensions-except=${dir}`, `--load-extension=${dir}`],
  });
  await quietPrompts(context);
  return context;
}

/** Ends the extension's service worker as Chrome does after 30 idle seconds. */
export async function killWorker(context: BrowserContext, page: Page): Promise<void> {
  const browserSession = await context.newCDPSession(page);
  const { targetInfos } = await browserSession.send('Target.getTargets');
  const worker = targetInfos.find(
    ({ type, url }) => type === 'service_worker' && url.startsWith(`chrome-extension://${developmentExtensionId}`),
  );
  if (!worker) throw new Error('the service worker is not running');
  await browserSession.send('Target.closeTarget', { targetId: worker.targetId });
}

/** The browser with the real extension loaded. */
export const extensionTest = base.extend<{ context: BrowserContext; page: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
  context: async ({}, use) => {
    const context = await launchWithExtension();
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    await use(context.pages()[0] ?? (await context.newPage()));
  },
});

export { expect };
