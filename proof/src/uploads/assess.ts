import { marker } from './hostile-files.ts';

/** Chunks that our PNGs may contain. Texts, profiles, Exif and frames are not allowed. */
const pngParts = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'pHYs', 'gAMA', 'sRGB', 'cHRM', 'bKGD']);
const pngStart = '89504e470d0a1a0a';

/** Null if it is a picture that we made and nothing else. */
export function faultOfPng(bytes: Buffer, maxWidth: number): string | null {
  if (bytes.subarray(0, 8).toString('hex') !== pngStart) return `no PNG but ${bytes.subarray(0, 12).toString('hex')}`;
  if (bytes.readUInt32BE(16) > maxWidth) return `${bytes.readUInt32BE(16)} pixels wide`;
  for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const type = bytes.subarray(at + 4, at + 8).toString('latin1');
    if (!pngParts.has(type)) return `a part ${type}`;
    if (type === 'IEND' && at + 12 !== bytes.length) return 'something behind its end';
  }
  return bytes.includes(marker) ? 'what was hidden in the original' : null;
}

/** What a browser needs to hear before it shows a stranger's file: load nothing, run nothing, be framed nowhere. */
const neededPolicies = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", 'sandbox'];

/** The answer must have one content type, and headers that keep a browser from running it. */
export function faultOfHeaders(headers: Headers, contentType: string): string | null {
  if (headers.get('content-type') !== contentType) return `sent as ${headers.get('content-type')}`;
  if (headers.get('x-content-type-options') !== 'nosniff') return 'its type may be guessed';
  const policies = new Set((headers.get('content-security-policy') ?? '').split(/; ?/));
  if (neededPolicies.some((policy) => !policies.has(policy)) || policies.size !== neededPolicies.length) return 'it may run';
  return headers.has('set-cookie') ? 'a cookie beside it' : null;
}

/** A document is either the uploaded PDF or a JPEG that we made. */
export function faultOfDocument(bytes: Buffer, headers: Headers): string | null {
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  const fault = faultOfHeaders(headers, isPdf ? 'application/pdf' : 'image/jpeg');
  if (fault !== null || isPdf) return fault;
  if (bytes.subarray(0, 3).toString('hex') !== 'ffd8ff') return 'no JPEG';
  return bytes.includes(marker) ? 'what was hidden in the original' : null;
}
