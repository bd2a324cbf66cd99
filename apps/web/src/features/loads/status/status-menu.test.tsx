import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { LoadStatusPill } from './load-status-pill.public.tsx';
import { StatusMenu } from './status-menu.tsx';

const chosen = vi.fn();

function Row() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <StatusMenu
      isOpen={isOpen}
      from="IN_TRANSIT"
      loadNumber="24817"
      options={[
        { status: 'AT_DELIVERY', effect: 'Starts the detention clock at 14:00 EST' },
        { status: 'DELIVERED', effect: 'Asks Marcus for the POD' },
        { status: 'PROBLEM', effect: 'Breakdown, refused, claim, repower', dangerous: true },
      ]}
      onChoose={(status) => {
        chosen(status);
        setIsOpen(false);
      }}
      onClose={() => setIsOpen(false)}
    >
      <LoadStatusPill status="IN_TRANSIT" size="table" onClick={() => setIsOpen(true)} />
    </StatusMenu>
  );
}

async function open() {
  renderInApp([{ path: '/', Component: Row }], '/');
  const pill = screen.getByRole('button', { name: 'In transit, change status' });
  pill.focus();
  fireEvent.click(pill);
  await waitFor(() => expect(document.activeElement?.textContent).toContain('At delivery'));
  return { pill, menu: screen.getByRole('menu', { name: 'Status of 24817, now In transit' }) };
}

beforeEach(() => chosen.mockClear());

it('opens on the likeliest move, so that Enter takes it', async () => {
  const { pill } = await open();
  expect(pill.getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(document.activeElement as HTMLElement);
  expect(chosen).toHaveBeenCalledWith('AT_DELIVERY');
  await waitFor(() => expect(document.activeElement).toBe(pill));
});

it('takes a move by its digit, and no other', async () => {
  const { menu } = await open();
  fireEvent.keyDown(menu, { key: '4' });
  fireEvent.keyDown(menu, { key: '0' });
  fireEvent.keyDown(menu, { key: '2', ctrlKey: true });
  expect(chosen).not.toHaveBeenCalled();
  fireEvent.keyDown(menu, { key: '3' });
  expect(chosen).toHaveBeenCalledWith('PROBLEM');
});

it('is walked with the arrows, round its ends', async () => {
  const { menu } = await open();
  fireEvent.keyDown(menu, { key: 'ArrowUp' });
  expect(document.activeElement?.textContent).toContain('Problem…');
  fireEvent.keyDown(menu, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toContain('At delivery');
  fireEvent.keyDown(menu, { key: 'End' });
  expect(document.activeElement?.textContent).toContain('Problem…');
});

it('closes with Escape and gives the focus back to the pill', async () => {
  const { pill, menu } = await open();
  fireEvent.keyDown(menu, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(pill));
  expect(pill.getAttribute('aria-expanded')).toBe('false');
  expect(chosen).not.toHaveBeenCalled();
});
