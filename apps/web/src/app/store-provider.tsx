import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createStore } from './store.ts';

const store = createStore();

/**
 * Goes around layouts whose screens call the API. It is not around the whole app, so that the sign-in page loads without the cache's code.
 */
export function StoreProvider({ children }: { children: ReactNode }) {
  return <Provider store={store}>{children}</Provider>;
}
