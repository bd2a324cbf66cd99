import { type PostingInput, postingEndpoints } from '@headhaul/contracts/boards/postings';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { boardFingerprintText } from '@headhaul/domain/boards/freight';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posting } from '../../testing/boards/postings.ts';
import { dayFromNow, makeBroker } from '../../testing/office.ts';
import { setRates } from '../../testing/rates.ts';
import { problemOf, sendJson } from '../../testing/send-json.ts';
import { addTeammate, handOff } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const open = async () => {
  const owner = await api.signUp();
  return { owner, ext: await handOff(api, owner) };
};
const save = (client: TestClient, change: Partial<PostingInput> = {}) =>
  client.call(postingEndpoints.savePosting, { body: { ...posting, ...change } });
const readSaved = (client: TestClient, id: string) => client.call(loadEndpoints.getLoad, { params: { id } });

describe('POST /ext/boards/loads', () => {
  it('200 with a draft of everything the board shows, its snapshot and its fingerprint', async () => {
    const { owner, ext } = await open();
    const { saved, isNew } = await save(ext);
    expect(isNew).toBe(true);
    expect(saved).toMatchObject({ status: 'DRAFT', postedCents: 250_000 });
    expect(await readSaved(owner, saved.loadId)).toMatchObject({
      status: 'DRAFT',
      board: 'DAT',
      boardFingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      brokerName: 'Lakeshore Freight',
      brokerContactName: 'Carla Diaz',
      brokerContactEmail: 'carla@lakeshore.example',
      brokerContactPhone: '+13125550148',
      brokerContactExt: '12',
      brokerLoadNumber: 'HP-0001',
      equipment: 'DRY_VAN',
      linehaulCents: 250_000,
      loadedMiles: 781,
      deadheadMiles: 0,
      weightLb: 42_000,
      lengthFt: 53,
      commodity: 'Paper',
      driverId: null,
      factoringStatus: 'NOT_FACTORED',
      stops: [
        { kind: 'PICKUP', city: 'Dallas', state: 'TX', day: dayFromNow(1) },
        { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', day: dayFromNow(3) },
      ],
    });
    const { rows } = await api.admin.query('select board_snapshot from loads where id = $1', [saved.loadId]);
    expect(rows[0]?.board_snapshot).toMatchObject({
      load: { rateCents: 250_000, tripMiles: 781 },
      comments: posting.comments,
      seenAt: posting.seenAt,
    });
  });

  it('200 with the first load for everybody of the company who saves it again, at another rate and at once', async () => {
    const { owner, ext } = await open();
    const mate = await handOff(api, await addTeammate(api, owner));
    const clients = [ext, mate, ext, mate, ext, mate];
    const answers = await Promise.all(clients.map((client, at) => save(client, { load: { ...posting.load, rateCents: 200_000 + at } })));
    expect(new Set(answers.map(({ saved }) => saved.loadId)).size).toBe(1);
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    const { rows } = await api.admin.query('select board_fingerprint as fingerprint from loads where company_id = $1', [
      owner.user.companyId,
    ]);
    expect(rows).toHaveLength(1);
    const facts = await mate.call(postingEndpoints.describePosting, { body: { mc: '428816', fingerprint: rows[0]?.fingerprint } });
    expect(facts.saved?.loadId).toBe(answers[0]?.saved.loadId);
    expect((await save((await open()).ext)).isNew).toBe(true);
  });

  it('200 with the first load also when the posting was opened since, and its MC number is known', async () => {
    const { ext } = await open();
    const closed = { ...posting.load, brokerMc: null, emails: [] };
    const rowFingerprintText = boardFingerprintText(BoardLoad.parse(closed));
    const first = await save(ext, { load: closed });
    const again = await save(ext, { load: { ...posting.load, rowFingerprintText } });
    expect([again.isNew, again.saved.loadId]).toEqual([false, first.saved.loadId]);
  });

  it('makes a new draft after the first is in the trash', async () => {
    const { owner, ext } = await open();
    const { saved } = await save(ext);
    await owner.call(loadEndpoints.deleteLoad, { params: { id: saved.loadId } });
    expect(await save(ext)).toMatchObject({ isNew: true });
  });

  it.each<[string, string | null | undefined, number, boolean]>([
    ['a month later', posting.load.pickupDay, 31, true],
    ['three days later, if the board shows the pickup day', posting.load.pickupDay, 3, false],
    ['three days later, if it shows none: that is every posting of the lane', null, 3, true],
    ['the next day, if it shows none', null, 1, false],
  ])('makes a new draft %s', async (_, pickupDay, days, isNew) => {
    const { ext } = await open();
    const load = { ...posting.load, pickupDay };
    const { saved } = await save(ext, { load });
    await api.admin.query(`update loads set created_at = now() - $2 * interval '1 day' where id = $1`, [saved.loadId, days]);
    expect((await save(ext, { load })).isNew).toBe(isNew);
  });

  it('200 for a text that was cut in the middle of a character', async () => {
    const { ext } = await open();
    const { saved } = await save(ext, { comments: `No touch ${'\ud83d'}` });
    const { rows } = await api.admin.query('select board_snapshot from loads where id = $1', [saved.loadId]);
    expect(rows[0]?.board_snapshot.comments).toBe('No touch \ufffd');
  });

  it('gives the load to the company’s broker of that MC, and takes what is not shown as not known', async () => {
    const { owner, ext } = await open();
    const broker = await makeBroker(owner, { name: 'Lakeshore Freight Inc', mc: '428816' });
    const bare = { board: 'demo', origin: posting.load.origin, destination: posting.load.destination, brokerMc: '428816' };
    const { saved } = await save(ext, { load: bare, phone: null, phoneExt: null, comments: null });
    expect(await readSaved(owner, saved.loadId)).toMatchObject({ brokerId: broker.id, board: 'OTHER', linehaulCents: 0, weightLb: null });
    expect(saved.postedCents).toBeNull();
  });

  it('starts as factored where the company factors', async () => {
    const { owner, ext } = await open();
    await setRates(owner, { isFactored: true, factoringFeeBps: 250 });
    const { saved } = await save(ext);
    expect(await readSaved(owner, saved.loadId)).toMatchObject({ factoringStatus: 'PENDING', factoringFeeBps: 250 });
  });

  it.each<[string, object, string[]]>([
    [
      'cities without a letter',
      { load: { ...posting.load, reference: null, origin: { city: '…', state: 'TX' }, destination: { city: '–', state: 'GA' } } },
      ['body.load.origin.city'],
    ],
    ['no city', { load: { ...posting.load, origin: { city: ' ', state: 'TX' } } }, ['body.load.origin.city']],
    [
      'a state that we don’t know',
      { load: { ...posting.load, destination: { city: 'Juarez', state: 'XX' } } },
      ['body.load.destination.state'],
    ],
    ['no broker', { load: { ...posting.load, brokerName: '', brokerMc: '000' } }, ['body.load.brokerName']],
    ['a delivery before the pickup', { pickupDay: dayFromNow(3), deliveryDay: dayFromNow(1) }, ['body.stops.1.day']],
    ['no day', { deliveryDay: '' }, ['body.deliveryDay']],
    ['a phone that is none', { phone: 'javascript:alert(1)' }, ['body.phone']],
  ])('400 for %s', async (_, change, paths) => {
    const { ext } = await open();
    const answer = await problemOf(sendJson(ext, 'POST', '/ext/boards/loads', { ...posting, ...change }));
    expect([answer.status, [...new Set(answer.paths)]]).toEqual([400, paths]);
  });
});
