import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { useKeys } from '../../keyboard/use-hotkeys.ts';
import { FindField } from './find-field.tsx';

const close = vi.fn();

function List() {
  const [find, setFind] = useState('');
  useKeys({ Escape: close });
  return <FindField value={find} onChange={setFind} />;
}

it('is reached with / and left with Escape, which empties it and closes nothing else', () => {
  render(<List />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find in this view' });
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'Conley' } });
  expect(field.value).toBe('Conley');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(field.value).toBe('');
  expect(document.activeElement).not.toBe(field);
  expect(close).not.toHaveBeenCalled();
});
