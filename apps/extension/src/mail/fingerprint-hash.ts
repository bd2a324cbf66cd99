const encoder = new TextEncoder();
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** As the API does: the first 128 bits of SHA-256, in hex. */
export async function hashFingerprint(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)), 0, 16);
  return Array.from(hash, (byte) => hex[byte]).join('');
}
