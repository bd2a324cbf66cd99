import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useKeys } from './use-hotkeys.ts';

function Screen({ keys, isOn }: { keys: Record<string, () => void>; isOn?: boolean }) {
  useKeys(keys, isOn);
  return (
    <>
      <input aria-label="Find" />
      <input type="checkbox" aria-label="Row" />
      <button type="button">Open</button>
      <div role="menu" tabIndex={-1}>
        Menu
      </div>
    </>
  );
}

it('acts on its keys, for as long as it is mounted', () => {
  const next = vi.fn();
  const { unmount } = render(<Screen keys={{ j: next }} />);
  expect(fireEvent.keyDown(document.body, { key: 'j' })).toBe(false);
  unmount();
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(next).toHaveBeenCalledOnce();
});

it('leaves keys to fields, menus and the browser', () => {
  const next = vi.fn();
  render(<Screen keys={{ j: next }} />);
  fireEvent.keyDown(screen.getByLabelText('Find'), { key: 'j' });
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'j' });
  fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'j', shiftKey: true });
  expect(next).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByLabelText('Row'), { key: 'j' });
  expect(next).toHaveBeenCalledOnce();
});

it('lets Enter press the button that has the focus', () => {
  const open = vi.fn();
  render(<Screen keys={{ Enter: open }} />);
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' });
  expect(open).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(open).toHaveBeenCalledOnce();
});

it('saves from inside a field', () => {
  const save = vi.fn();
  render(<Screen keys={{ 'mod+Enter': save }} />);
  fireEvent.keyDown(screen.getByLabelText('Find'), { key: 'Enter', ctrlKey: true });
  expect(save).toHaveBeenCalledOnce();
});

it('gives a key to one piece only, and rests when off', () => {
  const first = vi.fn();
  const second = vi.fn();
  const off = vi.fn();
  render(
    <>
      <Screen keys={{ Escape: off }} isOn={false} />
      <Screen keys={{ Escape: first }} />
      <Screen keys={{ Escape: second }} />
    </>,
  );
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect([off, first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0]);
});
