import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { sampleMember, teamIds } from '../../testing/team-samples.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';

const [onConfirm, onClose] = [vi.fn(), vi.fn()];

beforeEach(() => {
  vi.clearAllMocks();
  stubViewport(1440);
  setSession(testSession);
});

it('names the person, what they get and what the owner loses, and starts on Cancel', async () => {
  const dialog = <HandOverDialog member={sampleMember(teamIds.ann)} isBusy={false} onConfirm={onConfirm} onClose={onClose} />;
  renderInApp([{ path: '/', element: dialog }], '/');
  const { textContent } = await screen.findByRole('dialog', { name: 'Make Ann Doyle the owner?' });
  for (const said of [
    'Ann Doyle (ann@bluffline.example) decides about Bluff Line Logistics',
    'You lose these rights and Ann gets them',
    'Billing',
    'sign-ins',
    'Only Ann can make you the owner again',
    'We email both of you',
  ]) {
    expect(textContent).toContain(said);
  }
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  fireEvent.click(screen.getByRole('button', { name: 'Hand over to Ann' }));
  expect([onConfirm.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0]);
});
