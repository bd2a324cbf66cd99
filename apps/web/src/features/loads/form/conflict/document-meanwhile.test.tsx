import type { Load } from '@headhaul/contracts/loads/record';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../../app/store.ts';
import { setSession } from '../../../../shared/session/session-store.ts';
import { json, stubLocks, stubViewport, testSession } from '../../../../testing/browser-doubles.ts';
import { formLoad, openLoadToEdit, serveLoadForm, staleAnswer } from '../../../../testing/load-form.tsx';
import { takeOver } from '../../cache/cached-loads.ts';

const opened = formLoad();
/** The same load after a teammate attached its POD. */
const withDocument: Load = {
  ...opened,
  version: opened.version + 1,
  updatedAt: '2026-11-12T10:00:00Z',
  hasPod: true,
  documents: [
    {
      ...{ id: '0190a000-0000-7000-8000-0000000000d9', kind: 'POD', fileName: 'pod.pdf', contentType: 'application/pdf' },
      ...{ sizeBytes: 8, uploadedByName: 'Ann Kowalski', createdAt: '2026-11-12T10:00:00Z' },
    },
  ],
};

/** The version that each save was sent with. */
let versions: number[] = [];
let store = createStore();

/** A server that already has the document, so it accepts only the new version. */
function serve(current: Load): void {
  serveLoadForm({
    load: opened,
    save: () =>
      versions.at(-1) === current.version ? json(200, { ...current, rc: 'LFP-99', version: current.version + 1 }) : staleAnswer(current),
  });
  const stubbed = fetch;
  vi.stubGlobal('fetch', (input: Request, init?: RequestInit) => {
    const version = new URL(input.url).searchParams.get('version');
    if (version !== null) versions.push(Number(version));
    return stubbed(input, init);
  });
}

async function typeRc(): Promise<void> {
  openLoadToEdit(opened.id, store);
  await screen.findByLabelText('Broker or MC');
  fireEvent.change(document.querySelector('[data-form-field="rc"]') as Element, { target: { value: 'LFP-99' } });
}

function save(): void {
  fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true });
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  versions = [];
  store = createStore();
});

describe('a document that a teammate attaches while the form is open', () => {
  it('is no conflict: the form saves on top of it and asks nothing', async () => {
    serve(withDocument);
    await typeRc();
    act(() => store.dispatch(takeOver(withDocument)));
    expect(screen.queryByText(/A teammate saved this load meanwhile/)).toBeNull();
    save();
    await screen.findByText('Elsewhere');
    expect(versions).toEqual([opened.version, withDocument.version]);
    expect(screen.queryByText(/while you were editing/)).toBeNull();
  });

  it('does not hide what the teammate changed in the form’s own fields', async () => {
    serve({ ...withDocument, rc: 'LFP-77' });
    await typeRc();
    save();
    await waitFor(() => screen.getByText(/while you were editing/));
    expect(versions).toEqual([opened.version]);
  });
});
