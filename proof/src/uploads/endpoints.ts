import { bearer } from '../lib/http-client.ts';
import type { SignedIn } from '../lib/people.ts';
import { faultOfDocument, faultOfHeaders, faultOfPng } from './assess.ts';
import type { HostileFile } from './hostile-files.ts';

export interface Outcome {
  status: number;
  /** What is wrong with the stored file, or null. */
  fault: string | null;
}

export interface Uploader extends SignedIn {
  driverId: string;
}

const signatureWidth = 600;
const logoWidth = 160;

async function post(
  origin: string,
  path: string,
  { token, cookie }: SignedIn,
  file: HostileFile,
  fields: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  return fetch(`${origin}${path}`, { method: 'POST', body: form, headers: { ...bearer(token.accessToken), cookie } });
}

async function remove(origin: string, path: string, { token, cookie }: SignedIn): Promise<void> {
  await fetch(`${origin}${path}`, { method: 'DELETE', headers: { ...bearer(token.accessToken), cookie } });
}

/**
 * Every route that takes a file and shows it again. The signature and document routes delete what they added, so that no limit stops the
 * next upload.
 */
export const endpoints: Record<string, (origin: string, who: Uploader, file: HostileFile) => Promise<Outcome>> = {
  signature: async (origin, who, file) => {
    const sent = await post(origin, '/api/email-signatures/upload', who, file);
    const url = await sent.text();
    if (!sent.ok) return { status: sent.status, fault: null };
    if (!url.startsWith(`${origin}/i/`)) return { status: sent.status, fault: `an address of ${url.slice(0, 60)}` };
    const shown = await fetch(url);
    const bytes = Buffer.from(await shown.arrayBuffer());
    await remove(origin, `/api/email-signatures?imageUrl=${encodeURIComponent(url)}`, who);
    return { status: sent.status, fault: faultOfHeaders(shown.headers, 'image/png') ?? faultOfPng(bytes, signatureWidth) };
  },
  logo: async (origin, who, file) => {
    const sent = await post(origin, '/api/companies/myCompany/logo', who, file);
    const body = await sent.text();
    if (!sent.ok) return { status: sent.status, fault: null };
    const [kind, data = ''] = ((JSON.parse(body) as { logo: string | null }).logo ?? '').split(',');
    const fault = kind === 'data:image/png;base64' ? faultOfPng(Buffer.from(data, 'base64'), logoWidth) : `shown as ${kind}`;
    return { status: sent.status, fault };
  },
  doc: async (origin, who, file) => {
    const sent = await post(origin, `/api/drivers/${who.driverId}/documents`, who, file, { kind: 'OTHER' });
    const body = await sent.text();
    if (!sent.ok) return { status: sent.status, fault: null };
    const { id } = JSON.parse(body) as { id: string };
    const shown = await fetch(`${origin}/api/documents/${id}/content`, { headers: bearer(who.token.accessToken) });
    const bytes = Buffer.from(await shown.arrayBuffer());
    await remove(origin, `/api/documents/${id}`, who);
    return { status: sent.status, fault: faultOfDocument(bytes, shown.headers) };
  },
};
