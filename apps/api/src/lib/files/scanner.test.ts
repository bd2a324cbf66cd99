import { companyEndpoints } from '@headhaul/contracts/company';
import { dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { documentEndpoints } from '@headhaul/contracts/documents';
import { factoringEndpoints } from '@headhaul/contracts/factoring';
import { isForm } from '@headhaul/contracts/http/endpoint';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { collect } from '../../testing/collect.ts';
import { makeLoad } from '../../testing/office.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { allFiles } from './files.ts';
import { createScanner } from './scanner.ts';

let api: TestApp;
let owner: TestClient;
let loadId: string;
beforeAll(async () => {
  api = await startTestApp({ env: { CLAMD_HOST: 'localhost', CLAMD_PORT: String(inject('sandboxPort') + 10) } });
  owner = await api.signUp();
  loadId = (await makeLoad(owner)).id;
  await owner.call(factoringEndpoints.updateFactoring, { body: { factoringType: 'OTHER', name: 'Ridgeway' } });
});
afterAll(() => api.close());
afterEach(() => setFaults({}));

async function setFaults(faults: Record<string, unknown>): Promise<void> {
  const response = await fetch(`http://localhost:${inject('sandboxPort')}/services/clamd/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
  expect(response.status).toBe(200);
}

/** The EICAR test text, which every scanner reports as a virus. It is in two parts, or a scanner would remove this source file. */
const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''));
const pdf = Buffer.from('%PDF-1.7\n');
const png = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
const toFile = (...parts: Buffer[]) => new File([new Uint8Array(Buffer.concat(parts))], 'a file');

const ways: [string, (extra: Buffer) => Promise<unknown>][] = [
  [
    'uploadLoadDocument',
    async (extra) =>
      owner.call(documentEndpoints.uploadLoadDocument, { params: { id: loadId }, body: { kind: 'POD', file: toFile(pdf, extra) } }),
  ],
  [
    'uploadImport',
    async (extra) => owner.call(dataTransferEndpoints.uploadImport, { body: { file: toFile(Buffer.from('Load,Rate\n1,100\n'), extra) } }),
  ],
  [
    'uploadSignatureImage',
    async (extra) => owner.call(emailTemplateEndpoints.uploadSignatureImage, { body: { file: toFile(await png(), extra) } }),
  ],
  [
    'uploadFactorList',
    async (extra) =>
      owner.call(factoringEndpoints.uploadFactorList, {
        body: { listedOn: '2026-01-05', file: toFile(Buffer.from('Name,Status\nAcme,Approved\n'), extra) },
      }),
  ],
  ['uploadLogo', async (extra) => owner.call(companyEndpoints.uploadLogo, { body: { file: toFile(await png(), extra) } })],
];

const listFiles = () => collect(api.platform.files.list(allFiles));

describe.each(ways)('a file by %s', (_name, send) => {
  it('is taken when nothing is found in it', async () => {
    await expect(send(Buffer.from(' '))).resolves.toBeDefined();
  });

  it('422 with a virus in it, and nothing is kept', async () => {
    const before = await listFiles();
    await expect(send(eicar)).rejects.toMatchObject({
      problem: { status: 422, code: 'file_infected', detail: 'This file has a virus. We did not keep it' },
    });
    expect(await listFiles()).toEqual(before);
  });

  it.each([
    ['is not there', { refuse: true }],
    ['has a fault of its own', { errorStatus: 500 }],
  ])('503 while the scanner %s, and nothing is kept', async (_state, faults) => {
    await setFaults(faults);
    const before = await listFiles();
    await expect(send(Buffer.from(' '))).rejects.toMatchObject({
      problem: { status: 503, code: 'unavailable', retryAfterSeconds: 30, detail: expect.stringContaining('Nothing was kept') },
    });
    expect(await listFiles()).toEqual(before);
  });
});

it('knows every way in', () => {
  const forms = api.app.endpoints.filter(({ endpoint }) => isForm(endpoint.body)).map(({ name }) => name);
  // Documents of a driver use the same code as documents of a load.
  expect(new Set(forms)).toEqual(new Set([...ways.map(([name]) => name), 'uploadDriverDocument']));
});

it('leaves no trace of a refused document on its load', async () => {
  const { documents } = await owner.call(loadEndpoints.getLoad, { params: { id: loadId } });
  expect(documents).toHaveLength(1);
});

describe('the scanner', () => {
  const env = () => api.platform.env;

  it('is not waited for without end', async () => {
    await setFaults({ latencyMs: 120_000 });
    await expect(createScanner(env(), 50)(pdf)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('finds a virus at the end of a large file, and takes an empty one', async () => {
    const scan = createScanner(env());
    await expect(scan(Buffer.concat([Buffer.alloc(20 * 1024 * 1024), eicar]))).rejects.toMatchObject({ code: 'file_infected' });
    await expect(scan(new Uint8Array())).resolves.toBeUndefined();
  });

  it('refuses what is larger than it takes', async () => {
    await expect(createScanner(env())(Buffer.alloc(27 * 1024 * 1024))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is left out where none is named', async () => {
    const { CLAMD_HOST, ...without } = env();
    await expect(createScanner(without)(eicar)).resolves.toBeUndefined();
  });
});
