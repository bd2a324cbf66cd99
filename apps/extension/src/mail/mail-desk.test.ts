import { beforeEach, describe, expect, it } from 'vitest';
import type { MailAnswer, MailQuestion } from './messages.ts';
import { killAtEachStep, newId, pass, renew, rowsOf, tell, underway, world, write } from './testing/mail-run.ts';
import { broker, deskId, fingerprintOf, load, mailbox, mateId, meId } from './testing/mail-world.ts';

beforeEach(renew);

const confirm = (answer: MailAnswer) => ({
  type: 'mail:confirm',
  ...(answer.kind === 'ASKS' ? { opId: answer.opId, key: answer.key } : {}),
});
const questionOf = (answer: MailAnswer) => (answer.kind === 'ASKS' ? answer.question : null) as MailQuestion;

/** How often a click looks into the storage, writes there or asks the API. */
async function countSteps(): Promise<number> {
  const { tell: tellOnce, worker } = world.startWorker();
  await tellOnce(write());
  return worker.steps;
}

describe('a click with nothing to ask', () => {
  it('sends at once to the load’s contact, and can be undone for ten seconds', async () => {
    const opId = newId();
    expect(await tell(write(opId))).toEqual({
      kind: 'ROW',
      mail: { kind: 'SENDING', opId, undoUntilMs: world.clock.nowMs + 10_000 },
    });
    expect(world.office.sends).toMatchObject([{ body: { accountId: deskId, to: broker, seenEmailIds: [], boardLoad: load } }]);
    expect(underway()).toHaveLength(1);
  });

  it('sends once, wherever the worker is stopped', async () => {
    const opId = newId();
    const steps = await killAtEachStep(
      async () => write(opId),
      (answer) => {
        expect(answer).toMatchObject({ kind: 'ROW', mail: { kind: 'SENDING', opId } });
        expect(underway()).toMatchObject([{ to: broker }]);
        expect(new Set(world.office.sends.map(({ key }) => key)).size).toBe(1);
      },
    );
    expect(steps).toBeGreaterThan(10);
  });

  it('that comes twice, from two tabs, sends once', async () => {
    const { tell: tellOne } = world.startWorker();
    const answers = await Promise.all([tellOne(write()), tellOne(write())]);
    const again = await tellOne(write());
    expect(underway()).toHaveLength(1);
    expect(again).toMatchObject({ kind: 'ROW', mail: { kind: 'SENDING' } });
    for (const answer of answers) expect(answer).toMatchObject({ kind: 'ROW', mail: { kind: 'SENDING' } });
  });

  it('goes on with the same key when the page is closed and the worker was stopped', async () => {
    const steps = await countSteps();
    for (const step of [steps - 3, steps - 2, steps - 1, steps]) {
      renew();
      const { tell: tellOnce, died } = world.startWorker({ step, when: 'before' });
      expect(await Promise.race([tellOnce(write()), died])).toBe('died');
      expect(world.browser.wakes).toBeGreaterThan(0);
      pass(0.5);
      await world.startWorker().desk.resume();
      expect(underway()).toHaveLength(1);
    }
  });
});

describe('what is asked first', () => {
  const ask = async () => questionOf(await tell(write()));

  it('is who wrote already, and how the rate moved', async () => {
    await world.mateWrites();
    expect(await ask()).toMatchObject({
      title: 'Ben emailed this 12 min ago',
      warnings: [{ text: `Ben wrote to ${broker} 12 min ago, rate was $2,200, now $2,400.` }],
      sendLabel: 'Send again',
      to: broker,
      from: 'dispatch@northline.example',
      subject: 'Milwaukee, WI to Conley, GA',
      beginning: 'Is it open?',
    });
    expect(world.office.sends).toEqual([]);
  });

  it('is a doubt about the address, but not an MC number that no list shows', async () => {
    world.office.signals = [{ kind: 'MC_MISSING', text: 'No MC number.' }];
    expect(await tell(write())).toMatchObject({ kind: 'ROW' });
    renew();
    world.office.signals = [
      { kind: 'MC_MISSING', text: 'No MC number.' },
      { kind: 'LOOK_ALIKE', text: 'lakesh0re.example looks like lakeshore.example.' },
    ];
    expect(await ask()).toMatchObject({
      title: 'Check the address first',
      sendLabel: 'Send anyway',
      warnings: [{ tone: 'bad', text: 'lakesh0re.example looks like lakeshore.example.' }, { text: 'No MC number.' }],
    });
  });

  it('is an address that stands only in the comments, which is never taken by itself', async () => {
    const emails = [{ address: 'pay@fast.example', from: 'comments' as const }];
    const question = questionOf(await tell(write(newId(), { ...load, emails })));
    expect(question).toMatchObject({ to: 'pay@fast.example', isToChosen: false });
    const both = [...emails, { address: broker, from: 'contact' as const }];
    await tell(write(newId(), { ...load, tripMiles: 500, emails: both }));
    expect(world.office.sends.map(({ body }) => body.to)).toEqual([broker]);
  });

  it('is what brokers miss, once for a mailbox', async () => {
    world.office.missing = ['TRUCK_PLACE', 'EMPTY_TIME'];
    const asked = await tell(write());
    expect(questionOf(asked).warnings[0]?.text).toMatch(/^Missing: truck location, time empty\./);
    expect(await tell(confirm(asked))).toMatchObject({ mail: { kind: 'SENDING' } });
    expect(await tell(write(newId(), { ...load, tripMiles: 500 }))).toMatchObject({ mail: { kind: 'SENDING' } });
    world.office.missing = ['TRUCK_PLACE', 'MC'];
    expect(questionOf(await tell(write(newId(), { ...load, tripMiles: 600 }))).warnings[0]?.text).toMatch(/^Missing: MC number\./);
  });

  it('is why it can’t be sent', async () => {
    world.office.blockedReason = 'The subject is empty.';
    expect(await ask()).toMatchObject({ blocked: { text: 'The subject is empty.', place: 'MAILBOXES' } });
  });

  it('is asked again when a teammate wrote between the question and the answer, and then it is another mail', async () => {
    await world.mateWrites();
    const first = await tell(write());
    await world.mateWrites({ userName: 'Cleo Park', at: new Date(world.clock.nowMs).toISOString() });
    const second = await tell(confirm(first));
    expect(questionOf(second).title).toBe('Cleo emailed this just now');
    // The page didn't get the second question, and answers the first one again.
    const again = await tell(confirm(first));
    expect(questionOf(again).title).toBe('Cleo emailed this just now');
    expect(await tell(confirm(again))).toMatchObject({ mail: { kind: 'SENDING' } });
    const keys = world.office.sends.map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
    expect(underway().filter(({ userId }) => userId === meId)).toHaveLength(1);
  });

  it('the answer sends once, wherever the worker is stopped', async () => {
    const opId = newId();
    await killAtEachStep(
      async () => {
        await world.mateWrites();
        return confirm(await tell(write(opId)));
      },
      (answer) => {
        expect(answer).toMatchObject({ kind: 'ROW', mail: { kind: 'SENDING', opId } });
        expect(underway().filter(({ userId }) => userId === meId)).toHaveLength(1);
      },
    );
  });

  it('a question that nobody saw, because the worker was stopped, sends nothing', async () => {
    let asks = 0;
    await killAtEachStep(
      async () => {
        await world.mateWrites();
        const asked = await tell(write());
        await world.mateWrites({ userName: 'Cleo Park' });
        return confirm(asked);
      },
      (answer) => {
        expect(questionOf(answer).warnings).toHaveLength(2);
        expect(underway().filter(({ userId }) => userId === meId)).toEqual([]);
        asks += 1;
      },
    );
    expect(asks).toBeGreaterThan(10);
  });

  it('a closed question sends nothing', async () => {
    await world.mateWrites();
    const opId = newId();
    const asked = await tell(write(opId));
    expect(await tell({ type: 'mail:undo', opId })).toEqual({ kind: 'NOTHING' });
    expect(await tell(confirm(asked))).toMatchObject({ kind: 'REFUSED' });
    expect(world.office.sends).toEqual([]);
  });
});

describe('what is in the way is said, and where to go', () => {
  it.each<[string, () => object, object]>([
    ['signed out', () => Object.assign(world.browser, { userId: null }), { place: 'SIGN_IN' }],
    ['no mailbox', () => Object.assign(world.office, { accounts: [] }), { text: 'Connect a mailbox first', place: 'MAILBOXES' }],
    [
      'no template',
      () => Object.assign(world.office, { accounts: [mailbox({ hasValidTemplate: false })] }),
      { text: 'dispatch@northline.example needs a template', place: 'MAILBOXES' },
    ],
    [
      'a lost grant',
      () => Object.assign(world.office, { accounts: [mailbox({ status: 'RECONNECT_NEEDED' })] }),
      { text: 'Reconnect dispatch@northline.example', place: 'MAILBOXES' },
    ],
    [
      'a teammate’s mailbox',
      () => Object.assign(world.office, { accounts: [mailbox({ userId: mateId })] }),
      { text: 'Connect a mailbox first' },
    ],
    ['the plan has ended', () => Object.assign(world.office, { isPlanActive: false }), { text: 'because limit_reached', place: 'PLANS' }],
  ])('%s', async (_, prepare, expected) => {
    prepare();
    expect(await tell(write())).toMatchObject({ kind: 'REFUSED', ...expected });
    expect(world.office.sends).toEqual([]);
  });

  it('and the page is opened', async () => {
    await tell({ type: 'mail:open', place: 'PLANS' });
    expect(world.browser.opened).toEqual(['PLANS']);
  });
});

describe('the mailbox', () => {
  it('is the one chosen in the popup, for this person', async () => {
    const other = mailbox({ id: '0190a000-0000-7000-8000-000000000002', address: 'ann@northline.example' });
    world.office.accounts.push(other);
    const { desk } = world.startWorker();
    expect(await desk.fromOwnPage({ type: 'mail:mailboxes' })).toMatchObject({ chosenId: deskId });
    expect(await desk.fromOwnPage({ type: 'mail:choose', accountId: other.id })).toMatchObject({ chosenId: other.id });
    await tell(write());
    expect(world.office.sends.at(-1)?.body.accountId).toBe(other.id);
    world.browser.userId = mateId;
    world.office.accounts = [mailbox({ userId: mateId }), { ...other, isShared: true }];
    expect(await world.startWorker().desk.fromOwnPage({ type: 'mail:mailboxes' })).toMatchObject({ chosenId: deskId });
  });

  it('is never another than the chosen one', async () => {
    const other = mailbox({ id: '0190a000-0000-7000-8000-000000000002', address: 'ann@northline.example' });
    world.office.accounts.push(other);
    const { desk } = world.startWorker();
    await desk.fromOwnPage({ type: 'mail:choose', accountId: other.id });
    world.office.accounts = [mailbox()];
    expect(await desk.fromOwnPage({ type: 'mail:mailboxes' })).toMatchObject({ chosenId: null });
    expect(await tell(write())).toEqual({ kind: 'REFUSED', text: 'Choose a mailbox to send from: click the Headhaul icon', place: null });
    expect(world.office.sends).toEqual([]);
    await desk.fromOwnPage({ type: 'mail:choose', accountId: deskId });
    expect(await tell(write())).toMatchObject({ mail: { kind: 'SENDING' } });
    world.office.accounts = [];
    await desk.fromOwnPage({ type: 'mail:mailboxes' });
    expect(await tell(write(newId(), { ...load, tripMiles: 500 }))).toMatchObject({ text: 'Connect a mailbox first' });
  });
});

describe('rows', () => {
  it('show who wrote, and what failed only where nothing else left', async () => {
    const [one, two] = [await fingerprintOf(load), 'b'.repeat(32)];
    await world.mateWrites();
    await world.mateWrites({ state: 'FAILED', at: new Date(world.clock.nowMs).toISOString() });
    await world.mateWrites({ state: 'FAILED', fingerprint: two });
    expect(await rowsOf(one, two)).toMatchObject({
      isWhole: true,
      mails: { [one]: { kind: 'EMAILED', who: 'Ben', postedCents: 220_000, isSure: true }, [two]: { kind: 'NOT_SENT' } },
    });
  });

  it('are asked about two hundred at a time', async () => {
    const many = Array.from({ length: 450 }, (_, at) => at.toString(16).padStart(32, '0'));
    await rowsOf(...many);
    expect(world.office.rowQuestions.map(({ length }) => length)).toEqual([200, 200, 50]);
  });

  it('say that a second mail was not sent, or waits, though the first one was', async () => {
    const fingerprint = await fingerprintOf(load);
    await tell(write());
    pass(1);
    const asked = await tell(write());
    world.office.isPlanActive = false;
    await tell(confirm(asked));
    expect(await rowsOf(fingerprint)).toMatchObject({ mails: { [fingerprint]: { kind: 'NOT_SENT', why: 'because limit_reached' } } });
    world.office.isOffline = true;
    await tell(write());
    world.office.isOffline = false;
    expect(await rowsOf(fingerprint)).toMatchObject({ mails: { [fingerprint]: { kind: 'WAITING' } } });
  });

  it('are not asked about while a lost session waits, and say what this browser knows', async () => {
    const fingerprint = await fingerprintOf(load);
    await tell(write());
    world.browser.mayPoll = false;
    expect(await rowsOf(fingerprint)).toMatchObject({ isWhole: false, mails: { [fingerprint]: { kind: 'SENDING' } } });
    expect(world.office.rowQuestions).toEqual([]);
  });

  it('say nothing of a mail that was canceled in the web app', async () => {
    const fingerprint = await fingerprintOf(load);
    await tell(write());
    for (const mail of world.office.mails) mail.state = 'CANCELLED';
    pass(1);
    expect(await rowsOf(fingerprint)).toEqual({ isWhole: true, mails: {} });
  });

  it('say what this browser knows while Headhaul doesn’t answer', async () => {
    const opId = newId();
    await tell(write(opId));
    world.office.isOffline = true;
    const fingerprint = await fingerprintOf(load);
    expect(await rowsOf(fingerprint)).toMatchObject({ isWhole: false, mails: { [fingerprint]: { kind: 'SENDING', opId } } });
    pass(1);
    expect(await rowsOf(fingerprint)).toMatchObject({ mails: { [fingerprint]: { kind: 'EMAILED', who: 'You' } } });
  });
});

describe('messages', () => {
  it.each([
    undefined,
    { type: 'mail:write', opId: 'x', load },
    { type: 'mail:write', opId: newId(), load: { ...load, accessToken: 'x' } },
    { type: 'mail:write', opId: newId(), load: { ...load, brokerName: 'x'.repeat(300) } },
    { type: 'mail:confirm', opId: newId(), key: newId(), to: 'other@evil.example' },
    { type: 'mail:rows', fingerprints: ['../../emails'] },
    { type: 'mail:open', place: 'https://evil.example' },
    { type: 'mail:choose', accountId: deskId },
  ])('that are not a page’s own are dropped: %j', async (raw) => {
    expect(await world.startWorker().desk.fromBoard(raw)).toBeNull();
    expect(world.office.sends).toEqual([]);
  });

  it('a sign-out leaves nothing of a page behind', async () => {
    await tell(write());
    await world.startWorker().desk.forget();
    expect(world.stored.local.outbox).toEqual([]);
  });
});

describe('a mail that asks for a rate', () => {
  const askFor = (askCents: number) => ({ type: 'mail:ask', opId: newId(), load, askCents });
  const tellPanel = async (message: object) => (await world.startWorker().desk.fromOwnPage(message)) as MailAnswer;

  it('is read first, even with nothing to warn of, and its record has what was asked', async () => {
    const asked = await tellPanel(askFor(260_000));
    expect(questionOf(asked)).toMatchObject({ title: 'This email asks $2,600', warnings: [], sendLabel: 'Send' });
    expect(world.office.sends).toEqual([]);
    await tellPanel(confirm(asked));
    expect(world.office.sends).toMatchObject([{ body: { offerCents: 260_000 } }]);
    pass(1);
    const fingerprint = await fingerprintOf(load);
    expect(await rowsOf(fingerprint)).toMatchObject({ mails: { [fingerprint]: { kind: 'EMAILED', askedCents: 260_000 } } });
    expect(questionOf(await tell(write())).warnings[0]?.text).toContain('and asked $2,600');
  });

  it('says so when the template has no place for it, and then nothing counts as asked', async () => {
    world.office.hasAskInTemplate = false;
    const asked = await tellPanel(askFor(260_000));
    expect(questionOf(asked)).toMatchObject({ title: 'Check before you send', sendLabel: 'Send without a rate' });
    expect(questionOf(asked).warnings[0]).toMatchObject({ tone: 'bad', text: expect.stringContaining('doesn’t ask $2,600') });
    await tellPanel(confirm(asked));
    expect(world.office.sends).toMatchObject([{ body: { offerCents: null } }]);
  });

  it('that was not sent keeps its ask when the row sends it', async () => {
    // The mailboxes are known.
    await world.startWorker().desk.fromOwnPage({ type: 'mail:mailboxes' });
    world.office.isOffline = true;
    await tellPanel(askFor(260_000));
    pass(11);
    world.office.isOffline = false;
    await world.startWorker().desk.resume();
    expect(questionOf(await tell(write())).title).toBe('This email asks $2,600');
  });

  it('can’t be written by a board’s page', async () => {
    expect(await tell(askFor(260_000))).toBeNull();
    expect(await tell({ ...write(), askCents: 260_000 })).toBeNull();
  });
});
