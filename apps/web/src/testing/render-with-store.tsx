import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../app/store.ts';
import { renderInApp } from './render-in-app.tsx';

/** Draws one screen as the shell does: with a cache of its own, at an address; every other address says so. */
export function renderWithStore(screen: ReactNode, at = '/dispatcher/my-loads') {
  return renderInApp(
    [
      { path: at.split('?')[0] ?? at, element: <Provider store={createStore()}>{screen}</Provider> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    at,
  );
}
