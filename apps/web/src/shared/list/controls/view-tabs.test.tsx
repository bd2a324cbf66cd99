import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ViewTabs } from './view-tabs.tsx';

function Views() {
  const [current, setCurrent] = useState('active');
  return (
    <ViewTabs
      label="Views of loads"
      current={current}
      onChange={setCurrent}
      tabs={[
        { key: 'active', title: 'Active', count: 14 },
        { key: 'need', title: 'Needs attention', count: null },
        { key: 'mine', title: 'Mine' },
      ]}
    />
  );
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent;

it('says counts, a dash for one that is not known, and nothing where there is none', () => {
  render(<Views />);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Active14', 'Needs attention–', 'Mine']);
});

it('is one stop of the Tab key; arrows walk it and change nothing yet', () => {
  render(<Views />);
  const [active, need, mine] = screen.getAllByRole('tab');
  expect([active, need, mine].map((tab) => tab?.tabIndex)).toEqual([0, -1, -1]);
  active?.focus();
  fireEvent.keyDown(active as HTMLElement, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(mine);
  fireEvent.keyDown(mine as HTMLElement, { key: 'ArrowRight' });
  fireEvent.keyDown(active as HTMLElement, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(need);
  expect(selected()).toBe('Active14');
  fireEvent.click(need as HTMLElement);
  expect(selected()).toBe('Needs attention–');
});
