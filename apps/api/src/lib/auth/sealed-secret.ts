import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** As stored in the database: the secret, encrypted with a data key of its own, and that key wrapped for the worker's key pair `keyId`. */
export interface SealedSecret {
  keyId: string;
  wrappedKey: Buffer;
  sealed: Buffer;
}

export interface SealingKey {
  kid: string;
  key: KeyObject;
}
export interface OpeningKey {
  kid: string;
  key: KeyObject;
}

// The fixed beginnings of an X25519 key's DER form; the 32 bytes of the key follow.
const spkiStart = Buffer.from('302a300506032b656e032100', 'hex');
const pkcs8Start = Buffer.from('302e020100300506032b656e04220420', 'hex');
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

export function readPublicKey(kid: string, raw: Uint8Array): SealingKey {
  return { kid, key: createPublicKey({ key: Buffer.concat([spkiStart, raw]), format: 'der', type: 'spki' }) };
}

export function readPrivateKey(kid: string, raw: Uint8Array): OpeningKey {
  return { kid, key: createPrivateKey({ key: Buffer.concat([pkcs8Start, raw]), format: 'der', type: 'pkcs8' }) };
}

/** A new key pair, in the format of the environment variables. */
export function makeKeyPair(kid: string): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: `${kid}:${rawPublic(publicKey).toString('base64url')}`,
    privateKey: `${kid}:${privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(pkcs8Start.length).toString('base64url')}`,
  };
}

/** Needs only the public key, so the sealing process can't decrypt. The secret can be opened only with the same `binding`. */
export function sealSecret(key: SealingKey, binding: Buffer, plain: string): SealedSecret {
  const dataKey = randomBytes(keyBytes);
  const sealed = encrypt(dataKey, binding, Buffer.from(plain, 'utf8'));
  return { keyId: key.kid, wrappedKey: wrap(key, binding, dataKey), sealed };
}

/** Throws for an unknown key, a changed byte or another `binding`. The error does not tell the last two apart. */
export function openSecret(keys: readonly OpeningKey[], binding: Buffer, secret: SealedSecret): string {
  return decrypt(unwrap(keys, binding, secret), binding, secret.sealed).toString('utf8');
}

/** The same secret for another key pair: only its data key is wrapped again, and the ciphertext stays the same. */
export function rewrapSecret(keys: readonly OpeningKey[], newest: SealingKey, binding: Buffer, secret: SealedSecret): SealedSecret {
  return { keyId: newest.kid, wrappedKey: wrap(newest, binding, unwrap(keys, binding, secret)), sealed: secret.sealed };
}

/** The ephemeral public key (32 bytes), then the data key, encrypted with the key that both sides can derive. */
function wrap(key: SealingKey, binding: Buffer, dataKey: Buffer): Buffer {
  const ephemeral = generateKeyPairSync('x25519');
  const sent = rawPublic(ephemeral.publicKey);
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: key.key });
  return Buffer.concat([sent, encrypt(wrappingKey(key.kid, shared, sent, rawPublic(key.key)), binding, dataKey)]);
}

function unwrap(keys: readonly OpeningKey[], binding: Buffer, { keyId, wrappedKey }: SealedSecret): Buffer {
  const own = keys.find(({ kid }) => kid === keyId);
  if (!own) throw new Error('a secret is sealed for a key that is not here');
  const sent = wrappedKey.subarray(0, keyBytes);
  const shared = diffieHellman({ privateKey: own.key, publicKey: readPublicKey('', sent).key });
  const wrapping = wrappingKey(keyId, shared, sent, rawPublic(createPublicKey(own.key)));
  return decrypt(wrapping, binding, wrappedKey.subarray(keyBytes));
}

function wrappingKey(kid: string, shared: Buffer, sent: Buffer, recipient: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([sent, recipient]), `mail secret ${kid}`, keyBytes));
}

function rawPublic(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(spkiStart.length);
}

/** AES-256-GCM: nonce, tag, ciphertext. */
function encrypt(key: Buffer, binding: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(binding);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function decrypt(key: Buffer, binding: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(binding);
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
}
