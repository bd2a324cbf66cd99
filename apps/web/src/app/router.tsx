import { createBrowserRouter, Outlet, type RouteObject, replace } from 'react-router';
import { ToastContainer } from 'react-toastify/unstyled';
import { finishSignInLoader } from '../features/oauth-callback/oauth-callback.loader.ts';
import { toastSettings } from '../shared/notify.ts';
import { homePath, rootTarget } from '../shared/session/home-path.ts';
import { getSession } from '../shared/session/session-store.ts';
import { isMobile } from '../shared/ui/viewport.ts';
import { ErrorPage } from './error-page.tsx';
import { LoadingPage } from './loading-page.tsx';
import { type Screen, screens } from './routes.tsx';
import { type ScreenHandle, useScreenTitle } from './screen-title.ts';

function RootLayout() {
  const title = useScreenTitle();
  return (
    <>
      <title>{title ? `${title} · Headhaul` : 'Headhaul'}</title>
      <Outlet />
      <ToastContainer {...toastSettings} />
    </>
  );
}

function requireSession() {
  return getSession() === null ? replace('/login') : null;
}

function requireNoSession() {
  return getSession() === null ? null : replace(homePath());
}

const guards: Record<Screen['guard'], (() => Response | null) | undefined> = {
  'signed-in': requireSession,
  'signed-out': requireNoSession,
  anyone: undefined,
};

function toRoute({ path, title, page, guard }: Screen): RouteObject {
  return {
    path,
    handle: { title } satisfies ScreenHandle,
    loader: guards[guard],
    lazy: async () => ({ Component: (await page()).default }),
  };
}

function NothingYet() {
  return null;
}

function SigningIn() {
  return <LoadingPage text="Signing you in…" />;
}

const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: NothingYet,
    children: [
      { path: '/', Component: NothingYet, loader: ({ request }) => replace(rootTarget(new URL(request.url).search)) },
      {
        path: '/oauth/callback',
        handle: { title: 'Sign in' } satisfies ScreenHandle,
        loader: finishSignInLoader,
        HydrateFallback: SigningIn,
        lazy: { Component: async () => (await import('../features/oauth-callback/oauth-callback-page.tsx')).default },
      },
      ...screens.filter((screen) => screen.guard !== 'signed-in').map(toRoute),
      {
        lazy: async () => ({ Component: (await import('./shell/shell-layout.tsx')).default }),
        children: [
          {
            path: '/dispatcher',
            Component: NothingYet,
            loader: () => requireSession() ?? replace(isMobile() ? homePath() : '/dispatcher/my-loads'),
          },
          ...screens.filter((screen) => screen.guard === 'signed-in').map(toRoute),
        ],
      },
      {
        path: '*',
        handle: { title: 'Page Not Found' } satisfies ScreenHandle,
        lazy: async () => ({ Component: (await import('./not-found-page.tsx')).default }),
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
