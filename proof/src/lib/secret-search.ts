/** Secrets are searched in pieces of this length, because part of a secret in a log is a leak too. */
const pieceLength = 12;

export interface SecretSearch {
  /** How many secrets are looked for. */
  readonly size: number;
  /** Adds a secret that must not be written anywhere. */
  mark(secret: string): void;
  /** How many pieces of marked secrets are in this text: as plain text, in base64, or in hex as a database dump writes bytes. */
  countHits(text: string): number;
}

export function createSecretSearch(): SecretSearch {
  const pieces = new Set<string>();
  const marked = new Set<string>();
  const addPieces = (text: string) => {
    for (let at = 0; at + pieceLength <= text.length; at += pieceLength) pieces.add(text.slice(at, at + pieceLength));
  };
  return {
    get size() {
      return marked.size;
    },
    mark(secret) {
      // Only the signature of a signed token is secret. Its header and claims are not, and they look alike.
      const core = secret.startsWith('eyJ') ? secret.slice(secret.lastIndexOf('.') + 1) : secret;
      if (core.length < 3 * pieceLength) throw new Error('too short to be searched for');
      marked.add(core);
      addPieces(core);
      addPieces(Buffer.from(core).toString('base64'));
      addPieces(Buffer.from(core).toString('hex'));
    },
    countHits(text) {
      let hits = 0;
      for (let at = 0; at + pieceLength <= text.length; at++) if (pieces.has(text.slice(at, at + pieceLength))) hits += 1;
      return hits;
    },
  };
}
