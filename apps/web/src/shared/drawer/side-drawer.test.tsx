import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { DrawerBar, SideDrawer } from './side-drawer.tsx';

function List() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        24817
      </button>
      {isOpen ? (
        <SideDrawer
          label="Load 24817"
          bar={<DrawerBar title="Load 24817" onClose={() => setIsOpen(false)} />}
          onClose={() => setIsOpen(false)}
        >
          <input aria-label="Note" />
          <div role="menu" tabIndex={-1}>
            A menu
          </div>
        </SideDrawer>
      ) : null}
    </>
  );
}

function open() {
  renderInApp([{ path: '/', Component: List }], '/');
  const row = screen.getByRole('button', { name: '24817' });
  row.focus();
  fireEvent.click(row);
  return row;
}

it('leaves the focus with the list', () => {
  const row = open();
  screen.getByRole('dialog', { name: 'Load 24817' });
  expect(document.activeElement).toBe(row);
});

it('closes with Escape, but not one meant for a field or a menu in it', () => {
  const row = open();
  fireEvent.keyDown(screen.getByLabelText('Note'), { key: 'Escape' });
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  screen.getByRole('dialog');
  fireEvent.keyDown(row, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('gives the focus back to the row it was opened from', () => {
  const row = open();
  screen.getByLabelText('Note').focus();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(document.activeElement).toBe(row);
});
