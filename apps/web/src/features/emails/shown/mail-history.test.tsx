import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleEmail, samplePrivateEmail } from '../../../testing/mail-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { MailHistory } from './mail-history.public.tsx';

beforeEach(() => {
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

it('leads to a mail that can be read, and only names a private one', async () => {
  stubNetwork(({ path }) =>
    path === '/api/emails' ? json(200, { emails: [sampleEmail(1), samplePrivateEmail(2)], nextCursor: null }) : json(404, {}),
  );
  renderWithStore(<MailHistory about={{ loadId: testSession.id }} none="None" />);
  await screen.findByText('Private email');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Milwaukee, WI to Conley, GA: dry van ready']);
  screen.getByText('Ann Doyle to Carla Reyes, asked $2,450');
});
