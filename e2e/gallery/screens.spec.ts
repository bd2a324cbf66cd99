import { copyFile, mkdir } from 'node:fs/promises';
import { expect, readSession, signIn, extensionTest as test } from '../product.ts';
import { repoRoot } from '../world.ts';

const outDir = `${repoRoot}e2e/test-results/gallery`;
/** Pictures the documentation shows. */
const documented = ['login-light-1440', 'extension-light-1440', 'extension-dark-1440'];

interface Screen {
  name: string;
  path: string;
  signedIn: boolean;
}
const screens: Screen[] = [
  { name: 'login', path: '/login', signedIn: false },
  { name: 'not-found', path: '/no/such/road', signedIn: false },
  { name: 'sign-in-error', path: '/oauth/callback?error=access_denied', signedIn: false },
  { name: 'extension', path: '/dispatcher/extension', signedIn: true },
  { name: 'loads', path: '/dispatcher/my-loads', signedIn: true },
];

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`${theme}, ${width} px`, async ({ page }) => {
      await mkdir(outDir, { recursive: true });
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.addInitScript((name) => localStorage.setItem('hh.theme.v1', name), theme);
      for (const { name, path, signedIn } of screens) {
        if (signedIn && (await readSession(page)) === null) {
          await page.setViewportSize({ width: 1440, height: 900 });
          await signIn(page);
          await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        }
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // Fonts, the extension's answer and transitions.
        await page.waitForTimeout(1_000);
        const picture = `${name}-${theme}-${width}`;
        await page.screenshot({ path: `${outDir}/${picture}.png` });
        if (documented.includes(picture)) await copyFile(`${outDir}/${picture}.png`, `${repoRoot}docs/images/${picture}.png`);
      }
    });
  }
}
