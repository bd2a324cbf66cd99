import { createBrowserRouter, data, type LoaderFunctionArgs, Outlet, type RouteObject, replace } from 'react-router';
import { ToastContainer } from 'react-toastify/unstyled';
import { checkoutLoader } from '../features/checkout/checkout.loader.ts';
import { loginLoader } from '../features/login/login.loader.ts';
import { finishSignInLoader } from '../features/oauth-callback/oauth-callback.loader.ts';
import { decideIndex, decideRoot, gateScreen } from '../shared/entry/entry-routing.ts';
import { readEntryState } from '../shared/entry/entry-state.ts';
import { toastSettings } from '../shared/notify.ts';
import { getSession } from '../shared/session/session-store.ts';
import { specTexts } from '../shared/spec-texts.ts';
import { Backdrop } from './backdrop.tsx';
import { ErrorPage } from './error-page.tsx';
import { LoadingPage } from './loading-page.tsx';
import NotFoundPage from './not-found-page.tsx';
import { type Screen, screens } from './routes.tsx';
import { type ScreenHandle, useScreenTitle } from './screen-title.ts';

function RootLayout() {
  const title = useScreenTitle();
  return (
    <>
      <title>{title ? `${title} · Headhaul` : 'Headhaul'}</title>
      <Outlet />
      <Backdrop />
      <ToastContainer {...toastSettings} />
    </>
  );
}

function gate({ request }: LoaderFunctionArgs): Response | null {
  const { pathname, search } = new URL(request.url);
  const target = gateScreen(readEntryState(search), pathname);
  return target === null ? null : replace(target);
}

/** Only admins can open the admin area. For everybody else it answers 404, as the API does. */
function gateAdmin(args: LoaderFunctionArgs): Response | null {
  const away = gate(args);
  if (away === null && getSession()?.role !== 'ADMIN') throw data(null, { status: 404 });
  return away;
}

const guards: Record<Screen['guard'], RouteObject['loader']> = {
  'signed-in': gate,
  admin: gateAdmin,
  setup: gate,
  'signed-out': loginLoader,
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

function screensOf(...wanted: Screen['guard'][]): RouteObject[] {
  return screens.filter(({ guard }) => wanted.includes(guard)).map(toRoute);
}

function NothingYet() {
  return null;
}

function SigningIn() {
  return <LoadingPage text="Signing you in…" />;
}

/** A signed-out person gets the sign-in page at once. A signed-in person may wait here for a team or a checkout. */
function PassingLogin() {
  return getSession() === null ? null : <SigningIn />;
}

function OpeningCheckout() {
  return <LoadingPage text="Opening the checkout…" />;
}

function LoadingSetup() {
  return <LoadingPage text={specTexts.loadingSetup} />;
}

const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: NothingYet,
    children: [
      { path: '/', Component: NothingYet, loader: ({ request }) => replace(decideRoot(readEntryState(new URL(request.url).search))) },
      {
        path: '/oauth/callback',
        handle: { title: 'Sign in' } satisfies ScreenHandle,
        loader: finishSignInLoader,
        HydrateFallback: SigningIn,
        lazy: { Component: async () => (await import('../features/oauth-callback/oauth-callback-page.tsx')).default },
      },
      {
        path: '/checkout',
        handle: { title: 'Checkout' } satisfies ScreenHandle,
        loader: checkoutLoader,
        HydrateFallback: OpeningCheckout,
        Component: OpeningCheckout,
      },
      { HydrateFallback: PassingLogin, children: screensOf('signed-out') },
      ...screensOf('anyone'),
      {
        HydrateFallback: LoadingSetup,
        lazy: async () => ({ Component: (await import('./setup-layout.tsx')).default }),
        children: screensOf('setup'),
      },
      {
        lazy: async () => ({ Component: (await import('./shell/shell-layout.tsx')).default }),
        children: [
          {
            path: '/dispatcher',
            Component: NothingYet,
            loader: ({ request }) => replace(decideIndex(readEntryState(new URL(request.url).search))),
          },
          ...screensOf('signed-in', 'admin'),
        ],
      },
      { path: '*', handle: { title: specTexts.notFound.title } satisfies ScreenHandle, Component: NotFoundPage },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
