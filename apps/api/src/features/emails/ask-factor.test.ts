import { factoringEndpoints } from '@headhaul/contracts/factoring';
import { type EmailIntent, emailEndpoints } from '@headhaul/contracts/mail/emails';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { makeBroker, makeLoad } from '../../testing/office.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const factor = { to: 'credit@ridgeway.example', toName: 'Ridgeway', isToFactor: true };
async function signUpWithFactor(): Promise<TestClient> {
  const client = await api.signUp();
  await client.call(factoringEndpoints.updateFactoring, { body: { factoringType: 'OTHER', name: 'Ridgeway', email: factor.to } });
  return client;
}
const check = (client: TestClient, body: EmailIntent) => client.call(emailEndpoints.checkEmail, { body });

describe('POST /emails/check to the factor', () => {
  it('has the broker’s numbers and the amount, and misses nothing that brokers look for', async () => {
    const client = await signUpWithFactor();
    const { accountId } = await plantMailbox(api, client);
    const { id: brokerId } = await makeBroker(client, { name: 'Quickturn Freight', mc: '991120', dot: '3411907' });
    const mail = await check(client, { ...factor, accountId, brokerId, offerCents: 245_000 });
    expect(mail).toMatchObject({ subject: 'Credit check: Quickturn Freight, MC 991120', missing: [], signals: [], blockedReason: null });
    for (const words of ['invoices of Quickturn Freight', 'MC number is 991120', 'USDOT number is 3411907', 'pays $2,450']) {
      expect(mail.text).toContain(words);
    }
    // No load is meant, so its sentence is left out.
    expect(mail.text).not.toContain('It goes from');
  });

  it('leaves out what nobody knows', async () => {
    const client = await signUpWithFactor();
    const { accountId } = await plantMailbox(api, client);
    const { id: brokerId } = await makeBroker(client, { name: 'Quickturn Freight' });
    const mail = await check(client, { ...factor, accountId, brokerId });
    expect(mail.subject).toBe('Credit check: Quickturn Freight, MC not known');
    for (const words of ['MC number is', 'USDOT number is', 'pays']) expect(mail.text).not.toContain(words);
  });
});

describe('POST /emails to the factor', () => {
  it('400 for any other address: what is checked for brokers is not checked for a factor', async () => {
    const client = await signUpWithFactor();
    const { accountId } = await plantMailbox(api, client);
    const load = await makeLoad(client, { brokerContactEmail: 'carla@lakeshore.example' });
    const body = { ...factor, to: 'carla@lakeshore.example', accountId, loadId: load.id };
    await expect(client.call(emailEndpoints.sendEmail, { body })).rejects.toMatchObject({ problem: { code: 'validation_failed' } });
  });

  it('is no duplicate of a mail to the broker about the load, and that is none of it', async () => {
    const client = await signUpWithFactor();
    const { accountId } = await plantMailbox(api, client);
    const load = await makeLoad(client, { brokerContactEmail: 'carla@lakeshore.example' });
    const toBroker = { accountId, to: 'carla@lakeshore.example', loadId: load.id };
    await client.call(emailEndpoints.sendEmail, { body: { ...toBroker, isConfirmed: true } });
    const sent = await client.call(emailEndpoints.sendEmail, { body: { ...factor, accountId, loadId: load.id, offerCents: 250_000 } });
    expect(sent).toMatchObject({ to: factor.to, templateName: 'Ask my factor', brokerId: load.brokerId, offerCents: null });
    const { earlier } = await check(client, toBroker);
    expect(earlier.map(({ to }) => to)).toEqual(['carla@lakeshore.example']);
  });
});
