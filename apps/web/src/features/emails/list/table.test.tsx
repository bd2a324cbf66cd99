import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleEmail, samplePrivateEmail } from '../../../testing/mail-samples.ts';
import { sampleCompany } from '../../../testing/office-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { EmailTable } from './table.tsx';

// A table renders only visible rows, and the test DOM has no height.
vi.mock('../../../shared/list/rows/virtual-rows.tsx', () => ({
  Spacer: () => null,
  useVirtualRows: ({ rows }: { rows: readonly unknown[] }) => ({
    tableRef: () => undefined,
    items: rows.map((_, index) => ({ index })),
    beforePx: 0,
    afterPx: 0,
  }),
}));

const nothing = () => undefined;
const onOpen = vi.fn();

function show(email: EmailRow): HTMLElement {
  renderWithStore(
    <EmailTable
      emails={[email]}
      hasMore={false}
      now={Date.parse('2026-11-15T15:59:00Z')}
      focusedId={null}
      onFocus={nothing}
      onNearEnd={nothing}
      onOpen={onOpen}
      onTakeBack={nothing}
      onResend={nothing}
      onAnswer={nothing}
    />,
    '/dispatcher/emails',
  );
  return screen.getAllByRole('row').at(-1) as HTMLElement;
}

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  stubNetwork(() => json(200, sampleCompany));
  onOpen.mockClear();
  setSession(testSession);
});

it.each(['QUEUED', 'SENT', 'FAILED', 'UNKNOWN'] as const)('a private mail that is %s has no link and nothing to do with it', (state) => {
  const row = show(samplePrivateEmail(1, { state, ...(state === 'SENT' ? {} : { sentAt: null }) }));
  within(row).getByText('Private email');
  within(row).getByText('Private mailbox');
  expect(within(row).queryAllByRole('button')).toEqual([]);
  fireEvent.click(row);
  expect(onOpen).not.toHaveBeenCalled();
});

it('any other opens and can be answered', () => {
  const row = show(sampleEmail(1));
  expect(within(row).getAllByRole('button').length).toBe(3);
  fireEvent.click(row);
  expect(onOpen).toHaveBeenCalledOnce();
});
