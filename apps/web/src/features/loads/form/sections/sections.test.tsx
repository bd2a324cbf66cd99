import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../../../shared/session/session-store.ts';
import { json, stubLocks, stubViewport, testSession } from '../../../../testing/browser-doubles.ts';
import { formLoad, openLoadToEdit, openNewLoad, serveLoadForm } from '../../../../testing/load-form.tsx';

const driven = formLoad({ actualMiles: 1_036 });
const save = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });

function open(load = driven) {
  const calls = serveLoadForm({ load, save: () => json(200, load) });
  openLoadToEdit(load.id);
  return () => calls.find(({ method, path }) => method === 'PUT' && path === `/api/loads/${load.id}`)?.body;
}

beforeEach(() => {
  stubLocks();
  setSession(testSession);
});

describe.each([1440, 390])('the actual miles of a load, at %i px', (widthPx) => {
  beforeEach(() => stubViewport(widthPx));

  it('are shown, changed and saved', async () => {
    const saved = open();
    const field = await screen.findByLabelText<HTMLInputElement>('Actual miles');
    expect([field.value, field.inputMode]).toEqual(['1,036', 'numeric']);
    fireEvent.change(field, { target: { value: '1,052 mi' } });
    save();
    await waitFor(() => expect(saved()).toMatchObject({ actualMiles: 1_052 }));
  });

  it('can be taken away', async () => {
    const saved = open();
    fireEvent.change(await screen.findByLabelText('Actual miles'), { target: { value: '' } });
    save();
    await waitFor(() => expect(saved()).toMatchObject({ actualMiles: null }));
  });

  it.each([
    ['a lot', 'Write a whole number'],
    ['20,001', 'At most 20,000'],
  ])('refuse %s at the field', async (text, words) => {
    const saved = open();
    const field = await screen.findByLabelText('Actual miles');
    fireEvent.change(field, { target: { value: text } });
    save();
    const note = await screen.findByText(words);
    expect(field.getAttribute('aria-describedby')).toContain(note.id);
    expect(document.activeElement).toBe(field);
    expect(saved()).toBeUndefined();
  });

  it('are not asked for before the load is booked', async () => {
    serveLoadForm({ save: () => json(200, driven) });
    openNewLoad();
    await screen.findByLabelText('Loaded miles');
    expect(screen.queryByLabelText('Actual miles')).toBeNull();
  });
});
