import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../shared/notify.ts';
import { useConfirmationAsked } from '../../shared/session/confirm-person.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { problem, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { DataSection } from './data-section.tsx';

vi.mock('../../shared/notify.ts', () => ({ notify: vi.fn() }));

function Page() {
  const asked = useConfirmationAsked();
  return (
    <>
      <DataSection />
      {asked === null ? null : (
        <button type="button" onClick={() => asked.answer(false)}>
          I would rather not
        </button>
      )}
    </>
  );
}

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  stubLocks();
  setSession(testSession);
});

const exportButton = () => screen.getByRole('button', { name: 'Export my data' });
const untilDone = () => vi.waitFor(() => expect(exportButton().hasAttribute('data-loading')).toBe(false));

describe('Export my data', () => {
  it('says when it failed', async () => {
    stubNetwork(() => problem(500, 'internal'));
    renderInApp([{ path: '/', Component: Page }], '/');
    fireEvent.click(exportButton());
    await untilDone();
    expect(notify).toHaveBeenCalledWith('error', 'Couldn’t export your data. Please try again.');
  });

  it('says nothing to who would not confirm that it is them', async () => {
    stubNetwork(() => problem(403, 'sign_in_again'));
    renderInApp([{ path: '/', Component: Page }], '/');
    fireEvent.click(exportButton());
    fireEvent.click(await screen.findByRole('button', { name: 'I would rather not' }));
    await untilDone();
    expect(notify).not.toHaveBeenCalled();
  });
});
