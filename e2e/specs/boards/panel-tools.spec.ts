import { driverEndpoints } from '@headhaul/contracts/drivers';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import { profitEndpoints } from '@headhaul/contracts/profit';
import { findViolations } from '../../axe.ts';
import { openMailBoard, openMailOffice } from '../../board-mail.ts';
import { readMarks } from '../../board-marks.ts';
import { openPanelPage, openRow } from '../../board-panel.ts';
import { callAs, expect, newcomer, extensionTest as test } from '../../product.ts';

const rates = {
  floorPerMileCents: 190,
  floorNetPerDayCents: null,
  targetPerMileCents: 250,
  targetNetPerDayCents: null,
  askMarginBps: 1_000,
  detentionPerHourCents: null,
  isFactored: false,
  factoringFeeBps: null,
  driverPay: { model: 'PER_MILE' as const, rate: 65 },
  mpgLoaded: 6.5,
  mpgEmpty: 6.5,
  fixedCostPerDayCents: 12_100,
};

test('the panel draws the route, asks a rate by mail and edits a filter', async ({ page, context }, testInfo) => {
  const popup = await openMailOffice(context, page, newcomer('Nora Platt'));
  await popup.close();
  const { emailAccounts } = await callAs(page, emailAccountEndpoints.listEmailAccounts, {});
  const htmlBody = '<p>Is it open? We can do it for {{offer.rate}}. Van, truck in Racine, MC 918204.</p>';
  await callAs(page, emailTemplateEndpoints.saveTemplate, {
    params: { id: emailAccounts[0]?.id ?? '' },
    body: { subject: '{{origin}} to {{destination}}', htmlBody },
  });
  await callAs(page, profitEndpoints.updateRates, { body: rates });
  const driver = await callAs(page, driverEndpoints.createDriver, {
    body: { name: 'Omar', familyName: 'Haddad', equipment: 'DRY_VAN', trailerLengthFt: 53 },
  });
  const ready = { newStatus: 'READY' as const, readyCity: 'Chicago', readyState: 'IL' as const };
  await callAs(page, driverEndpoints.changeDriverStatus, { params: { id: driver.id }, body: ready });

  const { page: board, session, loads } = await openMailBoard(context);
  // Each row says how its rate stands to the company's marks.
  await expect.poll(async () => (await readMarks(session)).some(({ label }) => label?.includes('over target') === true)).toBe(true);
  await board.screenshot({ path: testInfo.outputPath('rows.png') });
  const [load] = loads as [(typeof loads)[number]];
  await openRow(board, load.key);
  const panel = await openPanelPage(context, { isBesideBoard: true });

  const profit = panel.getByRole('region', { name: 'Profit' });
  await profit.getByLabel('Count with').selectOption(driver.id);
  await expect(
    panel.getByRole('img', { name: /^Route from .* Dashed: deadhead from Chicago, IL, where Omar Haddad is empty/ }),
  ).toBeVisible();

  const ask = profit.getByRole('button', { name: /^Email at \$[\d,]+$/ });
  const [, rate = ''] = /Email at (\$[\d,]+)/.exec((await ask.textContent()) ?? '') ?? [];
  await ask.click();
  const reading = panel.getByRole('region', { name: /./ }).filter({ hasText: 'Cancel' }).last();
  await expect(reading).toContainText(`We can do it for ${rate}.`);
  for (const theme of ['light', 'dark'] as const) {
    await panel.emulateMedia({ colorScheme: theme });
    expect(await findViolations(panel, theme), theme).toEqual([]);
    await panel.screenshot({ path: testInfo.outputPath(`load-${theme}.png`), fullPage: true });
  }
  await panel.emulateMedia({ colorScheme: 'light' });
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(panel.getByRole('button', { name: /^Sending/ })).toBeVisible();
  const { emails } = await callAs(page, emailEndpoints.listEmails, { query: {} });
  expect(emails[0]?.offerCents).toBe(Number(rate.replace(/\D/g, '')) * 100);
  await expect(panel.getByText(`asked ${rate}`)).toBeVisible({ timeout: 20_000 });

  await panel.getByRole('tab', { name: 'Filters' }).click();
  await panel.getByRole('button', { name: 'New filter' }).click();
  await panel.getByLabel('Name').fill('Long hauls');
  await panel.getByLabel('Add a rule').selectOption('MILES_BETWEEN');
  await panel.keyboard.type('500');
  for (const theme of ['light', 'dark'] as const) {
    await panel.emulateMedia({ colorScheme: theme });
    expect(await findViolations(panel, theme), theme).toEqual([]);
    await panel.screenshot({ path: testInfo.outputPath(`filter-${theme}.png`), fullPage: true });
  }
  await panel.keyboard.press('Enter');
  await expect(panel.getByRole('radio', { name: /Long hauls/ })).toBeChecked();
  await panel.screenshot({ path: testInfo.outputPath('filters.png'), fullPage: true });
  await expect.poll(async () => new Set((await readMarks(session)).map(({ mark }) => mark)).has('dim')).toBe(true);
});
