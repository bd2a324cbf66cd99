import { randomBytes } from 'node:crypto';
import { companyEndpoints } from '@headhaul/contracts/company';
import { emailTemplateEndpoints } from '@headhaul/contracts/mail/templates';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const { getSignature, saveSignature, prefillSignature, uploadSignatureImage, deleteSignatureImage } = emailTemplateEndpoints;

function picture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: { r: 20, g: 90, b: 200, alpha: 0.5 } } });
}
async function upload(client: TestClient, file?: Uint8Array): Promise<string> {
  const content = file ?? (await picture(900, 300).png().toBuffer());
  return client.call(uploadSignatureImage, { body: { file: new Blob([new Uint8Array(content)]) } });
}
const pathOf = (url: string) => new URL(url).pathname;

describe('a signature', () => {
  it('is saved clean, with our own pictures only, and taken away by null', async () => {
    const client = await api.signUp();
    const { accountId: id } = await plantMailbox(api, client);
    const url = await upload(client);
    const sent = `<p>Nina <b onclick="x()">Kovac</b></p><img src="${url}" width="200"><img src="https://evil.example/x.png">`;
    const { signature } = await client.call(saveSignature, { params: { id }, body: { signature: sent } });
    expect(signature).toBe(`<p>Nina <b>Kovac</b></p><img src="${url}" alt="" width="200" />`);
    expect(await client.call(getSignature, { params: { id } })).toEqual({ signature });
    expect(await client.call(saveSignature, { params: { id }, body: { signature: null } })).toEqual({ signature: null });
  });

  it('begins with what is known', async () => {
    const client = await api.signUp('nina@office.example');
    const company = await client.call(companyEndpoints.getMyCompany, {});
    await api.admin.query(`update companies set mc = '918204', dot = '2740113', phone = '(414) 555-0142' where company_id = $1`, [
      company.id,
    ]);
    expect(await client.call(prefillSignature, {})).toEqual({
      name: 'Test Person',
      company: company.name,
      mc: '918204',
      dot: '2740113',
      phone: '(414) 555-0142',
      email: 'nina@office.example',
      logoUrl: null,
    });
  });

  it('begins empty when that can’t be read', async () => {
    const client = await api.signUp();
    await api.admin.query('revoke select on signature_images from app');
    try {
      expect(await client.call(prefillSignature, {})).toBeNull();
    } finally {
      await api.admin.query('grant select on signature_images to app');
    }
  });
});

describe('a picture', () => {
  it('is drawn anew and shown to anybody, without a cookie', async () => {
    const client = await api.signUp();
    const hidden = '<script>alert(1)</script>';
    const jpeg = await picture(1200, 600)
      .withExif({ IFD0: { Copyright: hidden } })
      .jpeg()
      .toBuffer();
    const url = await upload(client, Buffer.concat([jpeg, Buffer.from(hidden)]));
    const response = await api.fetch(pathOf(url));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    const png = Buffer.from(await response.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 600, height: 300 });
    expect(png.includes('script')).toBe(false);
    const head = await api.fetch(pathOf(url), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(png.length)]);
    expect((await api.fetch(pathOf(url), { method: 'POST' })).status).toBe(404);
  });

  it('304 for who has it already, as long as it is there', async () => {
    const client = await api.signUp();
    const url = await upload(client);
    const tag = (await api.fetch(pathOf(url))).headers.get('etag') ?? '';
    const again = (known: string) => api.fetch(pathOf(url), { headers: { 'if-none-match': known } });
    for (const known of [tag, `W/${tag}`, `"another", ${tag}`]) {
      const response = await again(known);
      expect([response.status, await response.text()]).toEqual([304, '']);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect((await again('"another"')).status).toBe(200);
    await client.call(deleteSignatureImage, { query: { imageUrl: url } });
    const gone = await again(tag);
    expect([gone.status, gone.headers.get('etag'), gone.headers.get('cache-control')]).toEqual([404, null, 'no-store']);
  });

  it('429 for an address that asks too often, whatever it asks for', async () => {
    const few = await startTestApp({ env: { RATE_LIMIT_PAGES_PER_MINUTE: '3', TRUSTED_PROXY_HOPS: '1' } });
    const ask = async (ip: string) => (await few.fetch('/i/x.png', { headers: { 'x-forwarded-for': ip } })).status;
    const address = `2001:db8::${randomBytes(2).toString('hex')}`;
    const statuses = [];
    for (let asked = 0; asked < 4; asked++) statuses.push(await ask(address));
    expect(statuses).toEqual([404, 404, 404, 429]);
    await few.close();
  });

  it.each([
    '/i/x.png',
    '/i/3b241101-e2bb-4255-8caf-4136c566a962.png',
    '/i/..%2f..%2fetc.png',
    '/i/3b241101-e2bb-4255-8caf-4136c566a962.svg',
  ])('404 for %s', async (path) => {
    expect((await api.fetch(path)).status).toBe(404);
  });

  it('400 for what is no picture', async () => {
    const client = await api.signUp();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const file of [svg, Buffer.from('GIF89a'), await picture(3000, 2000).png().toBuffer(), Buffer.alloc(0)]) {
      await expect(upload(client, file)).rejects.toMatchObject({ problem: { status: 400 } });
    }
  });

  it('is deleted by its address, by its own company only', async () => {
    const client = await api.signUp();
    const stranger = await api.signUp();
    const url = await upload(client);
    const remove = (who: TestClient, imageUrl: string) => who.call(deleteSignatureImage, { query: { imageUrl } });
    const gone = { problem: { status: 404 } };
    await expect(remove(stranger, url)).rejects.toMatchObject(gone);
    for (const other of [
      `${url}?a`,
      `https://evil.example${pathOf(url)}`,
      pathOf(url),
      'http://169.254.169.254/',
      '../../etc/passwd',
      '',
    ]) {
      await expect(remove(client, other)).rejects.toMatchObject(gone);
    }
    expect((await api.fetch(pathOf(url))).status).toBe(200);
    await remove(client, url);
    expect((await api.fetch(pathOf(url))).status).toBe(404);
    await expect(remove(client, url)).rejects.toMatchObject(gone);
  });

  it('is one of fifty at most', async () => {
    const client = await api.signUp();
    await upload(client);
    await api.admin.query(
      `insert into signature_images (image_key, belongs_to, uploaded_by, bytes)
       select gen_random_uuid(), $1, $2, 9 from generate_series(1, 49)`,
      [client.user.companyId, client.user.id],
    );
    await expect(upload(client)).rejects.toMatchObject({ problem: { code: 'limit_reached' } });
  });
});
