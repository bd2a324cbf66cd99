import { maxBoardConfigBytes } from '@headhaul/contracts/boards/board-config';
import { describe, expect, test } from 'vitest';
import { type CheckFacts, checkPack, type PackClaim } from './check-pack.ts';
import { makeKey, type PackText, packText, sampleConfig, signed } from './testing/signed-pack.ts';

const nowMs = Date.parse('2026-11-18T12:00:00Z');
const key = await makeKey('current');
const next = await makeKey('next');
const stranger = await makeKey('current');
const facts: CheckFacts = { keys: [key.publicKey, next.publicKey], nowMs, extVersion: '1.4.0', newerThan: 36 };

async function refusalOf(
  content: PackText,
  { by = key, claim = {}, ...other }: { by?: typeof key; claim?: Partial<PackClaim> } & Partial<CheckFacts> = {},
) {
  const { bytes, claim: made } = await signed(content, by);
  return (await checkPack(bytes, { ...made, ...claim }, { ...facts, ...other })).refusal;
}

describe('a signed pack', () => {
  test('is taken with the current key and with the next one', async () => {
    for (const by of [key, next]) {
      const { bytes, claim } = await signed(sampleConfig(), by);
      expect(await checkPack(bytes, claim, facts)).toEqual({ config: sampleConfig(), refusal: null });
    }
  });

  test('is refused if any one byte is another, though the hash is that of the changed bytes', async () => {
    const { bytes, claim } = await signed(sampleConfig(), key);
    for (let at = 0; at < bytes.length; at += 37) {
      const forged = bytes.slice();
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect((await checkPack(forged, claim, facts)).refusal).toBe('WRONG_HASH');
      const { claim: rehashed } = await signed(new TextDecoder('latin1').decode(forged), key);
      const outcome = await checkPack(forged, { ...rehashed, signature: claim.signature }, facts);
      expect(['WRONG_SIGNATURE', 'WRONG_HASH']).toContain(outcome.refusal);
    }
  });

  test.each<[string, PackText, Parameters<typeof refusalOf>[1], string]>([
    ['signed with another key of the same name', sampleConfig(), { by: stranger }, 'WRONG_SIGNATURE'],
    ['signed with a key that this build does not know', sampleConfig(), { claim: { kid: 'older' } }, 'UNKNOWN_KEY'],
    ['whose signature is said to be of the other key', sampleConfig(), { claim: { kid: 'next' } }, 'WRONG_SIGNATURE'],
    ['whose signature is no signature', sampleConfig(), { claim: { signature: 'AAAA' } }, 'WRONG_SIGNATURE'],
    ['whose signature is no base64', sampleConfig(), { claim: { signature: '%%' } }, 'WRONG_SIGNATURE'],
    ['in a build without keys', sampleConfig(), { keys: [] }, 'UNKNOWN_KEY'],
    ['that expired this moment', { ...sampleConfig(), expiresAt: '2026-11-18T12:00:00Z' }, {}, 'EXPIRED'],
    ['of the version in use', { ...sampleConfig(), version: 36 }, {}, 'NOT_NEWER'],
    ['of an older version', { ...sampleConfig(), version: 3 }, {}, 'NOT_NEWER'],
    ['for a newer extension', { ...sampleConfig(), minExt: '1.4.1' }, {}, 'NEEDS_NEWER_EXTENSION'],
    ['of another board than was asked for', sampleConfig(), { claim: { board: 'truckstop' } }, 'OTHER_PACK'],
    ['of another version than was asked for', sampleConfig(), { claim: { version: 99 } }, 'OTHER_PACK'],
    ['with one byte too many', packText(sampleConfig()).padEnd(maxBoardConfigBytes + 1), {}, 'TOO_LARGE'],
    ['that is no JSON', '{"schema":1', {}, 'NO_JSON'],
    ['that is empty', '', {}, 'NO_JSON'],
    ['that is a list', '[]', {}, 'WRONG_SCHEMA'],
    ['with an unknown key', { ...sampleConfig(), script: 'alert(1)' }, {}, 'WRONG_SCHEMA'],
    ['with a selector of handlers', { ...sampleConfig(), row: ['[onclick]'] }, {}, 'WRONG_SCHEMA'],
    ['with a selector of what people type', { ...sampleConfig(), row: ['input'] }, {}, 'WRONG_SCHEMA'],
    ['with a selector of everything', { ...sampleConfig(), container: ['*'] }, {}, 'WRONG_SCHEMA'],
    ['with a selector of styles', { ...sampleConfig(), row: ['[style]'] }, {}, 'WRONG_SCHEMA'],
    ['with a host of another company', { ...sampleConfig(), hosts: ['mail.example'] }, {}, 'WRONG_SCHEMA'],
    ['with an address in a path', { ...sampleConfig(), paths: ['https://one.dat.com/'] }, {}, 'WRONG_SCHEMA'],
  ])('%s is refused', async (_, content, change, refusal) => {
    expect(await refusalOf(content, change)).toBe(refusal);
  });

  test('of exactly the largest size is taken', async () => {
    expect(await refusalOf(packText(sampleConfig()).padEnd(maxBoardConfigBytes))).toBeNull();
  });

  test('that turns its board off is obeyed although it expired', async () => {
    expect(await refusalOf({ ...sampleConfig(), enabled: false, expiresAt: '2026-11-18T11:00:00Z' })).toBeNull();
  });

  test('is not looked at before its signature: a hostile one is refused by its key', async () => {
    expect(await refusalOf({ ...sampleConfig(), script: 'x' }, { by: stranger })).toBe('WRONG_SIGNATURE');
  });
});
