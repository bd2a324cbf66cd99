import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  expiresAtMs: number;
}

const sweepEveryMs = 60_000;

/**
 * Storage of one provider for the life of the process. The library's in-memory adapter keeps a thousand entries and drops the oldest, which
 * loses sign-ins when a harness runs many at once. This one drops only expired entries. With `keepsUsedRefreshTokens`, a refresh token that
 * was exchanged for a new one stays valid, as at Microsoft.
 */
export function createMemoryAdapter({ keepsUsedRefreshTokens = false } = {}): AdapterFactory {
  const entries = new Map<string, Entry>();
  let sweptAtMs = Date.now();

  function sweep(nowMs: number): void {
    if (nowMs - sweptAtMs < sweepEveryMs) return;
    sweptAtMs = nowMs;
    for (const [key, entry] of entries) if (entry.expiresAtMs <= nowMs) entries.delete(key);
  }

  function createModelAdapter(model: string): Adapter {
    const keyOf = (id: string) => `${model}:${id}`;
    const findLive = (id: string) => {
      const entry = entries.get(keyOf(id));
      return entry !== undefined && entry.expiresAtMs > Date.now() ? entry.payload : undefined;
    };
    return {
      async upsert(id, payload, expiresIn) {
        const nowMs = Date.now();
        sweep(nowMs);
        entries.set(keyOf(id), { payload, expiresAtMs: expiresIn === undefined ? Number.POSITIVE_INFINITY : nowMs + expiresIn * 1_000 });
      },
      async find(id) {
        return findLive(id);
      },
      async consume(id) {
        if (keepsUsedRefreshTokens && model === 'RefreshToken') return;
        const payload = findLive(id);
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      async destroy(id) {
        entries.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, entry] of entries) if (entry.payload.grantId === grantId) entries.delete(key);
      },
      // Sessions are never stored and device codes are off, so these two lookups are never used.
      async findByUid() {},
      async findByUserCode() {},
    };
  }

  /** Sessions are not stored, so every sign-in shows the page again and switching between people is one click. */
  const forgetful: Adapter = {
    async upsert() {},
    async find() {},
    async consume() {},
    async destroy() {},
    async revokeByGrantId() {},
    async findByUid() {},
    async findByUserCode() {},
  };

  return (model) => (model === 'Session' ? forgetful : createModelAdapter(model));
}
