import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../../shared/session/session-store.ts';
import { testSession } from '../../../../testing/browser-doubles.ts';
import { blankDraft } from './draft.ts';
import { dropDraft, keepDraft, keepRateCon, keptRateCon, readKeptDraft } from './kept-draft.ts';

const owner = { userId: testSession.id, companyId: testSession.companyId };
const elsewhere = { ...owner, companyId: '0190a000-0000-7000-8000-0000000000c9' };
const somebody = { ...owner, userId: '0190a000-0000-7000-8000-0000000000a9' };
const kept = { draft: { ...blankDraft(), rc: 'LFP-1' }, keptAt: '2026-11-12T10:00:00.000Z', base: null };

beforeEach(() => setSession(testSession));

describe('a load being typed', () => {
  it('waits for who typed it, in the company they typed it in', () => {
    keepDraft(owner, 'new', kept);
    expect(readKeptDraft(owner, 'new')?.draft.rc).toBe('LFP-1');
    expect(readKeptDraft(elsewhere, 'new')).toBeNull();
    expect(readKeptDraft(somebody, 'new')).toBeNull();
  });

  it('waits with its rate con', () => {
    const file = new File(['x'], 'rc.pdf');
    keepRateCon(owner, 'new', file);
    expect(keptRateCon(owner, 'new')).toBe(file);
    expect(keptRateCon(elsewhere, 'new')).toBeNull();
    keepRateCon(owner, 'new', null);
    expect(keptRateCon(owner, 'new')).toBeNull();
  });

  it.each(['edit', 'from'] as const)('is taken over, once, from where an earlier version kept it without the company: %s', (kind) => {
    const form = `${kind}.0190a000-0000-7000-8000-0000000000e1` as const;
    localStorage.setItem(`hh.load-draft.v1.${owner.userId}.${form}`, JSON.stringify(kept));
    expect(readKeptDraft(owner, form)?.draft.rc).toBe('LFP-1');
    expect(readKeptDraft(elsewhere, form)).toBeNull();
    dropDraft(owner, form);
    expect(readKeptDraft(owner, form)).toBeNull();
  });

  it('is not shown in a company that may be another than the one a new load was typed in', () => {
    localStorage.setItem(`hh.load-draft.v1.${owner.userId}.new`, JSON.stringify(kept));
    expect(readKeptDraft(elsewhere, 'new')).toBeNull();
    expect(readKeptDraft(owner, 'new')).toBeNull();
  });
});
