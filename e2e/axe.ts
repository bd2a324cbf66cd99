import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Theme } from './screens.ts';
import { restOn } from './stillness.ts';

/** axe from the package of the builder, in its minified form, which a browser parses in half the time. */
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
export const axeSource = readFileSync(fromBuilder.resolve('axe-core/axe.min.js'), 'utf8');

/** What axe has against the page as it is now. The light theme comes first. */
export async function findViolations(page: Page, theme: Theme): Promise<unknown[]> {
  // Loaded once for both themes. The builder would load it twice for each.
  if (theme === 'light') await page.evaluate(axeSource);
  // A background that is still changing to the other theme's color has too little contrast for a moment.
  await restOn(page);
  // Only colors differ in the dark theme. Passed checks are not listed.
  const rules = theme === 'dark' ? { runOnly: { type: 'rule' as const, values: ['color-contrast'] } } : {};
  // Scripts never run in the frame of a mail preview, so axe would wait there forever. There are no other frames, so legacy mode can skip
  // merging the results of frames in a second page, which doubles the time.
  const axe = new AxeBuilder({ page, axeSource: 'undefined' }).setLegacyMode().exclude('iframe[sandbox]');
  const { violations } = await axe.options({ ...rules, resultTypes: ['violations'] }).analyze();
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
}
