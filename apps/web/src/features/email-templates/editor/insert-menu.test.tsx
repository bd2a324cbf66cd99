import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { stubViewport } from '../../../testing/browser-doubles.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { InsertMenu } from './insert-menu.tsx';

const values = { origin: 'Toledo, OH', 'company.name': 'Bluff Line Logistics', 'user.name': 'Nina Alvarez' };

beforeEach(() => stubViewport(1440));

it('shows what the preview says, a sample of what no load says, and nobody else’s facts', () => {
  renderWithStore(<InsertMenu place={{ left: 0, top: 0 }} values={values} onPick={() => undefined} onClose={() => undefined} />);
  const shown = (label: string) => {
    fireEvent.change(screen.getByLabelText('Find a variable'), { target: { value: label } });
    return screen.getAllByRole('option')[0]?.textContent;
  };
  expect(['Origin', 'Commodity', 'Our company', 'Dispatcher', 'Our USDOT'].map(shown)).toEqual([
    'OriginToledo, OH',
    'Commoditypaper goods',
    'Our companyBluff Line Logistics',
    'DispatcherNina Alvarez',
    'Our USDOTnone yet',
  ]);
});
