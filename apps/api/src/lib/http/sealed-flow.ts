import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { deriveKey } from '../auth/crypto.ts';
import type { ApiEnv } from '../env.ts';

export interface FlowSeal<T> {
  seal(flow: T): Promise<string>;
  /** Undefined when it is too old, changed, or sealed for another purpose. */
  open(sealed: string): Promise<T | undefined>;
}

/** Encrypts the state of a flow for the browser to keep while the person is at a provider. So it needs no row and no cleanup. */
export function createFlowSeal<S extends z.ZodType<JWTPayload>>(
  env: Pick<ApiEnv, 'TOKEN_KEYS'>,
  purpose: string,
  schema: S,
  seconds: number,
): FlowSeal<z.infer<S>> {
  const keys = env.TOKEN_KEYS.map(({ kid, secret }) => ({ kid, key: deriveKey(secret, purpose) }));
  return {
    seal: (flow) => {
      const [{ kid, key }] = keys as [(typeof keys)[number]];
      return new EncryptJWT(flow).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid }).setExpirationTime(`${seconds}s`).encrypt(key);
    },
    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt(
          sealed,
          ({ kid }) => keys.find((one) => one.kid === kid)?.key ?? Promise.reject(new Error('unknown key')),
          { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
        );
        return z.parse(schema, payload);
      } catch {
        return undefined;
      }
    },
  };
}
