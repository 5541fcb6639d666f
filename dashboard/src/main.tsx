import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '#api/query-client.ts';
import { LanguageProvider } from '#lang/language-context.tsx';
import { router } from './router.tsx';
import './theme/mantine-styles.ts';
import '../../server/pages/theme.css';
import './theme/mantine-variables.css';
import './theme/base.css';
import { ColorThemeProvider, useColorTheme } from './theme/color-theme.tsx';
import { theme } from './theme/theme.ts';

function App() {
  const { shown } = useColorTheme();
  return (
    // What these two would write into <style> elements stands in theme/*.css: the policy forbids such elements.
    <MantineProvider theme={theme} forceColorScheme={shown} withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-center" limit={3} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <ColorThemeProvider>
      <LanguageProvider>
        <App />
      </LanguageProvider>
    </ColorThemeProvider>
  </StrictMode>,
);
