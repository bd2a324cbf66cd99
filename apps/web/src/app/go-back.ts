import type { NavigateFunction } from 'react-router';

/** Goes one step back inside the app. A page that was opened by its address has nothing to go back to and goes to the main page. */
export function goBack(navigate: NavigateFunction): void {
  const { idx } = (window.history.state ?? {}) as { idx?: number };
  // A refused navigation is only logged and shows no error page. The person can press again.
  Promise.resolve(idx !== undefined && idx > 0 ? navigate(-1) : navigate('/')).catch((failure: unknown) =>
    console.warn('The browser refused to go back', failure),
  );
}
