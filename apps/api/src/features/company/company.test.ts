import { type CompanyInput, companyEndpoints } from '@headhaul/contracts/company';
import { teamEndpoints } from '@headhaul/contracts/team';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../lib/db/audit.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const input: CompanyInput = {
  name: 'Northline Logistics',
  mc: '1284417',
  dot: '3318907',
  address: '1 Main St',
  phone: '(712) 555-0100',
  timeZone: 'America/Denver',
  weekStartsOn: 'SUNDAY',
  weekCountsBy: 'PICKUP',
};

describe('GET /companies/myCompany', () => {
  it('200 to owner and member alike', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    expect(await member.call(companyEndpoints.getMyCompany, {})).toEqual({
      id: owner.user.companyId,
      name: 'Test’s company',
      mc: null,
      dot: null,
      address: null,
      phone: null,
      timeZone: 'America/Chicago',
      weekStartsOn: 'MONDAY',
      weekCountsBy: 'DELIVERY',
      seats: 10,
      logo: null,
    });
  });
});

describe('PUT /companies/myCompany', () => {
  it('200 changes it and tells open screens; numbers may come with their letters, empty text means none', async () => {
    const owner = await api.signUp();
    const screen = await openEvents(owner);
    const sent = { ...input, mc: ' MC-1284417', dot: 'USDOT 3318907', address: ' ', phone: '' };
    const company = await owner.call(companyEndpoints.updateMyCompany, { body: sent });
    expect(company).toMatchObject({ ...input, address: null, phone: null });
    expect(await owner.call(companyEndpoints.getMyCompany, {})).toEqual(company);
    await screen.untilChanges(1);
    expect(screen.changes()[0]?.data).toEqual({ type: 'company.changed' });
    screen.close();
  });

  it('403 by a member', async () => {
    const member = await addTeammate(api, await api.signUp());
    await expect(member.call(companyEndpoints.updateMyCompany, { body: input })).rejects.toMatchObject(problem(403, 'not_allowed'));
  });

  it.each([
    ['body.name', { name: ' ' }],
    ['body.name', { name: 'x'.repeat(201) }],
    ['body.mc', { mc: 'MC' }],
    ['body.mc', { mc: '123456789' }],
    ['body.dot', { dot: 12 }],
    ['body.address', { address: 'x'.repeat(301) }],
    ['body.phone', { phone: 'x'.repeat(41) }],
    ['body.timeZone', { timeZone: 'Mars/Olympus' }],
    ['body.weekStartsOn', { weekStartsOn: 'FRIDAY' }],
    ['body', { seats: 10_000 }],
  ])('400 at %s', async (path, wrong) => {
    const owner = await api.signUp();
    const body = { ...input, ...wrong } as CompanyInput;
    await expect(owner.call(companyEndpoints.updateMyCompany, { body })).rejects.toMatchObject({
      problem: { status: 400, errors: [expect.objectContaining({ path })] },
    });
  });

  it('400 for a zero byte, which no text can hold', async () => {
    const owner = await api.signUp();
    await expect(owner.call(companyEndpoints.updateMyCompany, { body: { ...input, name: 'a\u0000b' } })).rejects.toMatchObject({
      problem: { status: 400 },
    });
  });
});

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#1e60dc' } });
}

function upload(client: TestClient, file: Uint8Array): Promise<{ logo: string | null }> {
  return client.call(companyEndpoints.uploadLogo, { body: { file: new Blob([new Uint8Array(file)]) } });
}

describe('POST /companies/myCompany/logo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('200 draws a %s anew as a small PNG', async (format) => {
    const owner = await api.signUp();
    const { logo } = await upload(owner, await picture(800, 400).toFormat(format).toBuffer());
    const png = Buffer.from(logo?.replace('data:image/png;base64,', '') ?? '', 'base64');
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 160, height: 80 });
    await owner.call(companyEndpoints.removeLogo, {});
    expect((await owner.call(companyEndpoints.getMyCompany, {})).logo).toBeNull();
  });

  it('200 keeps nothing that was hidden behind or inside the picture', async () => {
    const owner = await api.signUp();
    const hidden = '<script>alert(1)</script>';
    const png = await picture(50, 50)
      .withExif({ IFD0: { Copyright: hidden } })
      .png()
      .toBuffer();
    const { logo } = await upload(owner, Buffer.concat([png, Buffer.from(hidden)]));
    expect(Buffer.from(logo?.split(',')[1] ?? '', 'base64').includes('script')).toBe(false);
  });

  it('400 for an SVG, HTML, HTML behind a picture’s first bytes, half a picture, a GIF, 5 megapixels and nothing', async () => {
    const owner = await api.signUp();
    const png = await picture(300, 300).png().toBuffer();
    const refused: [string, Buffer][] = [
      ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')],
      ['html', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['html behind png', Buffer.concat([png.subarray(0, 16), Buffer.from('<script>alert(1)</script>')])],
      ['html behind jpeg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')])],
      ['half', png.subarray(0, png.length / 2)],
      ['gif', await picture(9, 9).gif().toBuffer()],
      ['5 MP', await picture(2_500, 2_000).png({ compressionLevel: 9 }).toBuffer()],
      ['empty', Buffer.alloc(0)],
    ];
    for (const [name, file] of refused)
      await expect(upload(owner, file), name).rejects.toMatchObject({
        problem: { status: 400, errors: [expect.objectContaining({ path: 'body.file' })] },
      });
    expect((await owner.call(companyEndpoints.getMyCompany, {})).logo).toBeNull();
  });

  it('413 for more than 10 MB, 415 for JSON, 403 by a member', async () => {
    const owner = await api.signUp();
    await expect(upload(owner, Buffer.alloc(11 * 1024 * 1024))).rejects.toMatchObject(problem(413, 'body_too_large'));
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await owner.fetch('/api/companies/myCompany/logo', json)).status).toBe(415);
    const member = await addTeammate(api, owner);
    await expect(upload(member, await picture(9, 9).png().toBuffer())).rejects.toMatchObject(problem(403, 'not_allowed'));
    await expect(member.call(companyEndpoints.removeLogo, {})).rejects.toMatchObject(problem(403, 'not_allowed'));
  });
});

describe('GET /companies/myCompany/audit-log', () => {
  it('200 newest first, page by page, with names instead of ids; the chain is whole', async () => {
    const owner = await api.signUp('chief@audit.test');
    const member = await addTeammate(api, owner, 'mate@audit.test');
    await owner.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['asked@audit.test'] } });
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, member.user.email) } });
    const seen = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await owner.call(companyEndpoints.listAudit, { query: { limit: 2, ...(cursor ? { cursor } : {}) } });
      seen.push(...page.lines);
      cursor = page.nextCursor;
    }
    expect(seen.map(({ action }) => action)).toEqual([
      'member.removed',
      'invite.sent',
      'member.joined',
      'session.opened',
      'company.opened',
    ]);
    expect(seen.map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1]);
    expect(seen[0]).toMatchObject({ actorName: 'Test Person', detail: { userName: 'Test Person' } });
    expect(seen[1]?.detail).toEqual({ email: 'asked@audit.test' });
    expect(await api.platform.db.withTenant(owner.user.companyId, verifyAudit)).toEqual({ entries: 5, brokenAt: null });
  });

  it('403 by a member, 400 for a cursor that is none', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    await expect(member.call(companyEndpoints.listAudit, { query: {} })).rejects.toMatchObject(problem(403, 'not_allowed'));
    for (const cursor of ['x', 'WyJhIl0', 'Wy0xXQ'])
      expect((await owner.fetch(`/api/companies/myCompany/audit-log?cursor=${cursor}`)).status).toBe(400);
  });
});
