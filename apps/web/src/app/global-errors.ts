import { isRouteErrorResponse } from 'react-router';

/**
 * Errors that no code caught. The page stays and the user keeps working. All of them are logged, but three kinds say nothing about our
 * code: error responses of routes (such as a 404), nodes that an extension or a translator moved under React, and navigations that a newer
 * one replaced.
 */
export function isNoise(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return true;
  if (!(error instanceof Error)) return false;
  const isDomRemoval = error.name === 'NotFoundError' && /removeChild|insertBefore|not a child/i.test(error.message);
  const isOvertaken = error.name === 'AbortError' || (error.name === 'SecurityError' && /history|State/.test(error.message));
  return isDomRemoval || isOvertaken;
}

/** Logs every error. Only errors worth a look are logged with `console.error`, which is what a report is made from. */
function record(where: string, error: unknown): void {
  if (isNoise(error)) console.warn(where, error);
  else console.error(where, error);
}

export function catchGlobalErrors(target: Window): void {
  target.addEventListener('error', (event) => {
    record('Uncaught error', event.error ?? event.message);
    event.preventDefault();
  });
  target.addEventListener('unhandledrejection', (event) => {
    record('Unhandled rejection', event.reason);
    event.preventDefault();
  });
}
