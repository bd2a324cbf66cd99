import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from '../app/store.ts';
import { renderInApp } from './render-in-app.tsx';

/** Renders one screen as the shell does, with its own cache, at an address. Every other address shows "Elsewhere". */
export function renderWithStore(screen: ReactNode, at = '/dispatcher/my-loads') {
  return renderInApp(
    [
      { path: at.split('?')[0] ?? at, element: <Provider store={createStore()}>{screen}</Provider> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    at,
  );
}
