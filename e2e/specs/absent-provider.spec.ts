import { expect, signIn, test } from '../product.ts';
import { sandboxOrigin } from '../world.ts';

// The project and the file name make this test run before any other sign-in with Microsoft. Once the API knows the provider's addresses, an
// outage would show on the provider's own page instead.
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
