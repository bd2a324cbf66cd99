import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { themeKeyName } from '../shared/storage-keys.ts';
import { catchGlobalErrors } from './global-errors.ts';
import { createRouter } from './router.tsx';
import './stylesheets.ts';
import { theme } from './theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

catchGlobalErrors(window);

const colorSchemeManager = localStorageColorSchemeManager({ key: themeKeyName });

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <RouterProvider router={createRouter()} />
    </MantineProvider>
  </StrictMode>,
);
