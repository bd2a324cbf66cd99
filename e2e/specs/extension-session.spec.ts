import { developmentExtensionId } from '@headhaul/contracts/extension-messages';
import { openPopup } from '../board-marks.ts';
import { leaveTrialDays } from '../payments.ts';
import { expect, newcomer, openOffice, extensionTest as test } from '../product.ts';

test('a plan that has ended pauses the extension, and the popup counts the days of one that ends', async ({ page, context }) => {
  await openOffice(page, newcomer('Pia Holt'));
  const popup = await openPopup(context);
  await expect(popup.getByText('Connected', { exact: true })).toBeVisible();
  await expect(popup.getByRole('switch', { name: 'Read Demo Board' })).toBeVisible();

  await leaveTrialDays(page, -1);
  await page.reload();
  // The open popup follows what the web app tells the extension.
  await expect(popup.getByRole('heading', { name: 'Your plan has ended' })).toBeVisible();
  await expect(popup.getByRole('button', { name: 'See plans' })).toBeVisible();
  await expect(popup.getByRole('switch')).toHaveCount(0);

  await leaveTrialDays(page, 3);
  await page.reload();
  await expect(popup.getByText('Connected', { exact: true })).toBeVisible();
  await popup.reload();
  await expect(popup.getByText('3 days left')).toBeVisible();
});

test('the web app opens the extension', async ({ page, context }) => {
  await openOffice(page, newcomer('Pia Holt'));
  await page.goto('/dispatcher/extension');
  const browser = await context.newCDPSession(page);
  await page.getByRole('button', { name: 'Open extension' }).click();
  // The popup of the toolbar, or a tab where the browser can't open that.
  await expect
    .poll(async () => (await browser.send('Target.getTargets')).targetInfos.map(({ url }) => url))
    .toContain(`chrome-extension://${developmentExtensionId}/popup.html`);
});
