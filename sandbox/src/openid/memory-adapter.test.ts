import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryAdapter } from './memory-adapter.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('createMemoryAdapter', () => {
  it('keeps every live entry, however many come after it', async () => {
    const codes = createMemoryAdapter()('AuthorizationCode');
    for (let index = 0; index < 5_000; index += 1) await codes.upsert(`code-${index}`, { jti: `code-${index}` }, 60);
    expect(await codes.find('code-0')).toMatchObject({ jti: 'code-0' });
  });

  it('forgets an entry when its time is over', async () => {
    const codes = createMemoryAdapter()('AuthorizationCode');
    await codes.upsert('one', { jti: 'one' }, 60);
    vi.advanceTimersByTime(59_000);
    expect(await codes.find('one')).toBeDefined();
    vi.advanceTimersByTime(1_000);
    expect(await codes.find('one')).toBeUndefined();
  });

  it('revokes all that came from one grant, in every model', async () => {
    const create = createMemoryAdapter();
    const codes = create('AuthorizationCode');
    const tokens = create('AccessToken');
    await codes.upsert('code', { grantId: 'a' }, 60);
    await tokens.upsert('token', { grantId: 'a' }, 60);
    await tokens.upsert('other', { grantId: 'b' }, 60);
    await codes.revokeByGrantId('a');
    expect([await codes.find('code'), await tokens.find('token')]).toEqual([undefined, undefined]);
    expect(await tokens.find('other')).toBeDefined();
  });

  it('never remembers a session', async () => {
    const sessions = createMemoryAdapter()('Session');
    await sessions.upsert('one', { uid: 'one' }, 60);
    expect(await sessions.find('one')).toBeUndefined();
  });
});
