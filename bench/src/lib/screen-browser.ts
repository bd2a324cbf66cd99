import { chromiumArgs, chromiumPath } from '@headhaul/test-servers/browsers';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type pg from 'pg';
import { admit } from './sign-in.ts';

const rowHeightPx = 40;

/** The browser of the end-to-end tests. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
}

interface Company {
  origin: string;
  admin: pg.Pool;
  companyId: string;
}

/** Signs in a new dispatcher of this company, as if the provider had sent the browser back, and opens a screen. */
export async function openScreen(browser: Browser, company: Company, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: company.origin });
  return openScreenIn(context, company, path);
}

/** The same in a browser that is set up otherwise. */
export async function openScreenIn(context: BrowserContext, { origin, admin, companyId }: Company, path: string): Promise<Page> {
  const { code, verifier, userId } = await admit(admin, companyId);
  await admin.query('update users set setup_completed_at = now() where id = $1', [userId]);
  await context.addInitScript(
    (attempt) => {
      sessionStorage.setItem('hh.install-prompt-closed.v1', 'true');
      localStorage.setItem('hh.promo-shown-at.v1', String(Date.now()));
      if (location.pathname === '/oauth/callback') sessionStorage.setItem('hh.sign-in-attempt.v1', attempt);
    },
    JSON.stringify({ verifier, provider: 'google' }),
  );
  const page = await context.newPage();
  const token = Buffer.from(JSON.stringify({ v: 1, code, isFirstLogin: false })).toString('base64url');
  await page.goto(`${origin}/oauth/callback?token=${token}`);
  await page.waitForURL((url) => url.pathname.startsWith('/dispatcher'));
  await page.goto(`${origin}${path}`);
  await page.locator('tr[data-id]').first().waitFor();
  return page;
}

/** How many rows the list has loaded, drawn or not, and whether these are all. */
export async function readRows(page: Page): Promise<{ loaded: number; isAll: boolean }> {
  return page.evaluate((height) => {
    const table = document.querySelector('table[aria-label="Loads"]');
    const told = Number(table?.getAttribute('aria-rowcount'));
    const loaded = Math.round((table?.querySelector('tbody')?.getBoundingClientRect().height ?? 0) / height);
    return { loaded: told > 0 ? told - 1 : loaded, isAll: told > 0 };
  }, rowHeightPx);
}

/** Scrolls to a share of the list, as dragging the scrollbar does. */
export async function dragTo(page: Page, share: number): Promise<void> {
  await page.evaluate((to) => {
    const scroller = document.querySelector('table[aria-label="Loads"]')?.parentElement;
    if (scroller) scroller.scrollTop = to * (scroller.scrollHeight - scroller.clientHeight);
  }, share);
}
