import { deletionReasons, downloadSources } from '@headhaul/contracts/feedback';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { stubNetwork } from '../../testing/browser-doubles.ts';
import ExtensionFeedbackPage from './extension-feedback-page.tsx';

function visit(query: string) {
  render(
    <MemoryRouter initialEntries={[`/extension-feedback${query}`]}>
      <ExtensionFeedbackPage />
    </MemoryRouter>,
  );
}

describe('/extension-feedback', () => {
  it.each([
    ['', deletionReasons],
    ['?type=DELETION', deletionReasons],
    ['?type=download', downloadSources],
  ])('"%s" offers the literal answers in their order', (query, answers) => {
    visit(query);
    expect(screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.value)).toEqual([...answers]);
  });

  it('sends the answer and thanks', async () => {
    const calls = stubNetwork(() => new Response(null, { status: 204 }));
    visit('?type=DOWNLOAD');
    fireEvent.click(screen.getByLabelText('Got an email'));
    fireEvent.change(screen.getByRole('textbox'), { target: { value: ' from Ann ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByRole('heading', { name: 'Thank you!' });
    expect(calls).toMatchObject([
      { method: 'POST', path: '/api/feedback', body: { type: 'DOWNLOAD', feedback: 'Got an email', comment: 'from Ann' } },
    ]);
  });

  it('asks for an answer before it sends', async () => {
    const calls = stubNetwork(() => new Response(null, { status: 204 }));
    visit('');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Choose an answer first');
    expect(calls).toEqual([]);
  });

  it('keeps what was typed when sending fails', async () => {
    stubNetwork(() => {
      throw new TypeError('Failed to fetch');
    });
    visit('');
    fireEvent.click(screen.getByLabelText('Unreliable'));
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Too slow' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No answer from Headhaul');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Too slow');
  });
});
