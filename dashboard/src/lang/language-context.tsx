import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { recall, remember } from '../browser-memory.ts';
import type { Texts } from './define-texts.ts';
import { type Format, makeFormat } from './format.ts';
import { LANGUAGES, type Language, pickLanguage } from './language.ts';

type Speech = { language: Language; format: Format; speak: (language: Language) => void };

const Context = createContext<Speech | undefined>(undefined);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(
    () => recall('language', LANGUAGES) ?? pickLanguage(navigator.languages),
  );
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(() => {
    const speak = (next: Language) => {
      remember('language', next);
      setLanguage(next);
    };
    return { language, format: makeFormat(language), speak };
  }, [language]);
  return <Context value={value}>{children}</Context>;
}

export function useLanguage(): Speech {
  const value = useContext(Context);
  if (value === undefined) throw new Error('useLanguage wants a LanguageProvider above it.');
  return value;
}

/** A feature's texts in the language of the person. */
export function useTexts<Shape>(texts: Texts<Shape>): Shape {
  return texts[useLanguage().language];
}

export function useFormat(): Format {
  return useLanguage().format;
}
