import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { stubFullStorage, testSession } from '../testing/browser-doubles.ts';
import { clearSession, setSession } from './session/session-store.ts';
import { readStored, removeStored, storageKeys, writeStored } from './storage-keys.ts';

const key = { name: 'hh.notes.v2', formerName: 'hh.notes.v1', area: 'local' as const, schema: z.string(), lasts: 'person' as const };

describe('a value stored under a former name', () => {
  it('is taken over when it is first read', () => {
    localStorage.setItem('hh.notes.v1', '"typed"');
    expect(readStored(key)).toBe('typed');
    expect({ ...localStorage }).toEqual({ 'hh.notes.v2': '"typed"' });
  });

  it('is read where it is while the browser has no room to take it over', () => {
    localStorage.setItem('hh.notes.v1', '"typed"');
    stubFullStorage('localStorage');
    expect(readStored(key)).toBe('typed');
    expect(readStored(key)).toBe('typed');
  });

  it('goes when a newer one is written, and when it is removed', () => {
    localStorage.setItem('hh.notes.v1', '"old"');
    writeStored(key, 'new');
    expect({ ...localStorage }).toEqual({ 'hh.notes.v2': '"new"' });
    localStorage.setItem('hh.notes.v1', '"old"');
    removeStored(key);
    expect(readStored(key)).toBeNull();
  });

  it('is cleared at the sign-out like its successor', () => {
    setSession(testSession);
    sessionStorage.setItem('hh.last-loads.v1', '{"page":{"loads":[]}}');
    writeStored(storageKeys.listSnapshot, {});
    sessionStorage.setItem('hh.last-loads.v1', '{"page":{"loads":[]}}');
    clearSession();
    expect({ ...sessionStorage }).toEqual({});
  });
});
