import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { VideoDialog } from './tutorial-video.tsx';

it('asks nothing of the video’s site until play is pressed, then embeds it without cookies', () => {
  renderInApp([{ path: '*', element: <VideoDialog id="a b" isOpen onClose={() => undefined} /> }], '/');
  expect(document.querySelector('iframe')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /Play the video/, hidden: true }));
  expect(document.querySelector('iframe')?.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/a%20b?autoplay=1&rel=0');
});
