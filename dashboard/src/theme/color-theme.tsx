/** Light, dark, or as the system says; the choice is remembered in this browser. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { recall, remember } from '../browser-memory.ts';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

type ColorTheme = { choice: ThemeChoice; shown: 'light' | 'dark'; choose: (choice: ThemeChoice) => void };

const Context = createContext<ColorTheme | undefined>(undefined);
const dark = window.matchMedia('(prefers-color-scheme: dark)');

function onSystemChange(notify: () => void): () => void {
  dark.addEventListener('change', notify);
  return () => dark.removeEventListener('change', notify);
}

export function ColorThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<ThemeChoice>(() => recall('theme', THEME_CHOICES) ?? 'system');
  const system = useSyncExternalStore(onSystemChange, () => dark.matches) ? 'dark' : 'light';
  const shown = choice === 'system' ? system : choice;

  useEffect(() => {
    const root = document.documentElement;
    if (choice === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = choice;
  }, [choice]);

  const value = useMemo(() => {
    const choose = (next: ThemeChoice) => {
      remember('theme', next);
      setChoice(next);
    };
    return { choice, shown, choose };
  }, [choice, shown]);
  return <Context value={value}>{children}</Context>;
}

export function useColorTheme(): ColorTheme {
  const value = useContext(Context);
  if (value === undefined) throw new Error('useColorTheme wants a ColorThemeProvider above it.');
  return value;
}
