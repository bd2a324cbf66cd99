import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { testSession } from '../../testing/browser-doubles.ts';
import { loadDraftKey, readStored, storageKeys, writeStored } from '../storage-keys.ts';
import { endSessionFor, useSessionEnd } from './session-end.ts';
import { setSession } from './session-store.ts';
import { useUnsavedForm } from './unsaved-forms.ts';

const dayMs = 24 * 60 * 60_000;
const ended = { at: '2026-11-16T16:31:00.000Z', companyName: 'Acme', byName: 'Nina', worksElsewhere: false, reason: 'removed' } as const;
const other = { ...testSession, id: '0190a000-0000-7000-8000-00000000000f', email: 'other@bluffline.example' };
const ownerOf = ({ id, companyId }: typeof testSession) => ({ userId: id, companyId });

function End() {
  return <p>{useSessionEnd()?.person?.email ?? 'nothing'}</p>;
}

function Form({ of }: { of: typeof testSession }) {
  return <p>{useUnsavedForm(ownerOf(of)) ?? 'nothing'}</p>;
}

/** A person who is removed while they type a new load. */
function removeWhileTyping(session: typeof testSession): void {
  setSession(session);
  localStorage.setItem(loadDraftKey(ownerOf(session), 'new').name, 'Reefer to Conley');
  endSessionFor(ended, session);
}

/** What another tab of this browser stores. */
function storeElsewhere(key: { name: string }, value: unknown): void {
  if (value === null) localStorage.removeItem(key.name);
  else localStorage.setItem(key.name, JSON.stringify(value));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: key.name })));
}

function comeBackByHistory(): void {
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
}

describe('why the last session ended', () => {
  it.each(['left', 'deleted', 'ended_by_owner', 'ended_by_you'] as const)('is stored without the person: %s', (reason) => {
    setSession(testSession);
    endSessionFor({ ...ended, reason }, testSession);
    expect(readStored(storageKeys.sessionEnd)).toEqual({ ...ended, reason, person: null, keptAt: expect.any(Number) });
  });

  it('is kept for a week, counted from when this browser learned it', () => {
    setSession(testSession);
    endSessionFor(ended, testSession);
    vi.useFakeTimers({ now: Date.now() + 7 * dayMs - 60_000 });
    const { unmount } = render(<End />);
    screen.getByText(testSession.email);
    unmount();
    vi.setSystemTime(Date.now() + 120_000);
    render(<End />);
    screen.getByText('nothing');
    expect(localStorage.getItem(storageKeys.sessionEnd.name)).toBeNull();
  });

  it('is dropped when it has another form, also under its former name', () => {
    localStorage.setItem('hh.session-end.v1', JSON.stringify({ ...ended, email: testSession.email }));
    render(<End />);
    screen.getByText('nothing');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('is gone from a page that the back button shows again after another tab has dropped it', () => {
    setSession(testSession);
    endSessionFor(ended, testSession);
    render(<End />);
    screen.getByText(testSession.email);
    localStorage.removeItem(storageKeys.sessionEnd.name);
    comeBackByHistory();
    screen.getByText('nothing');
  });
});

describe('the load that a removed person was typing', () => {
  it('is shown to that person in that company alone', () => {
    removeWhileTyping(testSession);
    const { rerender } = render(<Form of={testSession} />);
    screen.getByText('Reefer to Conley');
    rerender(<Form of={other} />);
    screen.getByText('nothing');
    rerender(<Form of={{ ...testSession, companyId: '0190a000-0000-7000-8000-00000000000c' }} />);
    screen.getByText('nothing');
  });

  it('is forgotten when somebody signs in in another tab', () => {
    removeWhileTyping(testSession);
    render(<Form of={testSession} />);
    storeElsewhere(storageKeys.session, other);
    storeElsewhere(storageKeys.session, null);
    screen.getByText('nothing');
  });

  it('is forgotten when somebody has signed in before the back button shows the page again', () => {
    removeWhileTyping(testSession);
    render(<Form of={testSession} />);
    writeStored(storageKeys.session, other);
    comeBackByHistory();
    screen.getByText('nothing');
  });

  it('is not kept when another person has signed in before the answer came', () => {
    localStorage.setItem(loadDraftKey(ownerOf(testSession), 'new').name, 'Reefer to Conley');
    setSession(other);
    endSessionFor(ended, testSession);
    expect(readStored(storageKeys.sessionEnd)).toBeNull();
    render(<Form of={testSession} />);
    screen.getByText('nothing');
  });
});
