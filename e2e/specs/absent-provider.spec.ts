import { expect, signIn, test } from '../product.ts';
import { sandboxOrigin } from '../world.ts';

// Its project and its name put it before every other sign-in by Microsoft: once the API knows a provider's addresses, an outage shows the
// provider's own page.
test('a provider that is down is named, and signing in works again afterwards', async ({ page, request }) => {
  await request.put(`${sandboxOrigin}/services/microsoft/faults`, { data: { refuse: true } });
  try {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
    await expect(page.getByText('Microsoft did not answer. Please try again in a minute.')).toBeVisible();
  } finally {
    await request.delete(`${sandboxOrigin}/services/microsoft/faults`);
  }
  await signIn(page, /Demo dispatcher/, 'Microsoft');
});
