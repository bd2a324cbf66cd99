import { signInEndpoints } from '@headhaul/contracts/sign-ins';
import { teamEndpoints } from '@headhaul/contracts/team';
import { confirmByCode, confirmQuietly } from '../confirm.ts';
import { arrivedAt } from '../mail.ts';
import { readMail } from '../mailbox.ts';
import { callAs, comeIn, expect, joinElsewhere, newcomer, openElsewhere, openOffice, test } from '../product.ts';

const companyName = 'Nina’s company';

test('a person who is removed, whose session is ended, or who leaves is told so', async ({ page, browser }) => {
  const nina = newcomer('Nina Alder');
  await openOffice(page, nina);
  await confirmQuietly(page, nina.email);
  const [ben, cy] = [newcomer('Ben Stone'), newcomer('Cy Stone')];
  const [benPage, cyPage] = [await joinElsewhere(browser, page, ben), await joinElsewhere(browser, page, cy)];

  const { signIns } = await callAs(page, signInEndpoints.listSignIns, {});
  await callAs(page, signInEndpoints.endSignIn, { params: { id: signIns.find(({ name }) => name.startsWith('Cy'))?.id ?? '' } });
  await expect(cyPage.getByText(/^Your session was ended by Nina today at \d\d:\d\d/)).toBeVisible();

  await benPage.goto('/dispatcher/create-my-load');
  await benPage.getByLabel('Broker or MC').fill('Lakeshore Freight');
  const { members } = await callAs(page, teamEndpoints.listTeamMembers, { query: { search: ben.email } });
  await callAs(page, teamEndpoints.removeTeamMember, { params: { id: members[0]?.id ?? '' } });
  await expect(benPage.getByRole('heading', { name: `You’re no longer on ${companyName}` })).toBeVisible();
  await expect(benPage.getByText(/^Nina removed you today at \d\d:\d\d/)).toBeVisible();
  await expect(benPage.getByText(`${ben.email} still works`)).toBeVisible();
  await benPage.getByRole('button', { name: 'Start your own company' }).click();
  await expect(benPage.getByRole('heading', { name: 'Sign in to Headhaul' })).toBeVisible();

  await comeIn(cyPage, cy);
  await confirmQuietly(cyPage, cy.email);
  await cyPage.goto('/dispatcher/profile');
  await cyPage.getByRole('button', { name: 'Leave team' }).click();
  await cyPage.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await expect(cyPage.getByText(`You left ${companyName}.`)).toBeVisible();
  for (const done of [benPage, cyPage]) await done.context().close();
});

test('the owner hands the company over knowingly, and both are told by email', async ({ page, browser }) => {
  const [nina, ann] = [newcomer('Nina Alder'), newcomer('Ann Doyle')];
  await openOffice(page, nina);
  const annPage = await joinElsewhere(browser, page, ann);
  await page.goto('/dispatcher/account-team');
  await page.getByRole('button', { name: 'More for Ann Doyle' }).click();
  await page.getByRole('menuitem', { name: 'Make owner' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make Ann Doyle the owner?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Hand over to Ann' }).click();
  await expect(page.getByText('to hand the company over.')).toBeVisible();
  await confirmByCode(page, nina.email);
  await expect(page.getByText('Ann Doyle owns the company now')).toBeVisible();
  const subjects = async (email: string) => (await arrivedAt(page.request, email)).map(({ subject }) => subject);
  await expect.poll(() => subjects(ann.email)).toContain(`You own ${companyName} now`);
  await expect.poll(() => subjects(nina.email)).toContain(`Ann owns ${companyName} now`);
  await annPage.context().close();
});

test('an invite for another account names both, and asks the owner for one that fits', async ({ page, browser }) => {
  const [nina, dana, other] = [newcomer('Nina Alder'), newcomer('Dana Wells'), newcomer('Dana Other')];
  await openOffice(page, nina);
  await callAs(page, teamEndpoints.inviteTeamMembers, { body: { emails: [dana.email] } });
  const { text } = await readMail(page.request, dana.email);
  const link = /Join the team: (\S+)/.exec(text)?.[1] ?? '';

  const otherPage = await openElsewhere(browser);
  await openOffice(otherPage, other);
  await otherPage.goto(link);
  await expect(otherPage.getByRole('heading', { name: 'This invite is for another email' })).toBeVisible();
  await expect(otherPage.getByText(dana.email, { exact: true })).toBeVisible();
  await otherPage.getByRole('button', { name: `Ask Nina to invite ${other.email}` }).click();
  await expect(otherPage.getByText('We emailed Nina.')).toBeVisible();
  await expect
    .poll(async () => (await arrivedAt(page.request, nina.email)).map(({ subject }) => subject))
    .toContain(`Dana Other asks for an invite to ${companyName}`);

  const { members } = await callAs(page, teamEndpoints.listTeamMembers, { query: { search: dana.email } });
  await callAs(page, teamEndpoints.removeTeamMember, { params: { id: members[0]?.id ?? '' } });
  await otherPage.goto(link);
  await expect(otherPage.getByText(`This invite to ${companyName} was withdrawn.`)).toBeVisible();
  await otherPage.getByRole('button', { name: 'Stay in Dana’s company' }).click();
  await expect(otherPage).toHaveURL(/\/dispatcher\//);
  await otherPage.context().close();
});
