import { randomUUID } from 'node:crypto';
import { type DocumentKind, documentEndpoints, type LoadDocument } from '@headhaul/contracts/documents';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allFiles } from '../../lib/files/files.ts';
import { collect } from '../../testing/collect.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { makeDriver, makeLoad, toLoadInput } from '../../testing/office.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>\nendobj\n%%EOF');

function toFile(bytes: Uint8Array, name = 'RC 48291.pdf'): File {
  return new File([new Uint8Array(bytes)], name, { type: 'text/html' });
}

function upload(client: TestClient, loadId: string, kind: DocumentKind = 'POD', file = toFile(pdf)): Promise<LoadDocument> {
  return client.call(documentEndpoints.uploadLoadDocument, { params: { id: loadId }, body: { kind, file } });
}

function fetchContent(client: TestClient, documentId: string): Promise<Response> {
  return client.fetch(`/api/documents/${documentId}/content`);
}

async function documentStates(
  client: TestClient,
  id: string,
): Promise<{ hasRc: boolean; hasBol: boolean; hasPod: boolean; names: string[] }> {
  const { hasRc, hasBol, hasPod, documents } = await client.call(loadEndpoints.getLoad, { params: { id } });
  return { hasRc, hasBol, hasPod, names: documents.map(({ fileName }) => fileName) };
}

describe('POST /loads/{id}/documents', () => {
  it('200 keeps the document, marks the load, writes its history and tells open screens', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const screen = await openEvents(owner);
    const document = await upload(owner, load.id, 'RATE_CONFIRMATION');
    expect(document).toMatchObject({
      kind: 'RATE_CONFIRMATION',
      fileName: 'RC 48291.pdf',
      contentType: 'application/pdf',
      sizeBytes: pdf.length,
    });
    expect(document.uploadedByName).toBe('Test Person');
    expect(await documentStates(owner, load.id)).toEqual({ hasRc: true, hasBol: false, hasPod: false, names: ['RC 48291.pdf'] });
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params: { id: load.id } });
    expect(events[0]).toMatchObject({
      kind: 'document.added',
      source: 'user',
      actorName: 'Test Person',
      changes: [{ field: 'Rate con', from: null, to: 'RC 48291.pdf' }],
    });
    await screen.untilChanges(1);
    expect(screen.changes().at(-1)?.data).toEqual({ type: 'loads.changed', ids: [load.id], byUserId: owner.user.id });
    screen.close();
  });

  it('200 raises the load’s version, as its removal does, and tells open screens each time', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const read = () => owner.call(loadEndpoints.getLoad, { params: { id: load.id } });
    const screen = await openEvents(owner);
    const document = await upload(owner, load.id);
    const withDocument = await read();
    await owner.call(documentEndpoints.removeDocument, { params: { documentId: document.id } });
    const without = await read();
    expect([withDocument.version, without.version]).toEqual([load.version + 1, load.version + 2]);
    const times = [load, withDocument, without].map(({ updatedAt }) => Date.parse(updatedAt));
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    await screen.untilChanges(2);
    const told = { type: 'loads.changed', ids: [load.id], byUserId: owner.user.id };
    expect(screen.changes().map(({ data }) => data)).toEqual([told, told]);
    screen.close();
  });

  it('200 for many at once raises the version once for each', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    await Promise.all(Array.from({ length: 4 }, () => upload(owner, load.id)));
    expect((await owner.call(loadEndpoints.getLoad, { params: { id: load.id } })).version).toBe(load.version + 4);
  });

  it('a form that was opened before it is told the new version, and saves with that', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const document = await upload(owner, load.id);
    const save = (version: number) =>
      owner.call(loadEndpoints.updateLoad, {
        params: { id: load.id },
        query: { version },
        body: { ...toLoadInput(load), commodity: 'Paper' },
      });
    await expect(save(load.version)).rejects.toMatchObject({
      problem: { code: 'version_stale', current: { version: load.version + 1, documents: [{ id: document.id }] } },
    });
    expect(await save(load.version + 1)).toMatchObject({ commodity: 'Paper', documents: [{ id: document.id }] });
  });

  it('200 draws a phone’s photo anew: upright, at most 4 megapixels, without its place', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const photo = await sharp({ create: { width: 4_032, height: 3_024, channels: 3, background: '#777777' } })
      .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitude: '41/1 52/1 0/1' } } })
      .jpeg()
      .toBuffer();
    const document = await upload(owner, load.id, 'POD', toFile(photo, 'IMG_0042.png'));
    expect(document).toMatchObject({ fileName: 'IMG_0042.jpg', contentType: 'image/jpeg' });
    const content = Buffer.from(await (await fetchContent(owner, document.id)).arrayBuffer());
    const { width, height, exif } = await sharp(content).metadata();
    expect(width * height).toBeLessThanOrEqual(4_000_000);
    expect(height).toBeGreaterThan(width);
    expect(exif).toBeUndefined();
  });

  it('200 for many at once: each is kept and the marks are right', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const kinds: DocumentKind[] = ['RATE_CONFIRMATION', 'BOL', 'POD', 'POD', 'LUMPER', 'OTHER'];
    await Promise.all(kinds.map((kind) => upload(owner, load.id, kind)));
    const { names, ...marks } = await documentStates(owner, load.id);
    expect(names).toHaveLength(6);
    expect(marks).toEqual({ hasRc: true, hasBol: true, hasPod: true });
  });

  it('404 for the load of another company, a deleted one and none; nothing is stored', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const [load, gone] = [await makeLoad(owner), await makeLoad(owner)];
    await owner.call(loadEndpoints.deleteLoad, { params: { id: gone.id } });
    const attempts: [TestClient, string][] = [
      [stranger, load.id],
      [owner, gone.id],
      [owner, randomUUID()],
    ];
    for (const [client, id] of attempts) await expect(upload(client, id)).rejects.toMatchObject(problem(404, 'not_found'));
    for (const { user } of [owner, stranger]) expect(await collect(api.platform.files.list(`${allFiles}${user.companyId}/`))).toEqual([]);
  });

  it('415 for files that are not what they say, whatever their name and type', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#777777' } })
      .png()
      .toBuffer();
    const script = '<script>alert(1)</script>';
    const files: [string, Uint8Array][] = [
      ['scan.pdf', Buffer.from(`<!doctype html>${script}`)],
      ['scan.pdf', Buffer.concat([Buffer.from(script), pdf])],
      ['scan.svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
      ['scan.png', Buffer.concat([png.subarray(0, 20), Buffer.from(script)])],
      ['scan.png', png.subarray(0, png.length / 2)],
      ['scan.gif', Buffer.from('GIF89a')],
      ['scan.zip', Buffer.from('504b0304', 'hex')],
      ['scan.exe', Buffer.from('MZ')],
      ['nothing.pdf', Buffer.alloc(0)],
    ];
    for (const [name, bytes] of files)
      await expect(upload(owner, load.id, 'POD', toFile(bytes, name)), name).rejects.toMatchObject(problem(415, 'unsupported_media_type'));
    expect(await collect(api.platform.files.list(`${allFiles}${owner.user.companyId}/`))).toEqual([]);
  });

  it('413 for more than 15 MB, 400 without a kind, 415 for JSON', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const large = Buffer.concat([pdf, Buffer.alloc(15 * 1024 * 1024)]);
    await expect(upload(owner, load.id, 'POD', toFile(large))).rejects.toMatchObject(problem(413, 'body_too_large'));
    const fits = Buffer.concat([pdf, Buffer.alloc(14 * 1024 * 1024)]);
    expect((await upload(owner, load.id, 'POD', toFile(fits))).sizeBytes).toBe(fits.length);
    await expect(upload(owner, load.id, 'SELFIE' as DocumentKind)).rejects.toMatchObject({
      problem: { status: 400, errors: [expect.objectContaining({ path: 'body.kind' })] },
    });
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await owner.fetch(`/api/loads/${load.id}/documents`, json)).status).toBe(415);
  });

  it('422 for the hundred and first document', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    await upload(owner, load.id);
    await api.admin.query(
      `insert into documents (company_id, id, load_id, kind, file_name, content_type, size_bytes, sha256)
       select company_id, gen_random_uuid(), load_id, kind, file_name, content_type, size_bytes, sha256 from documents, generate_series(1, 99)
       where load_id = $1`,
      [load.id],
    );
    await expect(upload(owner, load.id)).rejects.toMatchObject(problem(422, 'limit_reached'));
  });
});

describe('GET /documents/{documentId}/content', () => {
  it('200 as it was sent, in a way that it can run nothing here', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const { id } = await upload(owner, load.id, 'POD', toFile(pdf, 'père "POD"\r\nx: y.html'));
    const response = await fetchContent(owner, id);
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="p_re POD x y.pdf"; filename*=UTF-8''p%C3%A8re%20POD%20x%20y.pdf`,
    );
  });

  it('404 for the document of another company, a removed one and none', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const load = await makeLoad(owner);
    const [kept, removed] = [await upload(owner, load.id), await upload(owner, load.id)];
    await owner.call(documentEndpoints.removeDocument, { params: { documentId: removed.id } });
    for (const response of [fetchContent(stranger, kept.id), fetchContent(owner, removed.id), fetchContent(owner, randomUUID())])
      expect((await response).status).toBe(404);
    expect((await api.fetch(`/api/documents/${kept.id}/content`)).status).toBe(401);
  });
});

describe('DELETE /documents/{documentId}', () => {
  it('204 takes the mark off when the last of its kind goes, also when two go at once', async () => {
    const owner = await api.signUp();
    const load = await makeLoad(owner);
    const remove = (documentId: string) => owner.call(documentEndpoints.removeDocument, { params: { documentId } });
    const [rc, first, second] = await Promise.all([
      upload(owner, load.id, 'RATE_CONFIRMATION'),
      upload(owner, load.id, 'POD'),
      upload(owner, load.id, 'POD'),
    ]);
    await Promise.all([remove(first.id), remove(second.id)]);
    expect(await documentStates(owner, load.id)).toMatchObject({ hasRc: true, hasPod: false });
    await remove(rc.id);
    expect(await documentStates(owner, load.id)).toEqual({ hasRc: false, hasBol: false, hasPod: false, names: [] });
    const { events } = await owner.call(loadEndpoints.listLoadEvents, { params: { id: load.id } });
    expect(events[0]).toMatchObject({ kind: 'document.removed', changes: [{ field: 'Rate con', from: 'RC 48291.pdf', to: null }] });
    await expect(remove(rc.id)).rejects.toMatchObject(problem(404, 'not_found'));
  });

  it('404 for the document of another company', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const load = await makeLoad(owner);
    const { id } = await upload(owner, load.id);
    const attempt = stranger.call(documentEndpoints.removeDocument, { params: { documentId: id } });
    await expect(attempt).rejects.toMatchObject(problem(404, 'not_found'));
    expect((await documentStates(owner, load.id)).hasPod).toBe(true);
  });
});

describe('the documents of a driver', () => {
  it('200 are added, listed and removed', async () => {
    const owner = await api.signUp();
    const driver = await makeDriver(owner);
    const screen = await openEvents(owner);
    const body = { kind: 'CDL' as const, file: toFile(pdf, 'cdl.pdf') };
    const added = await owner.call(documentEndpoints.uploadDriverDocument, { params: { id: driver.id }, body });
    const list = () => owner.call(documentEndpoints.listDriverDocuments, { params: { id: driver.id } });
    expect(await list()).toEqual({ documents: [added] });
    await screen.untilChanges(1);
    expect(screen.changes().at(-1)?.data).toEqual({ type: 'drivers.changed' });
    screen.close();
    await owner.call(documentEndpoints.removeDocument, { params: { documentId: added.id } });
    expect(await list()).toEqual({ documents: [] });
  });

  it('404 for the driver of another company; an archived one’s can be seen but not added to', async () => {
    const [owner, stranger] = [await api.signUp(), await api.signUp()];
    const driver = await makeDriver(owner);
    const body = { kind: 'CDL' as const, file: toFile(pdf) };
    const add = (client: TestClient) => client.call(documentEndpoints.uploadDriverDocument, { params: { id: driver.id }, body });
    await add(owner);
    await expect(add(stranger)).rejects.toMatchObject(problem(404, 'not_found'));
    const seen = (client: TestClient) => client.call(documentEndpoints.listDriverDocuments, { params: { id: driver.id } });
    await expect(seen(stranger)).rejects.toMatchObject(problem(404, 'not_found'));
    await owner.call(driverEndpoints.deleteDriver, { params: { id: driver.id } });
    expect((await seen(owner)).documents).toHaveLength(1);
    await expect(add(owner)).rejects.toMatchObject(problem(404, 'not_found'));
  });
});
