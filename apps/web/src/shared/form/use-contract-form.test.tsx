import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testSession } from '../../testing/browser-doubles.ts';
import { endSession } from '../session/end-session.ts';
import { clearSession, getSession, setSession } from '../session/session-store.ts';
import { useContractForm } from './use-contract-form.ts';

const schema = z.object({ name: z.string(), password: z.string() });

function Form() {
  const { field } = useContractForm({
    schema,
    saved: { name: '', password: '' },
    toInput: (values) => values,
    save: async () => undefined,
    draftKey: 'broker:new',
    neverKept: ['password'],
  });
  return (['name', 'password'] as const).map((name) => (
    <input key={name} aria-label={name} value={field(name).value} onChange={(event) => field(name).onChange(event.currentTarget.value)} />
  ));
}

/** What the form shows when it is opened now. */
function shown(): Record<string, string> {
  const { unmount } = render(<Form />);
  const values = Object.fromEntries(['name', 'password'].map((name) => [name, screen.getByLabelText<HTMLInputElement>(name).value]));
  unmount();
  return values;
}

function type(text: Record<string, string>) {
  const { unmount } = render(<Form />);
  for (const [name, value] of Object.entries(text)) fireEvent.change(screen.getByLabelText(name), { target: { value } });
  for (const [name, value] of Object.entries(text)) expect(screen.getByLabelText<HTMLInputElement>(name).value).toBe(value);
  unmount();
}

beforeEach(() => setSession({ ...testSession, id: crypto.randomUUID() }));

describe('what was typed and not saved', () => {
  it('is there for the same person in the same company', () => {
    type({ name: 'Kestrel' });
    expect(shown()).toEqual({ name: 'Kestrel', password: '' });
  });

  it('is not there for another person, nor for the same one in another company', () => {
    const mine = { ...testSession, id: crypto.randomUUID() };
    setSession(mine);
    type({ name: 'Kestrel' });
    setSession({ ...mine, companyId: crypto.randomUUID() });
    expect(shown().name).toBe('');
    clearSession();
    setSession({ ...mine, id: crypto.randomUUID() });
    expect(shown().name).toBe('');
    setSession(mine);
    expect(shown().name).toBe('Kestrel');
  });

  it('is gone after a sign-out, and there again after a session that only expired', () => {
    const mine = getSession() ?? testSession;
    type({ name: 'Kestrel' });
    endSession('refresh_failed');
    setSession(mine);
    expect(shown().name).toBe('Kestrel');
    endSession('logout');
    setSession(mine);
    expect(shown().name).toBe('');
  });

  it('never holds a password', () => {
    type({ name: 'Kestrel', password: 'hunter2' });
    expect(shown()).toEqual({ name: 'Kestrel', password: '' });
  });
});
