import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BoardsTable } from './boards-table.tsx';

const dat = { id: 'dat', state: 'CLOSED', isBeta: true, url: 'https://one.dat.com/search-loads' };
const demo = { id: 'demo', state: 'READING', isBeta: false, url: 'http://localhost:4100/board' };
const rowOf = (name: string) => within(screen.getByRole('rowheader', { name: new RegExp(name) }).closest('tr') as HTMLElement);

describe('the boards of the extension', () => {
  it('have their name, stage and state, what it adds there, and a way to them', () => {
    render(<BoardsTable boards={[dat, demo]} />);
    expect(rowOf('DAT One').getByRole('rowheader').textContent).toBe('DAT OneBetaone.dat.com');
    expect(rowOf('DAT One').getByText('Not open')).toBeDefined();
    expect(rowOf('DAT One').getByText(/open the load for its email/)).toBeDefined();
    expect(rowOf('DAT One').getByRole('link', { name: 'Open DAT One' }).getAttribute('href')).toBe(dat.url);
    expect(rowOf('Demo Board').getByText('Working')).toBeDefined();
    expect(screen.getByText(/click the Headhaul button in the toolbar, then “Teach”/)).toBeDefined();
  });

  it.each([
    ['PAUSED', 'Paused', /Layout changed/],
    ['REFUSED', 'No access', /keeps this site from the extension/],
    ['OFF', 'Off', /You turned it off/],
    ['SOMETHING_NEW', 'Not known', /Reload this page/],
    ['toString', 'Not known', /Reload this page/],
  ])('that are %s say so', (state, words, line) => {
    render(<BoardsTable boards={[{ ...demo, state }]} />);
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.getByText(line)).toBeDefined();
    expect(screen.queryByRole('link') === null).toBe(state === 'OFF');
  });

  it.each(['javascript:alert(1)', 'nowhere', ''])('with %j for an address are not opened', (url) => {
    render(<BoardsTable boards={[{ ...demo, url }]} />);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('of an older extension, which names none, are not listed', () => {
    const { container } = render(<BoardsTable boards={[]} />);
    expect(container.textContent).toBe('');
  });
});
