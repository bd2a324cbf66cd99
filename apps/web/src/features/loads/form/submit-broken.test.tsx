import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { formLoad, serveLoadForm } from '../../../testing/load-form.tsx';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import type { LoadDraft } from './draft/draft.ts';
import { draftOfLoad } from './draft/from-load.ts';
import { useLoadForm } from './state.ts';
import { useSubmitLoad } from './submit.tsx';

const load = formLoad();
const draft = draftOfLoad(load, '2026-11-12');
const current = { ...load, version: 2, linehaulCents: 300_000, grossCents: 300_000 };
const stale = { type: 'about:blank', title: 'Stale', status: 412, code: 'version_stale', detail: 'Stale', instance: '/api/x', current };
const torn = (): never => {
  throw new Error('Torn');
};

interface BrokenProps {
  shown: LoadDraft;
  draftOf: () => LoadDraft;
}

function Broken({ shown, draftOf }: BrokenProps) {
  const [tries, setTries] = useState(0);
  const [isSaved, setSaved] = useState(false);
  const owner = { userId: testSession.id, companyId: testSession.companyId };
  const base = { draft, version: 1, savedAt: load.updatedAt };
  const form = useLoadForm({ owner, form: `edit.${load.id}`, kept: null, initial: draft, base, isDraft: false });
  const { submit, isSaving } = useSubmitLoad({
    form: tries === 0 ? { ...form, draft: shown } : form,
    edited: load,
    deadheadMiles: 0,
    draftOf,
    nameOf: () => '',
    zone: 'America/Chicago',
    zones: ['America/Chicago', 'America/Denver'],
    fits: [],
    onSaved: () => setSaved(true),
  });
  return (
    <>
      <button type="button" disabled={isSaving} onClick={() => submit(false).catch(() => setTries((before) => before + 1))}>
        Save
      </button>
      <p>{isSaved ? 'saved' : `failed ${tries}`}</p>
    </>
  );
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

describe('a form in which something threw while it was saved', () => {
  it.each([
    ['before it was sent', { shown: Object.defineProperty({ ...draft }, 'tags', { get: torn }), draftOf: () => draft }],
    ['after the answer', { shown: draft, draftOf: torn }],
  ])('can be saved again: %s', async (_, props) => {
    let isStale = props.shown === draft;
    serveLoadForm({
      load,
      save: () => {
        const answer = isStale ? json(412, stale) : json(200, { ...load, version: 2 });
        isStale = false;
        return answer;
      },
    });
    renderWithStore(<Broken {...props} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await screen.findByText('failed 1');
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('saved');
  });
});
