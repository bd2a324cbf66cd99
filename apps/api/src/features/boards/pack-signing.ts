import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { KeyId } from '@headhaul/contracts/boards/packs';
import { z } from 'zod';

/** A private key as JSON Web Key, with the name that signatures refer to. */
export const SigningKeyFile = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  kid: KeyId,
  /** The public half, base64url. */
  x: z.string().length(43),
  d: z.string().length(43),
});
type SigningKeyFile = z.infer<typeof SigningKeyFile>;

/** What stands beside a signed pack. */
export const PackSignature = z.strictObject({ kid: KeyId, signature: z.string().length(88) });
export type PackSignature = z.infer<typeof PackSignature>;

export interface BoardPublicKey {
  kid: string;
  /** 32 bytes, base64url. */
  publicKey: string;
}

export function makeSigningKey(kid: string): SigningKeyFile {
  const { privateKey } = generateKeyPairSync('ed25519');
  return SigningKeyFile.parse({ ...privateKey.export({ format: 'jwk' }), kid });
}

export function signPack(bytes: Uint8Array, key: SigningKeyFile): PackSignature {
  const { kid, ...jwk } = key;
  return { kid, signature: sign(null, bytes, createPrivateKey({ key: jwk, format: 'jwk' })).toString('base64') };
}

export function isSignedBy(bytes: Uint8Array, { kid, signature }: PackSignature, keys: readonly BoardPublicKey[]): boolean {
  const known = keys.find((key) => key.kid === kid);
  if (known === undefined) return false;
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: known.publicKey }, format: 'jwk' });
  return verify(null, bytes, publicKey, Buffer.from(signature, 'base64'));
}
