import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { BASE } from './base.ts';
import { HumanCheck } from './parts/human-check.tsx';
import { keepFocus } from './parts/keep-focus.ts';
import { queries } from './queries.ts';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/ask.css';
import './styles/look.css';

// Its address is from the page's own, which changes without a load.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) link.setAttribute('href', link.href);

const root = document.getElementById('app');
if (root) {
  keepFocus(root);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router base={BASE}>
          <App />
        </Router>
        <HumanCheck />
      </QueryClientProvider>
    </StrictMode>,
  );
}
